// Runs without an end: figures that are kept up to date sample by sample, and memory that does not grow with time.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <random>

#include "scenarios.h"
#include "tauforge/scenario/outcome.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::scenario {
namespace {

constexpr Nanoseconds millisecond = 1'000'000;

control::LoopSample sample_at(Nanoseconds time, double error, double torque = 0.0) {
  control::LoopSample sample;
  sample.time = time;
  sample.q_d[0] = 0.25, sample.q[0] = 0.25 + error, sample.tau[0] = torque;
  return sample;
}

// e = exp(-t) over [0, 10]: below 1 % of the first after ln 100; the mean of e^2 is (1 - exp(-20)) / 20.
TEST(DriveFigures, OfADecayingErrorHaveClosedForms) {
  DriveFigures figures(1);
  for (int k = 0; k <= 10'000; ++k)
    figures.add(sample_at(k * millisecond, std::exp(-1e-3 * k), k % 2 ? 3.0 : -4.0), nullptr);
  const DriveOutcome d = figures.outcome(0)[0];
  EXPECT_DOUBLE_EQ(d.largest_error, 1.0);
  EXPECT_NEAR(d.settled, std::log(100.0), 1e-3);
  EXPECT_NEAR(d.rms_error, std::sqrt(-std::expm1(-20.0) / 20.0), 1e-3 * d.rms_error);
  EXPECT_NEAR(d.final_error, std::exp(-10.0), 1e-15);
  EXPECT_DOUBLE_EQ(d.largest_torque, 4.0);
  EXPECT_NEAR(d.rms_torque, std::sqrt(12.5), 1e-3);
  EXPECT_EQ(d.range, 0.0);
}

TEST(DriveFigures, AreNotSettledWhileTheErrorIsLarge) {
  DriveFigures figures(1);
  for (int k = 0; k < 100; ++k) figures.add(sample_at(k * millisecond, k == 99 ? 2.0 : 1e-6), nullptr);
  EXPECT_EQ(figures.outcome(0)[0].settled, -1.0);
}

// The definition itself, which needs all samples at once: back from the last, as long as errors are small.
TEST(DriveFigures, SettleWhenTheDefinitionSaysSo) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-4.0, 0.0);
  for (int run = 0; run < 200; ++run) {
    DriveFigures figures(1);
    std::vector<double> errors;
    for (int k = 0; k < 50; ++k) errors.push_back(k % 7 && k > 3 ? std::pow(10.0, exponent(random)) : 0.0);
    for (int k = 40; k < 50; ++k) errors[k] *= run % 3 ? 1e-3 : 1.0;
    double largest = 0.0;
    for (std::size_t k = 0; k < errors.size(); ++k) {
      largest = std::max(largest, errors[k]);
      figures.add(sample_at(static_cast<Nanoseconds>(k) * millisecond, errors[k]), nullptr);
    }
    largest = figures.outcome(0)[0].largest_error;  // as rounded beside q_d
    std::size_t settled = errors.size();
    while (settled > 0 && std::abs((0.25 + errors[settled - 1]) - 0.25) <= 0.01 * largest) --settled;
    EXPECT_DOUBLE_EQ(figures.outcome(0)[0].settled,
                     settled == errors.size() ? -1.0 : 1e-3 * static_cast<double>(settled));
  }
}

TEST(DriveFigures, LeaveOutWhatComesBeforeTheMotion) {
  DriveFigures figures(1);
  control::LoopSample before = sample_at(0, 5.0, 5.0);
  before.phase = control::Phase::approaching;
  figures.add(before, nullptr);
  EXPECT_EQ(figures.outcome(0)[0].largest_error, 0.0);
  figures.add(sample_at(7 * millisecond, 0.5), nullptr);
  figures.add(sample_at(8 * millisecond, 0.001), nullptr);
  EXPECT_DOUBLE_EQ(figures.outcome(0)[0].largest_error, 0.5);
  EXPECT_DOUBLE_EQ(figures.outcome(7 * millisecond)[0].settled, 0.001);
}

TEST(DriveFigures, LeaveOutTheStopAtTheEndButNotThatOfAnAlarm) {
  control::LoopSample stopping = sample_at(2 * millisecond, 0.5);
  stopping.stop = control::StopPhase::ramping;
  DriveFigures figures(1);
  figures.add(sample_at(millisecond, 0.125), nullptr);
  figures.add(stopping, nullptr);
  EXPECT_EQ(figures.outcome(0)[0].largest_error, 0.125);
  EXPECT_EQ(figures.outcome(0)[0].final_error, 0.125);
  stopping.alarm.alarm = control::Alarm::away;
  figures.add(stopping, nullptr);
  EXPECT_EQ(figures.outcome(0)[0].largest_error, 0.5);
}

// A million samples through the rings of an experiment, with more events than anybody reads.
TEST(EndlessRun, TakesNoMoreMemoryTheLongerItLasts) {
  auto read = tests::scenario_of(std::string(tests::calm_motion) + "[[output]]\nname = \"tool\"\nat = 0.5\n",
                                 tests::robot_named("puma560"));
  ASSERT_TRUE(read.ok());
  const Scenario scenario = read.take();
  const VirtualMachine owner = virtual_machine(scenario);
  Experiment experiment(scenario, owner.machine, nullptr);
  Outcome outcome;
  std::uint64_t taken = 0;
  Collector collector(experiment, scenario, outcome, [&](const control::LoopSample& sample, const Truth* truth) {
    EXPECT_TRUE(truth && sample.time == truth->time);
    return ++taken > 0;
  });
  constexpr std::uint64_t all = 1'000'000, slice = 1000;
  std::size_t early = 0;
  for (std::uint64_t k = 0; k < all; ++k) {
    control::LoopSample sample;
    sample.time = static_cast<Nanoseconds>(k) * millisecond;
    sample.digital = k % 4 < 2 ? scenario.outputs[0].switching.line : 0;
    experiment.samples.push(sample);
    experiment.truth.push({.time = sample.time});
    executive::Sample step;
    step.release = step.begin = step.end = sample.time;
    step.action = k % 100 == 50 ? executive::Action::degraded : executive::Action::full;
    experiment.timing.push(step);
    if ((k + 1) % slice == 0) collector.collect();
    if (k + 1 == all / 10) early = mallinfo2().uordblks;
  }
  EXPECT_LT(mallinfo2().uordblks, early + 100'000);
  EXPECT_EQ(taken, all);
  EXPECT_EQ(outcome.sample_count, all);
  EXPECT_EQ(outcome.end_time(), static_cast<Nanoseconds>(all - 1) * millisecond);
  EXPECT_TRUE(outcome.samples.empty());
  EXPECT_TRUE(outcome.truth.empty());
  EXPECT_EQ(outcome.events.size(), Collector::most_events);
  // the tool closes every fourth sample; each hundredth step is degraded, and the next one is not
  EXPECT_EQ(outcome.events.size() + outcome.events_left_out, all / 4 + 2 * (all / 100));
}

TEST(EndlessRun, BeginsItsMotionAgainAndAgain) {
  auto read = tests::scenario_of(std::string(tests::calm_motion), tests::robot_named("puma560"));
  ASSERT_TRUE(read.ok());
  Scenario scenario = read.take();
  const double once = scenario.duration;
  scenario.duration = 2.5 * once;
  scenario.endless = true;
  const Outcome outcome = simulate(scenario);
  const auto round = static_cast<std::size_t>(std::llround(once * 1e9) / scenario.executive.period);
  ASSERT_GT(outcome.samples.size(), 2 * round + round / 3);
  double moved = 0.0;
  for (std::size_t k = round; k < outcome.samples.size(); ++k)
    for (std::size_t j = 0; j < 6; ++j) {
      ASSERT_NEAR(outcome.samples[k].q_d[j], outcome.samples[k - round].q_d[j], 1e-9) << k;
      moved = std::max(moved, std::abs(outcome.samples[k].qd_d[j]));
    }
  EXPECT_GT(moved, 0.1);
  EXPECT_FALSE(outcome.stopped.has_value());
}

}  // namespace
}  // namespace tauforge::scenario
