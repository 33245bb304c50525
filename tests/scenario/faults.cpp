// Every kind of fault does what it says, on a virtual robot and on a machine that is none. The arm is a flywheel: what is seen
// and what is true have closed forms.
#include "tauforge/scenario/fault.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../simulate/arms.h"
#include "scenarios.h"
#include "tauforge/scenario/experiment.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::scenario {
namespace {

constexpr Nanoseconds ms = 1'000'000;

robot::Robot flywheel() {
  robot::Robot robot = tests::Pendulum{.m = 0, .l = 0, .J = 0.1}.robot();
  robot.limits[0].torque = 5.0;  // at 10 V
  return robot;
}

Scenario scenario_with(const std::string& fault, const std::string& more = "") {
  auto read = tests::scenario_of(
      "[motion]\nform = \"hold\"\nat = [0]\nseconds = 1.0\n[control]\nlaw = \"gravity\"\n"
      "[plant]\nconverter_bits = 0\nencoder_step = [0.001]\n" +
          more + "[[fault]]\n" + fault,
      flywheel());
  for (const auto& finding : read.findings()) ADD_FAILURE() << finding.message;
  return read.take();
}

// Both kinds of machines with the same faults: cards in front of a virtual robot that knows nothing of them, or inside it.
struct Bench {
  explicit Bench(const Scenario& s, bool is_virtual = true)
      : owner(virtual_machine(s)),
        machine(is_virtual ? owner.machine : Machine{*owner.robot, owner.machine.axes}, s, truth) {}
  VirtualMachine owner;
  executive::Ring<Truth> truth{4096};
  FaultyMachine machine;
  control::Reading reading{1};

  control::CardStatus read(Nanoseconds now) { return machine.read(now, reading); }
  control::CardStatus write(Nanoseconds now, double volts) {
    const std::vector<double> list{volts};
    return machine.write(now, {list, 0});
  }
  double q() const { return owner.robot->q()[0]; }
  double qd() const { return owner.robot->qd()[0]; }
};

// 1 V are 0.5 N m: q = 2.5 t^2.
std::int64_t counts_at(double t) { return std::llround(2500 * t * t); }

class OnBothMachines : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Machines, OnBothMachines, testing::Bool(),
                         [](const auto& p) { return std::string(p.param ? "Virtual" : "Other"); });

TEST_P(OnBothMachines, AnInvertedEncoderCountsTheOtherWayForItsTime) {
  const Scenario s = scenario_with("kind = \"encoder_inverted\"\nat = 0.1\nfor = 0.1\ndrive = \"drive\"\n");
  Bench bench(s, GetParam());
  bench.write(0, 1.0);
  for (Nanoseconds now = 0; now <= 300 * ms; now += ms) {
    bench.read(now);
    bench.write(now, 1.0);
    const double t = 1e-9 * static_cast<double>(now);
    const std::int64_t at = counts_at(0.1), off = counts_at(0.2);
    const std::int64_t expected = t <= 0.1  ? counts_at(t)
                                  : t < 0.2 ? at - (counts_at(t) - at)
                                            : 2 * at - 2 * off + counts_at(t);
    ASSERT_NEAR(static_cast<double>(bench.reading.counts[0]), static_cast<double>(expected), 5.0) << t;
  }
}

TEST_P(OnBothMachines, AnEncoderThatFreezesTwiceCountsAgainAfterTheLongerFreeze) {
  const Scenario s = scenario_with(
      "kind = \"sensor_freezes\"\nat = 0.1\nfor = 0.3\ndrive = \"drive\"\n"
      "[[fault]]\nkind = \"sensor_freezes\"\nat = 0.2\nfor = 0.1\ndrive = \"drive\"\n");
  Bench bench(s, GetParam());
  for (Nanoseconds now = 0; now <= 500 * ms; now += ms) {
    bench.read(now);
    bench.write(now, 1.0);
    const double t = 1e-9 * static_cast<double>(now);
    const std::int64_t expected = t <= 0.1  ? counts_at(t)
                                  : t < 0.4 ? counts_at(0.1)
                                            : counts_at(t) - counts_at(0.4) + counts_at(0.1);
    ASSERT_NEAR(static_cast<double>(bench.reading.counts[0]), static_cast<double>(expected), 3.0) << t;
  }
}

TEST_P(OnBothMachines, ADelayedEncoderShowsWhatItWas) {
  const Scenario s = scenario_with("kind = \"encoder_delayed\"\nat = 0.2\nby = 0.05\ndrive = \"drive\"\n");
  Bench bench(s, GetParam());
  bench.write(0, 1.0);
  for (Nanoseconds now = 0; now <= 400 * ms; now += ms) {
    bench.read(now);
    bench.write(now, 1.0);
    const double t = 1e-9 * static_cast<double>(now);
    ASSERT_NEAR(static_cast<double>(bench.reading.counts[0]), static_cast<double>(counts_at(t < 0.2 ? t : t - 0.05)),
                1.0);
  }
}

// Uniform within +-a: no reading farther off, mean 0, standard deviation a/sqrt(3).
TEST_P(OnBothMachines, ANoisyEncoderIsOffByUpToItsCountsAndRightOnTheMean) {
  const Scenario s = scenario_with("kind = \"encoder_noisy\"\nat = 0\ncounts = 60\ndrive = \"drive\"\n");
  Bench bench(s, GetParam()), again(s, GetParam());
  double sum = 0, squares = 0;
  constexpr int n = 4000;
  for (int k = 0; k < n; ++k) {
    bench.read(k * ms), again.read(k * ms);
    const auto off = static_cast<double>(bench.reading.counts[0]);
    ASSERT_LE(std::abs(off), 60.0);
    ASSERT_EQ(again.reading.counts[0], bench.reading.counts[0]) << "the same seed";
    sum += off, squares += off * off;
  }
  const double deviation = 60 / std::sqrt(3.0);
  EXPECT_NEAR(sum / n, 0.0, 4 * deviation / std::sqrt(n));
  EXPECT_NEAR(std::sqrt(squares / n), deviation, 0.05 * deviation);
}

TEST_P(OnBothMachines, ABrokenMotorGivesItsFactorForItsTime) {
  for (const double factor : {0.0, -1.0, 0.5}) {
    const Scenario s = scenario_with("kind = \"torque_constant\"\nat = 0.1\nfor = 0.1\ndrive = \"drive\"\nfactor = " +
                                     std::to_string(factor) + "\n");
    Bench bench(s, GetParam());
    for (Nanoseconds now = 0; now <= 300 * ms; now += ms) bench.read(now), bench.write(now, 1.0);
    EXPECT_NEAR(bench.qd(), 5 * (0.2 + 0.1 * factor), 0.006) << factor;
  }
}

TEST_P(OnBothMachines, LostPacketsLeaveTheReadingAndTheCommandOfBefore) {
  const Scenario s = scenario_with("kind = \"packet_loss\"\nat = 0.1\nfor = 0.1\nprobability = 1\n");
  Bench bench(s, GetParam());
  for (Nanoseconds now = 0; now < 100 * ms; now += ms) {
    EXPECT_EQ(bench.read(now), control::CardStatus::fine);
    EXPECT_EQ(bench.write(now, 1.0), control::CardStatus::fine);
  }
  const std::int64_t before = bench.reading.counts[0];
  for (Nanoseconds now = 100 * ms; now < 200 * ms; now += ms) {
    EXPECT_EQ(bench.read(now), control::CardStatus::stale);
    EXPECT_EQ(bench.reading.counts[0], before);
    EXPECT_EQ(bench.write(now, -1.0), control::CardStatus::stale);
  }
  EXPECT_EQ(bench.read(200 * ms), control::CardStatus::fine);
  // the volt of before held, until the watchdog of the drives: 0.1 s after the last that arrived
  EXPECT_NEAR(bench.qd(), 5 * 0.199, 1e-9);
}

TEST_P(OnBothMachines, SomePacketsAreLostWithTheirProbability) {
  const Scenario s = scenario_with("kind = \"packet_loss\"\nat = 0\nprobability = 0.25\n");
  Bench bench(s, GetParam());
  constexpr int n = 4000;
  int stale = 0, lost = 0;
  for (int k = 0; k < n; ++k) {
    stale += bench.read(k * ms) == control::CardStatus::stale;
    lost += bench.write(k * ms, 0.0) == control::CardStatus::stale;
  }
  const double deviation = std::sqrt(n * 0.25 * 0.75);
  EXPECT_NEAR(stale, 0.25 * n, 4 * deviation);
  EXPECT_NEAR(lost, 0.25 * n, 4 * deviation);
}

TEST_P(OnBothMachines, TheEmergencyStopIsReadWhileItIsPressed) {
  const Scenario s = scenario_with("kind = \"emergency_stop\"\nat = 0.1\nfor = 0.05\n");
  Bench bench(s, GetParam());
  for (Nanoseconds now = 0; now < 200 * ms; now += ms) {
    bench.read(now);
    EXPECT_EQ(bench.reading.emergency_stop, now >= 100 * ms && now < 150 * ms) << now;
  }
}

// The brake would hold 5 N m; with a tenth of it 5 V, 2.5 N m, turn the wheel by 2 N m.
TEST(VirtualFaults, ABrakeThatSlipsIsOvercome) {
  const Scenario s =
      scenario_with("kind = \"brake_slips\"\nat = 0.2\nfactor = 0.1\n", "brake_delay = 0\nwatchdog = 9\n");
  Bench bench(s);
  const std::vector<double> volts{5.0};
  for (Nanoseconds now = 0; now <= 300 * ms; now += ms) {
    bench.read(now);
    if (now > 0 && now <= 200 * ms) {
      ASSERT_EQ(bench.qd(), 0.0);
    }
    bench.machine.write(now, {volts, control::brakes});
  }
  EXPECT_NEAR(bench.qd(), (2.5 - 0.5) / 0.1 * 0.1, 1e-9);
}

TEST(VirtualFaults, FrictionThatGrowsSlowsTheWheel) {
  const Scenario s = scenario_with("kind = \"friction\"\nat = 0\nfactor = 4\n", "coulomb = [0.1]\nviscous = [0.0]\n");
  Bench bench(s);
  for (Nanoseconds now = 0; now <= 200 * ms; now += ms) bench.read(now), bench.write(now, 1.0);
  EXPECT_NEAR(bench.qd(), (0.5 - 0.4) / 0.1 * 0.2, 1e-9);
}

// The loop is told another time; the log and the machine keep the true one, and the reference goes on from where the clock is.
TEST(VirtualFaults, AClockThatJumpsTakesTheReferenceWithItAndNothingElse) {
  for (const double by : {0.3, -0.2, -9.0}) {
    auto read = tests::scenario_of(
        "[motion]\nform = \"point_to_point\"\nfrom = [0]\nto = [1]\nseconds = 1.0\nlaw = \"ramp\"\n"
        "[control]\nlaw = \"gravity\"\n[[fault]]\nkind = \"clock_jumps\"\nat = 0.5\nby = " +
            std::to_string(by) + "\n",
        flywheel());
    ASSERT_TRUE(read.ok());
    const Outcome outcome = simulate(read.value());
    ASSERT_EQ(outcome.samples.size(), 1001u);
    ASSERT_EQ(outcome.truth.size(), 1001u);
    EXPECT_EQ(outcome.dropped, 0u);
    EXPECT_TRUE(!outcome.stopped || outcome.stopped->time >= 500 * ms);
    for (std::size_t k = 0; k < 1001; ++k) {
      ASSERT_EQ(outcome.samples[k].time, static_cast<Nanoseconds>(k) * ms);
      const double t = 1e-3 * static_cast<double>(k), told = k < 500 ? t : std::max(0.0, t + by);
      if (outcome.stopped && outcome.samples[k].time > outcome.stopped->time)
        continue;  // a motion that is stopped waits
      ASSERT_NEAR(outcome.samples[k].q_d[0], std::min(told, 1.0), 1e-9) << k;
    }
    EXPECT_NE(outcome.events.at(0).what.find("fault: the clock jumps by"), std::string::npos);
  }
}

TEST(VirtualFaults, BackgroundTasksThatAreLateMakeOlderModels) {
  const std::string two = std::string(tests::calm_motion) +
                          "[control]\nrates = \"two\"\n[executive]\nbackground_period = 0.01\nage_bound = 1.0\n";
  const auto oldest = [&](const std::string& fault) {
    const auto read = tests::scenario_of(two + fault, tests::robot_named("puma560"));
    EXPECT_TRUE(read.ok());
    return simulate(read.value()).timing.model_age.largest();
  };
  const auto usual = oldest(""), late = oldest("[[fault]]\nkind = \"background_late\"\nat = 1\nfor = 1\nby = 0.035\n");
  // begun every 40 ms instead of 10, finished 35 ms later: just before the next arrives a model is 75 ms old
  EXPECT_LE(usual, 11 * ms);
  EXPECT_NEAR(static_cast<double>(late), 75e6, 2e6);
}

TEST(Faults, AreLeftOutByNameWhereAMachineCannotSufferThem) {
  const Scenario s = scenario_with("kind = \"brake_slips\"\nat = 0.2\nfactor = 0.1\n");
  const VirtualMachine owner = virtual_machine(s);
  const Outcome outcome = simulate(s, Machine{*owner.robot, owner.machine.axes});
  EXPECT_EQ(outcome.events.at(0).what,
            "left out, the machine is not virtual: fault: all brakes hold 0.1 times what they should for good");
}

TEST(Faults, HaveANameAFormAndWordsEach) {
  for (const FaultForm& form : fault_forms()) {
    EXPECT_EQ(&form_of(form.kind), &form);
    Fault fault;
    fault.kind = form.kind, fault.drive = 0;
    EXPECT_FALSE(what_happens(fault, {"elbow"}).empty()) << form.name;
    const bool named = what_happens(fault, {"elbow"}).find("elbow") != std::string::npos;
    EXPECT_EQ(named, form.drive != Need::none) << form.name;
  }
}

}  // namespace
}  // namespace tauforge::scenario
