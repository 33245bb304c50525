#include "tauforge/control/guard.h"

#include <gtest/gtest.h>

#include <cmath>

#include "two_links.h"

namespace tauforge::control {
namespace {

using test::infinite;
using test::Pair;
using test::TwoLinks;

const Pair still{};

// Around an arm without limits of position, whose observer is silent unless a test says so.
struct Fixture {
  TwoLinks arm;
  Braking braking{arm,
                  arm,
                  {{-infinite, -infinite}, {infinite, infinite}, {}, {}},
                  {.torque = {100, 100}, .rate = {infinite, infinite}}};
  MomentumObserver observer{arm, {30.0, 30.0}};
  Guard guard{GuardLimits{.velocity = {2.0, infinite},
                          .slack = {0.001, 0.001},
                          .envelope = {0.1, infinite},
                          .residual = {infinite, infinite},
                          .holding = {infinite, infinite},
                          .torque = {100, 100},
                          .rate = {infinite, 500}},
              {arm, braking, observer},
              0.01};
  Reading reading{2};

  Alarm after(const Pair& q, const Pair& q_d, std::uint64_t hot = 0, const Pair& qd = still,
              CardStatus status = CardStatus::fine, double dt = 0.01) {
    reading.hot = hot;
    guard.look({{q, qd}, {q_d, still, still}, still, reading, status, 5, dt});
    return guard.alarm();
  }
};

TEST(Guard, IsSilentWhileTheArmFollows) {
  Fixture g;
  for (int k = 0; k < 100; ++k) {
    const Pair q{0.01 * k, 5.0 * k};
    EXPECT_EQ(g.after(q, {0.01 * k + 0.09, 0.0}), Alarm::none);
  }
}

TEST(Guard, NoticesAJumpThatNoJointCanMake) {
  Fixture g;
  EXPECT_EQ(g.after({0.0, 0.0}, {0.0, 0.0}), Alarm::none);
  EXPECT_EQ(g.after({0.04, 9.0}, {0.04, 9.0}), Alarm::none);  // 2 x 2 rad/s x 10 ms; the second has no limit
  EXPECT_EQ(g.after({0.0825, 9.0}, {0.0825, 9.0}), Alarm::jumped);
  EXPECT_EQ(g.guard.drive(), 0u);
  EXPECT_NEAR(g.guard.record().seen, 0.0425, 1e-12);
  EXPECT_NEAR(g.guard.record().limit, 0.041, 1e-12);
  EXPECT_EQ(g.guard.category(), StopCategory::zero);
}

// Cards behind a network: what was read late is older than what is read in time, by up to a period.
TEST(Guard, BearsReadingsOfDifferentAge) {
  Fixture g;
  g.after(still, still);
  EXPECT_EQ(g.after({0.02, 0.0}, {0.02, 0.0}, 0, still, CardStatus::fine, 0.002), Alarm::none);  // 2 rad/s for 10 ms
  EXPECT_EQ(g.after({0.063, 0.0}, {0.063, 0.0}, 0, still, CardStatus::fine, 0.002), Alarm::jumped);
}

TEST(Guard, NoticesAnArmThatLeavesItsEnvelope) {
  Fixture g;
  EXPECT_EQ(g.after({0.0, 0.0}, {0.1, 3.0}), Alarm::none);
  EXPECT_EQ(g.after({0.0, 0.0}, {0.101, 3.0}), Alarm::away);
}

TEST(Guard, NoticesAPositionThatStandsStillWhileTheReferenceGoesOn) {
  Fixture g;
  EXPECT_EQ(g.after({0.0, 0.0}, {0.0, 0.0}), Alarm::none);
  EXPECT_EQ(g.after({0.001, 0.0}, {0.005, 0.0}), Alarm::none);
  EXPECT_EQ(g.after({0.001, 0.0}, {0.024, 0.0}), Alarm::none);    // 0.019 further
  EXPECT_EQ(g.after({0.001, 0.0}, {0.026, 0.0}), Alarm::frozen);  // 0.021: more than a fifth of 0.1
}

// Less friction than its model lets a joint leap ahead and wait; a fifth of the envelope counts from where it waits.
TEST(Guard, LetsAJointWaitThatIsAheadOfItsReference) {
  for (const double sign : {1.0, -1.0}) {
    Fixture g;
    EXPECT_EQ(g.after({0.0, 0.0}, {0.0, 0.0}), Alarm::none);
    EXPECT_EQ(g.after({sign * 0.015, 0.0}, {0.0, 0.0}), Alarm::none);
    EXPECT_EQ(g.after({sign * 0.015, 0.0}, {sign * 0.034, 0.0}), Alarm::none);    // 0.034 further, 0.019 past it
    EXPECT_EQ(g.after({sign * 0.015, 0.0}, {sign * 0.036, 0.0}), Alarm::frozen);  // 0.021
  }
}

// exp(g t) sin(w t) around a way at rest: what a loop with a late encoder does. Peaks are those of the formula.
struct Swinging {
  Fixture g;
  double largest = 0;  // until the alarm
  Alarm after(double seconds, double growth, double w, double begin = 2e-4) {
    for (int k = 0; 0.01 * k < seconds && g.guard.alarm() == Alarm::none; ++k) {
      const double t = 0.01 * k, error = begin * std::exp(growth * t) * std::sin(w * t);
      largest = std::max(largest, std::abs(error));
      g.after({error, 0.0}, still);
    }
    return g.guard.alarm();
  }
};

TEST(Guard, NoticesAnArmThatSwingsMoreEachTime) {
  Swinging fast, slow;
  EXPECT_EQ(fast.after(2.0, 10.0, 40.0), Alarm::swings);  // half a wave is 79 ms: 2.2 times more each
  EXPECT_EQ(fast.g.guard.category(), StopCategory::zero);
  EXPECT_LT(fast.largest, 0.2 * 0.1);  // long before the envelope of 0.1 is left
  EXPECT_EQ(slow.after(6.0, 2.0, 8.0), Alarm::swings);
  EXPECT_LT(slow.largest, 0.2 * 0.1);
}

TEST(Guard, BearsSwingsThatDoNotGrowOrAreSmall) {
  Swinging constant, dying, little;
  EXPECT_EQ(constant.after(5.0, 0.0, 20.0, 0.05), Alarm::none);
  EXPECT_EQ(dying.after(5.0, -2.0, 20.0, 0.09), Alarm::none);
  EXPECT_EQ(little.after(1.0, 3.0, 40.0, 2e-4), Alarm::none);  // to 0.004: less than a twentieth of 0.1
}

// One that is larger than those before it is a disturbance: three in a row are none.
TEST(Guard, BearsALargerSwingAmongOthers) {
  Fixture g;
  for (int k = 0; k < 500; ++k) {
    const double t = 0.01 * k, error = (t < 2 ? 0.02 : 0.03) * std::sin(20 * t);
    EXPECT_EQ(g.after({error, 0.0}, still), Alarm::none) << t;
  }
}

// A transient after a long rest, to and fro: it has no peaks before it.
TEST(Guard, BearsATransient) {
  Fixture g;
  for (int k = 0; k < 300; ++k) {
    const double t = 0.01 * k, error = t < 1 ? 1e-4 * std::sin(60 * t) : 0.06 * (t - 1) * std::exp(-4 * (t - 1));
    EXPECT_EQ(g.after({error, 0.0}, still), Alarm::none) << t;
  }
}

TEST(Guard, NoticesHeatAndTorquesThatAreNoNumbers) {
  Fixture hot, wrong, much, fast;
  EXPECT_EQ(hot.after(still, still, 2), Alarm::hot);
  EXPECT_EQ(hot.guard.drive(), 1u);
  wrong.guard.look_at_torques(Pair{1.0, std::nan("")}, still, 0.01, 0);
  EXPECT_EQ(wrong.guard.alarm(), Alarm::not_finite);
  much.guard.look_at_torques(Pair{100.0, 5.0}, still, 0.01, 0);
  EXPECT_EQ(much.guard.alarm(), Alarm::none);
  much.guard.look_at_torques(Pair{100.1, 5.0}, Pair{100, 5}, 0.01, 0);
  EXPECT_EQ(much.guard.alarm(), Alarm::torque);
  fast.guard.look_at_torques(Pair{0.0, 10.1}, still, 0.01, 0);  // 1010 N m/s: more than twice what is allowed
  EXPECT_EQ(fast.guard.alarm(), Alarm::torque_rate);
}

TEST(Guard, TellsOfAJointThatCannotBeStoppedInWords) {
  const AlarmRecord stops{.alarm = Alarm::limit, .seen = 1.25, .limit = 1.2},
      never{.alarm = Alarm::limit, .seen = infinite, .limit = 1.2};
  EXPECT_EQ(describe(stops, true), "it would pass the limit of its joint: 1.25 rad, limit 1.2 rad");
  EXPECT_EQ(describe(never, false),
            "it would pass the limit of its joint: its drives cannot bring it to rest, limit 1.2 m");
}

TEST(Guard, KeepsItsFirstAlarmUntilItIsAcknowledged) {
  Fixture g;
  g.after(still, still, 2);
  g.after(still, {0.5, 0.0});
  EXPECT_EQ(g.guard.alarm(), Alarm::hot);
  g.guard.acknowledge();
  EXPECT_EQ(g.after(still, still), Alarm::none);
}

TEST(Guard, TakesPositionsThatAreNoNumbersForAJump) {
  Fixture g;
  g.after(still, still);
  EXPECT_EQ(g.after({std::nan(""), 0.0}, still), Alarm::jumped);
}

TEST(Guard, NoticesAnArmThatIsTooFastBeforeItLooksLikeAJump) {
  Fixture g;
  EXPECT_EQ(g.after({0.0, 0.0}, still, 0, {2.19, 0.0}), Alarm::none);
  EXPECT_EQ(g.after({0.02, 0.0}, still, 0, {2.21, 0.0}), Alarm::too_fast);
  EXPECT_EQ(g.guard.category(), StopCategory::one);
  EXPECT_NEAR(g.guard.record().limit, 2.2, 1e-12);
}

// A milliradian per count and 0.2 ms: a single count looks like 5 rad/s, however slow the arm is.
TEST(Guard, DoesNotTakeACountForASpeed) {
  Fixture f;
  GuardLimits limits{.velocity = {2.0, 2.0},
                     .slack = {0.004, 0.004},
                     .envelope = {infinite, infinite},
                     .residual = {infinite, infinite},
                     .holding = {infinite, infinite},
                     .torque = {100, 100},
                     .rate = {infinite, infinite},
                     .step = {0.001, -0.001}};
  Guard g(limits, {f.arm, f.braking, f.observer}, 2e-4);
  const auto at = [&](double qd) {
    g.look({{still, Pair{0, qd}}, {still, still, still}, still, f.reading, CardStatus::fine, 0, 2e-4});
    return g.alarm();
  };
  EXPECT_EQ(at(5.0), Alarm::none);
  EXPECT_EQ(at(-7.1), Alarm::none);
  EXPECT_EQ(at(7.3), Alarm::too_fast);
  EXPECT_NEAR(g.record().limit, 2.2 + 5.0, 1e-9);
}

TEST(Guard, StopsByCategoryZeroWhenASensorFailsDuringAnotherAlarm) {
  Fixture g;
  g.after(still, still);
  g.after({0.02, 0.0}, still, 0, {2.3, 0.0});
  EXPECT_EQ(g.guard.category(), StopCategory::one);
  g.after({0.5, 0.0}, still);
  EXPECT_EQ(g.guard.alarm(), Alarm::too_fast);  // what came first is told
  EXPECT_EQ(g.guard.category(), StopCategory::zero);
}

// N from half (tau_max/inertia) (N T)^2 = envelope: of both drives the second has less inertia, m2 = 1, and the usual
// envelope of 0.2: N = sqrt(2 0.2 1/100)/0.01 = 6.3; of the first M11 = 6 with an envelope of 0.1: 10.9.
TEST(Guard, BearsSoMuchSilenceAsFullTorqueTakesToLeaveTheEnvelope) {
  Fixture g;
  g.after(still, still);
  EXPECT_EQ(g.guard.most_missed(), 6);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(g.after(still, still, 0, still, CardStatus::stale), Alarm::none) << k;
  EXPECT_EQ(g.after(still, still, 0, still, CardStatus::stale), Alarm::cards_silent);
  Fixture late;
  late.after(still, still);
  EXPECT_EQ(late.after(still, still, 0, still, CardStatus::fine, 0.07), Alarm::none);
  EXPECT_EQ(late.after(still, still, 0, still, CardStatus::fine, 0.08), Alarm::late);
}

TEST(Guard, NoticesCardsThatFailAndButtonsAndClocksThatGoBack) {
  Fixture gone, button, clock;
  EXPECT_EQ(gone.after(still, still, 0, still, CardStatus::failed), Alarm::cards_failed);
  button.reading.emergency_stop = true;
  EXPECT_EQ(button.after(still, still), Alarm::emergency_stop);
  clock.after(still, still);
  EXPECT_EQ(clock.after(still, still, 0, still, CardStatus::fine, 0.0), Alarm::clock);
}

// Towards a goal the error may be anything, but not become more than it was by an envelope.
TEST(Guard, NoticesAnArmThatGoesAwayFromItsGoal) {
  Fixture f;
  Guard g(GuardLimits{.velocity = {infinite, infinite},
                      .slack = {0, 0},
                      .envelope = {0.1, 0.1},
                      .residual = {infinite, infinite},
                      .holding = {infinite, infinite},
                      .torque = {100, 100},
                      .rate = {infinite, infinite},
                      .goal = true},
          {f.arm, f.braking, f.observer}, 0.01);
  const auto after = [&](double q) {
    g.look({{Pair{q, 0}, still}, {still, still, still}, still, f.reading, CardStatus::fine, 0, 0.01});
    return g.alarm();
  };
  for (const double q : {1.0, 0.8, 0.5, 0.55, 0.59}) EXPECT_EQ(after(q), Alarm::none) << q;
  EXPECT_EQ(after(0.61), Alarm::away);
  EXPECT_NEAR(g.record().limit, 0.6, 1e-12);
}

GuardLimits no_limits() {
  return {.velocity = {infinite, infinite},
          .slack = {0, 0},
          .envelope = {infinite, infinite},
          .residual = {infinite, infinite},
          .holding = {infinite, infinite},
          .torque = {100, 100},
          .rate = {infinite, infinite}};
}

// At 1 rad/s 0.3 rad before its limit it can be stopped by 100 N m, at 5 rad/s it cannot: half M11 v^2 is 75 J.
TEST(Guard, NoticesAnArmThatCannotBeStoppedBeforeItsLimit) {
  Fixture f;
  f.arm.g = 0;
  Braking braking{f.arm,
                  f.arm,
                  {{-infinite, -infinite}, {1.0, infinite}, {}, {}},
                  {.torque = {100, 100}, .rate = {infinite, infinite}}};
  Guard g(no_limits(), {f.arm, braking, f.observer}, 0.01);
  const auto after = [&](double qd) {
    g.look({{Pair{0.7, 0}, Pair{qd, 0}}, {still, still, still}, still, f.reading, CardStatus::fine, 7, 0.01});
    return g.alarm();
  };
  EXPECT_EQ(after(1.0), Alarm::none);
  EXPECT_EQ(after(5.0), Alarm::limit);
  EXPECT_EQ(g.record().limit, 1.0);
  EXPECT_GT(g.record().seen, 1.0);  // where it would come to rest
  EXPECT_EQ(g.category(), StopCategory::one);
}

// A difference that lasts is small and found by the slow low-pass, one to and fro is large and found by the fast one.
TEST(Guard, NoticesEncodersThatDisagreeWithPotentiometersForLongOrByMuch) {
  for (const bool lasts : {true, false}) {
    Fixture f;
    PotentiometerCheck check({{1.0, 0.0}, {1.0, 0.0}}, {0.01, 0.01});
    Guard g(no_limits(), {f.arm, f.braking, f.observer, nullptr, &check}, 0.001);
    for (int k = 0; k < 1000 && g.alarm() == Alarm::none; ++k) {
      const double off = lasts ? 0.011 : 0.025 * std::sin(60 * 0.001 * k);  // 0.0079 behind 50 ms, 0.0214 behind 10 ms
      f.reading.potentiometers = {0.0, off};
      g.look({{still, still}, {still, still, still}, still, f.reading, CardStatus::fine, 0, 0.001});
    }
    EXPECT_EQ(g.alarm(), Alarm::disagrees) << lasts;
    EXPECT_EQ(g.drive(), 1u);
    EXPECT_NEAR(g.record().limit, lasts ? 0.01 : 0.012, 1e-12);
  }
}

// A joint that stands still with a torque that nothing holds has a deaf encoder; friction may hold so much.
TEST(Guard, NoticesAJointThatDoesNotMoveThoughNothingHoldsIt) {
  Fixture f;
  Guard g(GuardLimits{.velocity = {infinite, infinite},
                      .slack = {0, 0},
                      .envelope = {infinite, infinite},
                      .residual = {50, 50},
                      .holding = {5, 5},
                      .torque = {100, 100},
                      .rate = {infinite, infinite}},
          {f.arm, f.braking, f.observer}, 0.01);
  const Pair q{0.3, 0.4};
  Pair G;
  f.arm.gravity(q, G);
  const auto after = [&](double more, int periods) {
    for (int k = 0; k < periods; ++k)
      g.look({{q, still}, {q, still, still}, Pair{G[0], G[1] + more}, f.reading, CardStatus::fine, 0, 0.01});
    return g.alarm();
  };
  EXPECT_EQ(after(4.5, 100), Alarm::none);
  EXPECT_EQ(after(6.0, 50), Alarm::unmoved);
  EXPECT_EQ(g.drive(), 1u);
}

// r is linear in the payload: between none and the largest nothing is an alarm, beyond it is.
TEST(Guard, AllowsAnyPayloadUpToTheLargest) {
  TwoLinks laden;
  laden.m2 = 2.0;  // one kilogram more at the end
  for (const double carried : {0.0, 0.5, 1.0, -0.6, 1.6}) {
    Fixture f;
    MomentumObserver with(laden, {30.0, 30.0});
    Guard g(GuardLimits{.velocity = {infinite, infinite},
                        .slack = {0, 0},
                        .envelope = {infinite, infinite},
                        .residual = {5, 5},
                        .holding = {infinite, infinite},
                        .torque = {100, 100},
                        .rate = {infinite, infinite}},
            {f.arm, f.braking, f.observer, &with}, 0.01);
    TwoLinks real;
    real.m2 += carried;
    const Pair q{0.1, 0.2};
    Pair tau;
    real.gravity(q, tau);  // what a law with feedback ends up with: it holds what is really there
    for (int k = 0; k < 100; ++k) g.look({{q, still}, {q, still, still}, tau, f.reading, CardStatus::fine, 0, 0.01});
    EXPECT_EQ(g.alarm() == Alarm::pushed, carried < 0.0 || carried > 1.0) << carried;
  }
}

TEST(PotentiometerCheck, NoticesAnEncoderThatSlipsByMoreThanItsTolerance) {
  PotentiometerCheck check({{2.0, 1.0, 0.05, 4.95}}, {0.015});
  const auto after = [&](double q, double q_encoder) {
    for (int k = 0; k < 500; ++k) check.step(std::vector{1.0 + 2.0 * q}, std::vector{q_encoder}, 0.001);
    return check.difference(0);
  };
  EXPECT_NEAR(after(0.4, 0.4), 0.0, 1e-12);
  EXPECT_NEAR(after(0.4, 0.38), 0.02, 1e-5);  // 500 ms are ten time constants
  EXPECT_NEAR(after(3.0, 0.38), 0.02, 1e-5);  // at its end it says nothing
  check.recalibrated();                       // what they differ by now is known to be right
  EXPECT_NEAR(after(0.4, 0.38), 0.0, 1e-9);
  EXPECT_NEAR(after(0.4, 0.36), 0.02, 1e-5);
}

// 26 ms late while it swings by 0.05 rad at 40 rad/s: off by 2 x 0.05 sin(0.52) = 0.0497 rad, to and fro.
TEST(PotentiometerCheck, NoticesAnEncoderThatIsLateWhileItsJointSwings) {
  PotentiometerCheck check({{2.0, 1.0, 0.05, 4.95}}, {0.013});
  double slow = 0, fast = 0;
  for (int k = 0; k < 1000; ++k) {
    const auto at = [](double t) { return 0.5 + 0.05 * std::sin(40 * t); };
    check.step(std::vector{1.0 + 2.0 * at(0.001 * k)}, std::vector{at(0.001 * k - 0.026)}, 0.001);
    if (k > 500) slow = std::max(slow, check.difference(0)), fast = std::max(fast, check.hasty_difference(0));
  }
  EXPECT_NEAR(slow, 0.0497 / std::hypot(1, 40 * 0.05), 0.001);  // first-order low-passes
  EXPECT_NEAR(fast, 0.0497 / std::hypot(1, 40 * 0.01), 0.001);
  EXPECT_NEAR(check.hasty_tolerance(0), 0.013 + 0.001, 1e-12);
}

}  // namespace
}  // namespace tauforge::control
