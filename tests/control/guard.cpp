#include "tauforge/control/guard.h"

#include <gtest/gtest.h>

#include <cmath>

#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;

Guard guard() { return Guard({{2.0, infinite}, {0.001, 0.001}, {0.1, infinite}}); }
const Pair still{};

Alarm after(Guard& g, const Pair& q, const Pair& q_d, std::uint64_t hot = 0) {
  g.look({q, still}, {q_d, still, still}, hot, 0.01);
  return g.alarm();
}

TEST(Guard, IsSilentWhileTheArmFollows) {
  Guard g = guard();
  for (int k = 0; k < 100; ++k) {
    const Pair q{0.01 * k, 5.0 * k};
    EXPECT_EQ(after(g, q, {0.01 * k + 0.09, 0.0}), Alarm::none);
  }
}

TEST(Guard, NoticesAJumpThatNoJointCanMake) {
  Guard g = guard();
  EXPECT_EQ(after(g, {0.0, 0.0}, {0.0, 0.0}), Alarm::none);
  EXPECT_EQ(after(g, {0.04, 9.0}, {0.04, 9.0}), Alarm::none);  // 2 x 2 rad/s x 10 ms; the second has no limit
  EXPECT_EQ(after(g, {0.0825, 9.0}, {0.0825, 9.0}), Alarm::jumped);
  EXPECT_EQ(g.drive(), 0u);
}

TEST(Guard, NoticesAnArmThatLeavesItsEnvelope) {
  Guard g = guard();
  EXPECT_EQ(after(g, {0.0, 0.0}, {0.1, 3.0}), Alarm::none);
  EXPECT_EQ(after(g, {0.0, 0.0}, {0.101, 3.0}), Alarm::away);
}

TEST(Guard, NoticesAPositionThatStandsStillWhileTheReferenceGoesOn) {
  Guard g = guard();
  EXPECT_EQ(after(g, {0.0, 0.0}, {0.0, 0.0}), Alarm::none);
  EXPECT_EQ(after(g, {0.001, 0.0}, {0.005, 0.0}), Alarm::none);
  EXPECT_EQ(after(g, {0.001, 0.0}, {0.024, 0.0}), Alarm::none);    // 0.019 further
  EXPECT_EQ(after(g, {0.001, 0.0}, {0.026, 0.0}), Alarm::frozen);  // 0.021: more than a fifth of 0.1
}

TEST(Guard, NoticesHeatAndTorquesThatAreNoNumbers) {
  Guard hot = guard(), wrong = guard();
  EXPECT_EQ(after(hot, still, still, 2), Alarm::hot);
  EXPECT_EQ(hot.drive(), 1u);
  wrong.look_at_torques(Pair{1.0, std::nan("")});
  EXPECT_EQ(wrong.alarm(), Alarm::not_finite);
}

TEST(Guard, KeepsItsFirstAlarmUntilItIsAcknowledged) {
  Guard g = guard();
  after(g, still, still, 2);
  after(g, still, {0.5, 0.0});
  EXPECT_EQ(g.alarm(), Alarm::hot);
  g.acknowledge();
  EXPECT_EQ(after(g, still, still), Alarm::none);
}

TEST(Guard, TakesPositionsThatAreNoNumbersForAJump) {
  Guard g = guard();
  after(g, still, still);
  EXPECT_EQ(after(g, {std::nan(""), 0.0}, still), Alarm::jumped);
}

}  // namespace
}  // namespace tauforge::control
