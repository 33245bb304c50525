// The emitted functions inside the executive, in virtual time and on the real clock: they are what runs, they lose little
// beside one pass, and they learn of a payload while they run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenarios.h"
#include "tauforge/control/template_model.h"
#include "tauforge/native/code_for_control.h"
#include "tauforge/robot/run_time.h"
#include "tauforge/scenario/real_time.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::scenario {
namespace {

using control::Law;

const tauforge_model& code(bool payload = false) {
  static const native::VerifiedCode made[] = {native::code_for_control(tests::robot_named("puma260"), false).take(),
                                              native::code_for_control(tests::robot_named("puma260"), true).take()};
  return **made[payload].model;
}

// Slow or at 180 deg/s, through reversals, with friction; background tasks at a tenth of the rate.
Scenario scenario_of(const std::string& speed, Law law, bool two_rates) {
  Scenario s = read_scenario(std::string(TAUFORGE_SOURCE_DIR) + "/examples/two_rate/" + speed + ".toml",
                             tests::robot_named("puma260"))
                   .take();
  s.control.law = law, s.control.two_rates = two_rates;
  // open loop: torques count here, not where the arm goes
  s.control.envelope.assign(6, INFINITY), s.guard.velocity.assign(6, INFINITY);
  s.guard.observer = false;
  return s;
}

// The largest difference of a joint over its largest torque, the worst of joints 1 to 3, in each sample.
std::vector<double> errors(const Outcome& outcome, const control::Model& exact, Nanoseconds from, Nanoseconds to) {
  std::array<double, 6> tau{}, largest{};
  std::vector<std::array<double, 6>> differences;
  for (const auto& s : outcome.samples) {
    exact.inverse_dynamics(std::span(s.q_d).first(6), std::span(s.qd_d).first(6), std::span(s.qdd_d).first(6), tau);
    for (std::size_t j = 0; j < 6; ++j) largest[j] = std::max(largest[j], std::abs(tau[j]));
    if (s.time < from || s.time >= to) continue;
    for (std::size_t j = 0; j < 6; ++j) tau[j] -= s.tau[j];
    differences.push_back(tau);
  }
  std::vector<double> result;
  for (const auto& d : differences) {
    result.push_back(0.0);
    for (std::size_t j = 0; j < 3; ++j) result.back() = std::max(result.back(), std::abs(d[j]) / largest[j]);
  }
  return result;
}
constexpr Nanoseconds always = std::numeric_limits<Nanoseconds>::max();

double largest_error(const std::string& speed, bool busy) {
  Scenario s = scenario_of(speed, Law::feed_forward, true);
  if (busy) s.executive.background_computation = s.executive.background;
  const std::vector<double> all = errors(simulate(s, &code()), control::TemplateModel(s.robot), 0, always);
  return *std::max_element(all.begin(), all.end());
}

// Adds an offset to every result of one function.
const tauforge_function* planted = nullptr;
void with_offset(const void* constants, const tauforge_state* x, double* result) {
  planted->call(constants, x, result);
  for (std::size_t i = 0; i < planted->results; ++i) result[i] += 0.01;
}

// How much the torques change that are commanded when one function is off.
double change(const std::string& function, Law law, bool two_rates) {
  Scenario s = scenario_of("fast", law, two_rates);
  s.duration = 0.3;
  const tauforge_model& good = code();
  std::vector<tauforge_function> functions(good.functions, good.functions + good.function_count);
  tauforge_model bad = good;
  bad.functions = functions.data();
  planted = tauforge_find(&good, function.c_str());
  functions[static_cast<std::size_t>(planted - good.functions)].call = with_offset;
  const Outcome a = simulate(s, &good), b = simulate(s, &bad);
  double largest = 0.0;
  for (std::size_t k = 0; k < a.samples.size(); ++k)
    for (std::size_t j = 0; j < 6; ++j)
      largest = std::max(largest, std::abs(a.samples[k].tau[j] - b.samples[k].tau[j]));
  return largest;
}

}  // namespace

TEST(EmittedCode, LosesLittleOfTheTorqueAtTwoRatesAlsoBesideABusyBackground) {
  for (const bool busy : {false, true}) {
    EXPECT_LT(largest_error("slow", busy), busy ? 0.03 : 0.015);
    EXPECT_LT(largest_error("fast", busy), 0.05);
    EXPECT_GT(largest_error("slow", busy), 1e-4);  // two rates are not one
  }
}

TEST(EmittedCode, IsWhatCommandsTheArm) {
  for (const char* function : {"background", "velocity_torque", "synchronous", "friction"})
    EXPECT_GT(change(function, Law::feed_forward, true), 0.005) << function;
  EXPECT_GT(change("gravity", Law::feed_forward_with_gravity, true), 0.005);
  EXPECT_GT(change("inverse_dynamics", Law::feed_forward, false), 0.005);
  EXPECT_EQ(change("inverse_dynamics", Law::feed_forward, true), 0.0);
  EXPECT_EQ(change("gravity", Law::feed_forward, true), 0.0);
}

TEST(EmittedCode, IsCountedWhereItIsCalled) {
  const Scenario s = scenario_of("slow", Law::feed_forward, true);
  const Outcome outcome = simulate(s, &code());
  const std::size_t steps = outcome.samples.size(), runs = steps / 10 + 1;
  ASSERT_EQ(outcome.calls.size(), control::control_functions.size());
  EXPECT_EQ(outcome.calls[0], 0u);                                                     // inverse_dynamics
  EXPECT_EQ(outcome.calls[2], steps);                                                  // friction
  EXPECT_NEAR(static_cast<double>(outcome.calls[3]), static_cast<double>(runs), 1.0);  // background
  EXPECT_NEAR(static_cast<double>(outcome.calls[4]), static_cast<double>(runs), 1.0);  // velocity_torque
  EXPECT_EQ(outcome.calls[5], steps);                                                  // synchronous
}

// On a machine that does other things meanwhile some steps and tasks come late: most samples, not all.
TEST(EmittedCode, LosesAsLittleOnTheRealClock) {
  Scenario s = scenario_of("slow", Law::feed_forward, true);
  s.duration = 2.0;
  executive::MeasuredRun measured;
  const Outcome outcome = run(s, &code(), {}, measured);
  std::vector<double> all = errors(outcome, control::TemplateModel(s.robot), 0, always);
  ASSERT_GT(all.size(), 100u);
  std::sort(all.begin(), all.end());
  EXPECT_LT(all[all.size() * 8 / 10], 0.03);
  EXPECT_GT(outcome.calls[5], 100u);
  EXPECT_GT(measured.timing.machine.mean(), 0.0);
  EXPECT_EQ(measured.timing.machine.count(), measured.timing.computation.count());
}

TEST(EmittedCode, LearnsOfAPayloadWhileItRuns) {
  Scenario s = scenario_of("slow", Law::feed_forward, true);
  Fault load;
  load.at = 2'000'000'000, load.told_after = 500'000'000;
  load.payload = {0.6, {0.0, 0.0, 0.03}, {2e-3, 2e-3, 1e-4, 0.0, 0.0, 0.0}};
  s.faults = {load}, s.guard.payload = load.payload;
  robot::Robot loaded = s.robot;
  robot::RunTimeValues<double> values;
  values.payload = {0.6, 0.0, 0.0, 0.03, 2e-3, 2e-3, 1e-4, 0.0, 0.0, 0.0};
  loaded.parameters = robot::with_run_time(loaded.tree, loaded.parameters, values);
  const control::TemplateModel without(s.robot), with(loaded);
  const Nanoseconds told = load.at + *load.told_after, taken_up = told + 4 * s.executive.background[0];
  const tauforge_model* templates = nullptr;
  for (const auto& [model, two_rates] :
       {std::pair{templates, true}, {templates, false}, {&code(true), true}, {&code(true), false}}) {
    s.control.two_rates = two_rates;
    const Outcome outcome = simulate(s, model);
    const auto largest = [&](const control::Model& exact, Nanoseconds from, Nanoseconds to) {
      const std::vector<double> all = errors(outcome, exact, from, to);
      return *std::max_element(all.begin(), all.end());
    };
    EXPECT_LT(largest(without, 0, told), 0.015);
    EXPECT_GT(largest(without, taken_up, always), 0.1);
    EXPECT_LT(largest(with, taken_up, always), 0.015);
  }
}

// Two payloads on their way to the model at once, and tools that hold one each: all are told, each at its time.
TEST(Payloads, AreToldOneAfterTheOtherAndAdded) {
  Scenario s = scenario_of("slow", Law::feed_forward, true);
  const auto load = [](double m) { return spatial::Inertia<double>{m, {0.0, 0.0, 0.05 * m}, {}}; };
  Fault fault;
  fault.at = 1'000'000'000, fault.told_after = 500'000'000, fault.payload = load(0.2);
  s.faults = {fault};
  const auto tool = [&](double at, std::uint64_t line, double m, bool on) {
    Output output;
    output.name = "tool", output.switching = {nanoseconds(at), line, on};
    if (on) output.payload = load(m);
    output.told_after = 500'000'000;
    s.outputs.push_back(output), s.sequence.outputs.push_back(output.switching);
  };
  tool(1.3, 2, 0.3, true), tool(3.0, 4, 0.4, true), tool(5.0, 2, 0.0, false);
  const Outcome outcome = simulate(s, &code(true));
  const auto error = [&](double m, double from, double to) {
    robot::Robot loaded = s.robot;
    robot::RunTimeValues<double> values;
    if (m > 0.0) values.payload = {m, 0.0, 0.0, 0.05 * m, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    loaded.parameters = robot::with_run_time(loaded.tree, loaded.parameters, values);
    const auto all = errors(outcome, control::TemplateModel(loaded), nanoseconds(from), nanoseconds(to));
    return *std::max_element(all.begin(), all.end());
  };
  EXPECT_LT(error(0.0, 0.0, 1.49), 0.015);
  EXPECT_LT(error(0.2, 1.58, 1.79), 0.015);
  EXPECT_LT(error(0.5, 1.88, 3.49), 0.015);
  EXPECT_LT(error(0.9, 3.58, 5.49), 0.015);
  EXPECT_LT(error(0.6, 5.58, 8.0), 0.015);
}

}  // namespace tauforge::scenario
