// Scenarios against a machine that knows nothing of the virtual robot: a flywheel behind cards of its own. Voltages that
// are held move it along parabolas, so it is integrated exactly, and what the loop does to it has a closed form.
#include "tauforge/scenario/machine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "../simulate/arms.h"
#include "scenarios.h"
#include "tauforge/scenario/real_time.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::scenario {
namespace {

//   qdd = torque_per_volt u     inertia 1 kg m^2
struct Flywheel : control::Hardware {
  static constexpr double step = -1e-6, torque_per_volt = -0.5;  // it counts down and is wired the wrong way round
  static constexpr double origin = 0.123456;                     // where it stood when the counter was at zero
  double q, v = 0, volts = 0;
  std::uint64_t digital = 0;
  std::int64_t last = 0;

  explicit Flywheel(double start) : q(start) {}
  std::size_t drives() const noexcept override { return 1; }
  void advance(std::int64_t now) noexcept {
    const double dt = 1e-9 * static_cast<double>(now - last), a = torque_per_volt * volts;
    if (now <= last) return;
    last = now, q += dt * (v + 0.5 * dt * a), v += dt * a;
  }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override {
    advance(now);
    reading.counts[0] = std::llround((q - origin) / step);
    return control::CardStatus::fine;
  }
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override {
    advance(now);
    volts = outputs.volts[0], digital = outputs.digital;
    return control::CardStatus::fine;
  }
  Machine machine() { return {*this, {{.step = step, .offset = origin, .torque_per_volt = torque_per_volt}}}; }
};

Scenario scenario_for_flywheel(const std::string& text) {
  robot::Robot robot = tests::Pendulum{.m = 0, .l = 0, .J = 1}.robot();
  robot.limits[0].torque = 5.0;
  auto read = tests::scenario_of(text, robot);
  EXPECT_TRUE(read.ok()) << (read.findings().empty() ? "" : read.findings()[0].message);
  Scenario scenario = read.take();
  scenario.machine = {}, scenario.plant = {};  // nothing may look for a virtual robot
  scenario.plant.drives = scenario.robot.drives;
  return scenario;
}

// How late the loop knows a speed that grows steadily: half a period T by the difference; its filter
// x += (1 - exp(-w_c T)) (difference - x) lags behind by T / (exp(w_c T) - 1).
double delay_of_speed(const Scenario& scenario) {
  const double T = 1e-9 * static_cast<double>(scenario.executive.period);
  return T * (0.5 + 1.0 / std::expm1(scenario.control.speed_cut_off * T));
}

void expect_no_truth(const Outcome& outcome) {
  EXPECT_TRUE(outcome.truth.empty());
  EXPECT_FALSE(outcome.knows_truth());
  EXPECT_FALSE(outcome.energy.has_value());
  EXPECT_FALSE(outcome.samples.empty());
  EXPECT_EQ(outcome.dropped, 0u);
}

// Both poles at w: e(t) = e0 (1 + w t) exp(-w t).
TEST(AnyMachine, ForgetsAnErrorAsItsPolesSay) {
  const double w = 5.0, goal = 0.3, e0 = -0.05;
  const Scenario scenario = scenario_for_flywheel(
      "[motion]\nform = \"hold\"\nat = [0.3]\nseconds = 2.0\n"
      "[control]\nlaw = \"tracking\"\npoles = 5.0\n[executive]\nperiod = 0.0001\n");
  Flywheel wheel(goal + e0);
  const Outcome outcome = simulate(scenario, wheel.machine());
  expect_no_truth(outcome);
  ASSERT_EQ(outcome.samples.size(), 20001u);
  const double late = w * delay_of_speed(scenario) * std::abs(e0);  // relative to the time constant
  for (const auto& sample : outcome.samples) {
    const double t = 1e-9 * static_cast<double>(sample.time);
    ASSERT_NEAR(sample.q[0] - goal, e0 * (1.0 + w * t) * std::exp(-w * t), 2.0 * late) << t;
  }
  EXPECT_NEAR(outcome.drives[0].largest_error, std::abs(e0), 1e-6);
  EXPECT_NEAR(outcome.drives[0].final_error, wheel.q - goal, 1e-6);
}

// A speed known too late by d looks like one that is wrong by a d: 2 w a d = w^2 e.
TEST(AnyMachine, IsFollowedInOnePassAndWithTwoRatesAsWellAsSpeedsAreKnown) {
  for (const char* rates : {"one", "two"}) {
    const Scenario scenario = scenario_for_flywheel(
        "[motion]\nform = \"point_to_point\"\nfrom = [0.0]\nto = [1.0]\nseconds = 2.0\n"
        "[control]\nlaw = \"tracking\"\npoles = 20.0\nrates = \"" +
        std::string(rates) + "\"\n");
    Flywheel wheel(0.0);
    const Outcome outcome = simulate(scenario, wheel.machine());
    expect_no_truth(outcome);
    double a = 0.0;
    for (const auto& sample : outcome.samples) a = std::max(a, std::abs(sample.qdd_d[0]));
    const double expected = 2.0 * a * delay_of_speed(scenario) / 20.0;
    EXPECT_NEAR(outcome.drives[0].largest_error, expected, 0.05 * expected) << rates;
    EXPECT_NEAR(wheel.q, 1.0, 1e-4);
    EXPECT_TRUE(outcome.events.empty());
  }
}

// Cards that have nothing to say at first, not even where the arm is.
struct LateFlywheel : Flywheel {
  int silent, reads = 0;
  bool commanded_too_early = false;
  LateFlywheel(double start, int periods) : Flywheel(start), silent(periods) {}
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override {
    if (reads++ < silent) return control::CardStatus::stale;
    return Flywheel::read(now, reading);
  }
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override {
    commanded_too_early |= reads <= silent && (outputs.volts[0] != 0 || !(outputs.digital & control::brakes));
    return Flywheel::write(now, outputs);
  }
};

TEST(AnyMachine, StaysInItsBrakesUntilItsCardsSayWhereItIs) {
  const Scenario scenario = scenario_for_flywheel(
      "[motion]\nform = \"hold\"\nat = [0.3]\nseconds = 0.5\n"
      "[control]\nlaw = \"tracking\"\npoles = 20.0\nenvelope = [0.05]\n[brakes]\n");
  LateFlywheel wheel(0.3, 100);  // a loop that believed in zero would be beyond its envelope
  const Outcome outcome = simulate(scenario, wheel.machine());
  EXPECT_FALSE(outcome.stopped) << outcome.stopped->what;
  EXPECT_FALSE(wheel.commanded_too_early);
  EXPECT_GT(wheel.reads, 100);
  EXPECT_TRUE(outcome.motion_began);
  EXPECT_LT(outcome.drives[0].largest_error, 1e-3);
}

TEST(AnyMachine, IsGivenUpWhenItsCardsNeverSayWhereItIs) {
  const Scenario scenario = scenario_for_flywheel(
      "[motion]\nform = \"hold\"\nat = [0.3]\nseconds = 0.5\n[control]\nlaw = \"tracking\"\n[brakes]\n");
  LateFlywheel wheel(0.3, 1 << 30);
  const Outcome outcome = simulate(scenario, wheel.machine());
  EXPECT_EQ(outcome.alarm.alarm, control::Alarm::cards_silent);
  EXPECT_TRUE(outcome.at_rest);
  EXPECT_FALSE(wheel.commanded_too_early);
  EXPECT_EQ(wheel.q, 0.3);
}

TEST(AnyMachine, SuffersTheFaultsOfItsEncodersButKeepsItsPayload) {
  const std::string motion =
      "[motion]\nform = \"point_to_point\"\nfrom = [0.0]\nto = [1.0]\nseconds = 2.0\n"
      "[[fault]]\nkind = \"payload\"\nat = 0.1\nmass = 1.0\n";
  const auto outcome_with = [&](const std::string& fault) {
    const Scenario scenario = scenario_for_flywheel(motion + "[[fault]]\nat = 1.0\ndrive = \"drive\"\n" + fault);
    Flywheel wheel(0.0);
    const Outcome outcome = simulate(scenario, wheel.machine());
    EXPECT_EQ(outcome.events.at(0).what, "left out, the machine is not virtual: fault: the payload becomes 1 kg");
    return outcome;
  };
  const Outcome jumped = outcome_with("kind = \"encoder_jumps\"\ncounts = 300000\n");
  EXPECT_NEAR(jumped.samples[1000].q[0] - jumped.samples[999].q[0], 1e6 * Flywheel::step * 0.3, 2e-3);
  EXPECT_EQ(jumped.stopped->what.find("drive: its position jumped: 0.299"), 0u) << jumped.stopped->what;
  const Outcome frozen = outcome_with("kind = \"sensor_freezes\"\nfor = 0.01\n");
  EXPECT_EQ(frozen.samples[1009].q[0], frozen.samples[999].q[0]);
  // counts go on from where they stood: what was not counted is lost
  EXPECT_NEAR(frozen.samples[1010].q[0] - frozen.samples[1009].q[0], 1e-3 * frozen.samples[999].qd[0], 1e-4);
}

TEST(AnyMachine, RunsOnTheRealClockAndIsLeftWithBrakesAndWithoutTorque) {
  Scenario scenario = scenario_for_flywheel(
      "[motion]\nform = \"hold\"\nat = [0.3]\nseconds = 0.2\n"
      "[control]\nlaw = \"tracking\"\nrates = \"two\"\n");
  Flywheel wheel(0.25);
  RunSettings settings;
  settings.realtime.synchronous.priority = 0;
  executive::MeasuredRun measured;
  const Outcome outcome = run(scenario, wheel.machine(), nullptr, settings, measured);
  expect_no_truth(outcome);
  EXPECT_FALSE(outcome.stopped.has_value()) << outcome.stopped->what;
  EXPECT_NEAR(outcome.samples.front().q[0], 0.25, 1e-6);
  EXPECT_EQ(wheel.volts, 0.0);
  EXPECT_EQ(wheel.digital, control::brakes);
}

// Whatever ends a run in its middle: the last thing that the cards hear is a stop.
struct Disturbed : testing::Test {
  const Scenario scenario = scenario_for_flywheel(
      "[motion]\nform = \"hold\"\nat = [0.3]\nseconds = 600.0\n"
      "[control]\nlaw = \"tracking\"\nrates = \"two\"\n");
  Flywheel wheel{0.25};
  RunSettings settings;
  executive::MeasuredRun measured;
  std::uint64_t taken = 0;

  void SetUp() override { settings.realtime.synchronous.priority = 0; }
  void expect_stopped() const {
    EXPECT_GT(taken, 20u);  // it did run
    EXPECT_EQ(wheel.volts, 0.0);
    EXPECT_TRUE(wheel.digital & control::brakes);
  }
};

TEST_F(Disturbed, ARunWhoseLogCannotBeWrittenStopsTheMachineFirst) {
  settings.taker = [&](const control::LoopSample&, const Truth*) {
    if (++taken > 20) throw std::runtime_error("no space left on device");
    return true;
  };
  EXPECT_THROW(run(scenario, wheel.machine(), nullptr, settings, measured), std::runtime_error);
  expect_stopped();
}

TEST_F(Disturbed, ARunWhoseWatcherFailsStopsTheMachineFirst) {
  settings.taker = [&](const control::LoopSample&, const Truth*) { return ++taken > 0; };
  settings.go_on = [&]() -> bool {
    if (taken > 20) throw std::bad_alloc();
    return true;
  };
  EXPECT_THROW(run(scenario, wheel.machine(), nullptr, settings, measured), std::bad_alloc);
  expect_stopped();
}

TEST_F(Disturbed, ARunThatIsInterruptedStopsTheMachine) {
  settings.taker = [&](const control::LoopSample&, const Truth*) { return ++taken > 0; };
  settings.go_on = [&] { return taken <= 20; };
  const Outcome outcome = run(scenario, wheel.machine(), nullptr, settings, measured);
  expect_stopped();
  EXPECT_EQ(outcome.sample_count, taken);
  EXPECT_FALSE(outcome.stopped.has_value()) << outcome.stopped->what;
  EXPECT_TRUE(outcome.samples.empty());
  EXPECT_LT(outcome.drives[0].largest_error, 0.06);
  EXPECT_GT(outcome.drives[0].largest_error, 0.04);
}

}  // namespace
}  // namespace tauforge::scenario
