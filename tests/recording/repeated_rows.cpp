#include "tauforge/recording/repeated_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tauforge::recording {

namespace {

// Two joints that swing, torques with noise: no row is like another.
Recording measured(unsigned seed, std::size_t samples = 1000) {
  std::mt19937 random(seed);
  Recording log;
  log.name = "log", log.joints = {"a", "b"}, log.effort_kind = Effort::torque;
  log.q.resize(2), log.effort.resize(2);
  for (std::size_t k = 0; k < samples; ++k) {
    log.t.push_back(0.01 * static_cast<double>(k));
    for (std::size_t j = 0; j < 2; ++j) {
      log.q[j].push_back(std::sin(log.t.back() + static_cast<double>(j)));
      log.effort[j].push_back(log.q[j].back() + 1e-3 * static_cast<double>(random() % 1000));
    }
  }
  return log;
}

Recording later(Recording log, double seconds) {
  for (double& t : log.t) t += seconds;
  return log;
}

Recording joined(Recording a, const Recording& b) {
  const double end = a.t.back() + 0.01;
  for (std::size_t k = 0; k < b.samples(); ++k) a.t.push_back(end + b.t[k]);
  for (std::size_t j = 0; j < a.q.size(); ++j) {
    a.q[j].insert(a.q[j].end(), b.q[j].begin(), b.q[j].end());
    a.effort[j].insert(a.effort[j].end(), b.effort[j].begin(), b.effort[j].end());
  }
  return a;
}

using Parts = std::vector<LogPart>;

TEST(RepeatedRows, AreNoneInMeasurementsOfTheSameMotion) {
  const DistinctRows rows = distinct_rows({measured(1), measured(2)});
  EXPECT_EQ(rows.parts, (Parts{{0, 0, 1000}, {1, 0, 1000}}));
  EXPECT_TRUE(rows.repeated.empty());
}

TEST(RepeatedRows, AreFoundWhateverTheClockSaysAndWithoutSomeRows) {
  Recording thinned = measured(1);
  thinned.t.clear();
  for (auto* channels : {&thinned.q, &thinned.effort})
    for (auto& x : *channels) {
      std::vector<double> third;
      for (std::size_t k = 0; k < x.size(); k += 3) third.push_back(x[k]);
      x = third;
    }
  for (std::size_t k = 0; k < thinned.q[0].size(); ++k) thinned.t.push_back(0.03 * static_cast<double>(k));
  Recording hole = joined(slice(measured(1), 0, 500), slice(measured(1), 501, 1000));
  for (const Recording& copy : {measured(1), later(measured(1), 17.003), slice(measured(1), 1, 1000),
                                slice(measured(1), 0, 999), hole, thinned}) {
    const DistinctRows rows = distinct_rows({measured(1), measured(2), copy});
    EXPECT_EQ(rows.parts, (Parts{{0, 0, 1000}, {1, 0, 1000}}));
    ASSERT_EQ(rows.repeated.size(), 1u);
    EXPECT_EQ(rows.repeated[0].log, 2u);
    EXPECT_EQ(rows.repeated[0].of, 0u);
    EXPECT_EQ(rows.repeated[0].rows, copy.samples());
  }
}

TEST(RepeatedRows, OfLogsThatOverlapLeaveWhatIsNew) {
  const DistinctRows rows = distinct_rows({slice(measured(1), 0, 600), slice(measured(1), 400, 1000)});
  EXPECT_EQ(rows.parts, (Parts{{0, 0, 600}, {1, 200, 600}}));
}

TEST(RepeatedRows, AreFoundWithinALog) {
  EXPECT_EQ(distinct_rows({joined(measured(1), measured(1))}).parts, (Parts{{0, 0, 1000}}));
}

// A robot at rest says the same as before, row after row, and is no copy of itself.
TEST(RepeatedRows, AreNotThoseOfARobotAtRest) {
  Recording log = measured(1);
  for (auto* channels : {&log.q, &log.effort})
    for (auto& x : *channels) std::fill(x.begin() + 300, x.begin() + 700, x[300]);
  EXPECT_EQ(distinct_rows({log}).parts, (Parts{{0, 0, 1000}}));
}

}  // namespace

}  // namespace tauforge::recording
