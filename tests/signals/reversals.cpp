#include "tauforge/signals/reversals.h"

#include <gtest/gtest.h>

namespace tauforge::identify {

namespace {

std::string drawn(const std::vector<double>& qd, std::size_t reach, std::vector<recording::Stretch> stretches = {}) {
  signals::Samples s;
  s.qd = {qd};
  s.stretches = stretches.empty() ? std::vector<recording::Stretch>{{0, qd.size()}} : std::move(stretches);
  const signals::NearReversals all = signals::near_reversals(s, reach);
  std::string text;
  for (const bool near : all.front()) text += near ? 'x' : '.';
  return text;
}

}  // namespace

TEST(Reversals, ReachToBothSidesOfAChangeOfDirection) {
  EXPECT_EQ(drawn({1, 1, 1, 1, 1, -1, -1, -1, -1, -1}, 2), "xx.xxxx.xx");
  EXPECT_EQ(drawn({1, 1, 1, 1, 1, -1, -1, -1, -1, -1}, 1), "x...xx...x");
}

TEST(Reversals, IncludeStandingStill) { EXPECT_EQ(drawn({1, 1, 1, 1, 0, 1, 1, 1, 1}, 1), "x..xxx..x"); }

// Beyond the end of a log, or in a gap, a drive may turn without being seen.
TEST(Reversals, MayHideBehindTheEndsOfAStretch) {
  EXPECT_EQ(drawn({1, 1, 1, 1, -1, -1, -1, -1}, 1, {{0, 4}, {4, 8}}), "x..xx..x");
  EXPECT_EQ(drawn({1, 1}, 5), "xx");
  EXPECT_EQ(drawn({}, 5), "");
}

// Two samples of the differences, and a quarter of the cut-off's period: 35 ms.
TEST(Reversals, AreBlurredByDifferencesAndFilter) {
  EXPECT_EQ(signals::blurred_samples({}, 0.028), 2u);
  EXPECT_EQ(signals::blurred_samples({.motion = {4, 7.14}}, 0.028), 4u);
  EXPECT_EQ(signals::blurred_samples({.motion = {4, 7.14}}, 0.001), 2u + 36u);
}

}  // namespace tauforge::identify
