#include "tauforge/commission/in_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tauforge::commission {

namespace {

constexpr double poles = 20.0;  // of PD [rad/s]

}  // namespace

std::string list(const std::vector<double>& values) { return fmt::format("[{:.9g}]", fmt::join(values, ", ")); }

double overlap(const Context& context) { return std::max(0.1, 1.5 * context.bench.machine().brake_delay); }

std::optional<scenario::Scenario> scenario_of(Context& context, const std::string& motion, const std::string& law,
                                              StepRecord& record) {
  const std::string text = fmt::format("schema = 1\n{}\n[control]\nlaw = \"{}\"\n[brakes]\noverlap = {:.6g}\n", motion,
                                       law, overlap(context));
  auto read = scenario::read_scenario(files::source_from_text("commissioning", text), context.robot());
  if (!read) {
    const std::string why = read.findings().empty() ? "" : read.findings().front().message;
    fail(record, "", "the motion is not possible: " + why, "limits in the robot's file");
    return std::nullopt;
  }
  scenario::Scenario scenario = read.take();
  for (std::size_t j = 0; j < context.bench.drives(); ++j)
    scenario.control.limits.largest[j] =
        std::min(scenario.control.limits.largest[j], context.bench.largest_torque()[j]);
  // where axes nearly coincide, a drive feels far less than M_jj: PD by that would swing
  context.carrier.release();
  for (std::size_t j = 0; j < context.bench.drives(); ++j) {
    const double m = context.carrier.inertia(j);
    scenario.control.fallback.Kp[j] = m * poles * poles, scenario.control.fallback.Kd[j] = 2 * m * poles;
  }
  if (scenario.control.law == control::Law::pd_with_gravity) scenario.control.gains = scenario.control.fallback;
  if (!context.bench.equipment().brakes) {
    scenario.sequence.brakes_at_start = scenario.sequence.brakes_at_end = false;
    scenario.sequence.approach = true;
  }
  return scenario;
}

std::string hold(const std::vector<double>& at, double seconds) {
  return fmt::format("[motion]\nform = \"hold\"\nat = {}\nseconds = {:.6g}\n", list(at), seconds);
}

std::vector<double> standing(Context& context, StepRecord& record) {
  if (!context.bench.wait(0.1)) trouble(context, record);
  return {context.bench.q().begin(), context.bench.q().end()};
}

bool stopped(const Context& context, const scenario::Outcome& outcome, StepRecord& record) {
  if (!outcome.stopped && outcome.motion_began && !outcome.diverged) return false;
  const bool about = outcome.stopped && control::is_about_a_drive(outcome.alarm.alarm);
  fail(record, about ? context.name(outcome.alarm.drive) : "",
       outcome.stopped ? outcome.stopped->what : "the motion did not begin",
       "model, gains and calibration: what is said of the alarm in docs/hazards.md");
  return true;
}

void note_residuals(const Context& context, const scenario::Scenario& scenario, const scenario::Outcome& outcome,
                    const std::string& when, StepRecord& record) {
  for (std::size_t j = 0; j < context.bench.drives(); ++j) {
    double largest = 0;
    for (const auto& sample : outcome.samples)
      if (sample.phase == control::Phase::moving) largest = std::max(largest, std::abs(sample.residual[j]));
    judge(record,
          {"residual" + when, context.name(j), largest, -INFINITY, scenario.guard.residual[j], context.torque_unit(j)},
          "masses and friction in the robot's file, payload");
  }
}

}  // namespace tauforge::commission
