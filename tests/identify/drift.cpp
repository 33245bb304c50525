#include "tauforge/identify/drift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tauforge::identify {
namespace {

TEST(Drift, NamesWhatChangedAndNotWhatMerelyScatters) {
  const std::vector<KnownParameter> before{{"fs1", 5.0, 0.1}, {"fs2", 4.0, 0.1}, {"m6", 1.0, 0.2}, {"old", 1.0, 0.1}};
  const std::vector<KnownParameter> now{{"m6", 1.3, 0.2}, {"fs1", 6.0, 0.1}, {"fs2", 4.05, 0.1}, {"new", 1.0, 0.1}};
  const DriftReport report = find_drift(before, now);
  ASSERT_EQ(report.parameters.size(), 3u);
  EXPECT_EQ(report.parameters[0].name, "fs1");
  EXPECT_TRUE(report.parameters[0].drifted);
  EXPECT_NEAR(report.parameters[0].z, 1.0 / std::sqrt(0.02), 1e-12);
  EXPECT_FALSE(report.parameters[1].drifted);
  EXPECT_FALSE(report.parameters[2].drifted);
  EXPECT_EQ(report.only_before, std::vector<std::string>{"old"});
  EXPECT_EQ(report.only_now, std::vector<std::string>{"new"});
}

TEST(Drift, IsRarelySeenWhereThereIsNone) {
  // 30 parameters that do not change, measured twice, 2000 times: a false alarm in about 5 % of the reports
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0.0, 1.0);
  int alarms = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<KnownParameter> a, b;
    for (int k = 0; k < 30; ++k) {
      a.push_back({std::to_string(k), noise(random), 1.0});
      b.push_back({std::to_string(k), noise(random), 1.0});
    }
    if (find_drift(a, b).parameters[0].drifted) ++alarms;
  }
  EXPECT_GT(alarms, 60);
  EXPECT_LT(alarms, 140);
}

TEST(Drift, TakesExactNumbersForWhatTheyAre) {
  EXPECT_FALSE(find_drift({{"a", 1.0, 0.0}}, {{"a", 1.0, 0.0}}).parameters[0].drifted);
  EXPECT_TRUE(find_drift({{"a", 1.0, 0.0}}, {{"a", 1.1, 0.0}}).parameters[0].drifted);
}

}  // namespace
}  // namespace tauforge::identify
