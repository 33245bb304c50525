#include "tauforge/signals/condense.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tauforge::signals {
namespace {

constexpr double pi = std::numbers::pi;

// A slow sine on the position, the same and a fast one on the effort.
recording::Recording sines(double rate, double seconds, double slow_hz, double fast_hz) {
  recording::Recording r;
  r.joints = {"a"}, r.q.resize(1), r.effort.resize(1), r.effort_kind = recording::Effort::torque;
  for (std::size_t k = 0; k < static_cast<std::size_t>(seconds * rate); ++k) {
    const double t = static_cast<double>(k) / rate, slow = std::sin(2 * pi * slow_hz * t);
    r.t.push_back(t), r.q[0].push_back(slow), r.effort[0].push_back(slow + std::sin(2 * pi * fast_hz * t));
  }
  return r;
}

recording::Recording condensed(const recording::Recording& r, const Condensing& how, std::size_t piece) {
  Condenser condenser(how);
  for (std::size_t k = 0; k < r.samples(); k += piece)
    condenser.add(recording::slice(r, k, std::min(k + piece, r.samples())));
  return condenser.finish();
}

TEST(Condense, KeepsWhatIsSlowAndLosesWhatIsFast) {
  const auto r = condensed(sines(1000, 20, 2.0, 130.0), {.rate_hz = 100}, 1700);
  ASSERT_EQ(r.samples(), 2000u);
  EXPECT_TRUE(r.gaps.empty());
  for (std::size_t k = 50; k + 50 < r.samples(); ++k) {
    EXPECT_NEAR(r.t[k], 0.01 * static_cast<double>(k), 1e-9);
    EXPECT_NEAR(r.q[0][k], std::sin(2 * pi * 2.0 * r.t[k]), 1e-6);
    EXPECT_NEAR(r.effort[0][k], std::sin(2 * pi * 2.0 * r.t[k]), 1e-4);
  }
}

TEST(Condense, DoesNotSeeWhereOnePieceEndsAndTheNextBegins) {
  const auto log = sines(1000, 10, 3.0, 20.0);
  const auto whole = condensed(log, {.rate_hz = 50}, log.samples()), cut = condensed(log, {.rate_hz = 50}, 613);
  ASSERT_EQ(whole.t, cut.t);
  for (std::size_t k = 0; k < cut.samples(); ++k) {
    EXPECT_NEAR(cut.q[0][k], whole.q[0][k], 1e-6);
    EXPECT_NEAR(cut.effort[0][k], whole.effort[0][k], 1e-6);
  }
}

TEST(Condense, KeepsAGap) {
  auto log = sines(1000, 10, 1.0, 20.0);
  for (std::size_t k = 5000; k < log.samples(); ++k) log.t[k] += 3.0;
  log.gaps = recording::find_gaps(log.t);
  const auto r = condensed(log, {.rate_hz = 100}, 1000);
  ASSERT_EQ(r.gaps.size(), 1u);
  EXPECT_NEAR(r.t[r.gaps[0].after], 8.0, 1e-9);
}

TEST(Condense, StandsForALogByStretchesAllAlongIt) {
  const auto r =
      condensed(sines(1000, 60, 1.0, 20.0), {.rate_hz = 100, .seconds_of_stretch = 2, .seconds_between = 10}, 4000);
  EXPECT_EQ(r.gaps.size(), 5u);
  EXPECT_NEAR(static_cast<double>(r.samples()), 1200.0, 6.0);
  EXPECT_GT(r.t.back(), 51.9);
}

TEST(Condense, LeavesASlowLogAsItIs) {
  const auto log = sines(50, 10, 1.0, 3.0);
  const auto r = condensed(log, {.rate_hz = 100}, 100);
  EXPECT_EQ(r.t, log.t);
  EXPECT_EQ(r.q, log.q);
  EXPECT_EQ(r.effort, log.effort);
}

}  // namespace
}  // namespace tauforge::signals
