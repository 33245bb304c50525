// The whole control loop on the real clock, as `tauforge run` runs it, under the thread sanitizer: the synchronous task with
// a virtual robot behind its cards, two background tasks, the set-up of a payload that is told while it runs, and the
// thread that empties the rings. How late things are is the machine's affair; that nothing races is ours.
#include <gtest/gtest.h>

#include <algorithm>

#include "../scenario/scenarios.h"
#include "tauforge/scenario/real_time.h"

namespace {

using namespace tauforge;

std::string control(const char* law, const char* rates) {
  return std::string("[control]\nlaw = \"") + law + "\"\nrates = \"" + rates +
         "\"\n[executive]\nperiod = 0.002\nbackground_period = 0.01\nage_bound = 10.0\noverrun = \"skip\"\n";
}

class WholeLoop : public testing::TestWithParam<std::string> {};

TEST_P(WholeLoop, RunsInItsThreadsWithoutARace) {
  const robot::Robot puma = tests::robot_named("puma560");
  auto read = tests::scenario_of(tests::calm_motion + GetParam(), puma);
  ASSERT_TRUE(read.ok()) << (read.findings().empty() ? "" : read.findings()[0].message);
  scenario::Scenario scenario = read.take();
  scenario.duration = 0.6;
  std::fill(scenario.control.envelope.begin(), scenario.control.envelope.end(), 10.0);  // a slow machine is no alarm
  scenario::RunSettings settings;
  settings.realtime.synchronous.priority = 0;  // it shall be interrupted
  const std::size_t tasks = scenario.control.two_rates * 2u + tells_of_payloads(scenario);
  std::size_t samples = 0;
  std::vector<std::size_t> computed(tasks, 0);
  // A machine that is busy with other things misses so many releases that the guard ends a run early.
  for (int run = 0; run < 20 && (samples <= 100 || std::ranges::min(computed) <= 3); ++run) {
    executive::MeasuredRun measured;
    const scenario::Outcome outcome = scenario::run(scenario, nullptr, settings, measured);
    EXPECT_EQ(outcome.samples.size(), outcome.truth.size());
    EXPECT_EQ(outcome.samples.size(), measured.timing.latency.count());
    samples += outcome.samples.size();
    ASSERT_EQ(measured.background.size(), tasks);
    for (std::size_t k = 0; k < tasks; ++k) computed[k] += measured.background[k].count();
  }
  EXPECT_GT(samples, 100u);
  for (const std::size_t count : computed) EXPECT_GT(count, 3u);
}

const std::string payload = "[[fault]]\nkind = \"payload\"\nat = 0.1\nmass = 0.5\ntold_after = 0.02\n";
const std::string later = "[[fault]]\nkind = \"payload\"\nat = 0.3\nmass = 1.5\ntold_after = 0.02\n";

INSTANTIATE_TEST_SUITE_P(TwoRates, WholeLoop, testing::Values(control("tracking", "two") + payload + later),
                         [](const auto&) { return std::string("WithAPayload"); });
INSTANTIATE_TEST_SUITE_P(OnePass, WholeLoop, testing::Values(control("tracking", "one") + payload + later),
                         [](const auto&) { return std::string("WithAPayload"); });
INSTANTIATE_TEST_SUITE_P(Stopped, WholeLoop,
                         testing::Values(control("tracking", "two") +
                                         "[[fault]]\nkind = \"background_nan\"\nat = 0.1\nseconds = 0.1\n" +
                                         "[[fault]]\nkind = \"encoder_jumps\"\nat = 0.2\ndrive = \"joint1\"\n" +
                                         "counts = 90000\n"),
                         [](const auto&) { return std::string("ByAnAlarm"); });

}  // namespace
