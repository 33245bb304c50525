#include "tauforge/cli/outcome_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using nlohmann::json;
using scenario::Outcome;
using scenario::Scenario;

using diagnostic::leaves;

namespace {

constexpr std::size_t most_events = 20;  // shown to people; JSON has them all

double seconds(executive::Nanoseconds time) { return static_cast<double>(time) / 1e9; }

std::string in_time_units(double nanoseconds) {
  if (nanoseconds >= 1e9) return fmt::format("{:.3g} s", 1e-9 * nanoseconds);
  if (nanoseconds >= 1e6) return fmt::format("{:.3g} ms", 1e-6 * nanoseconds);
  if (nanoseconds >= 1e3) return fmt::format("{:.3g} us", 1e-3 * nanoseconds);
  return fmt::format("{:.0f} ns", nanoseconds);
}

std::string interrupted_text(const Scenario& scenario) {
  if (scenario.duration >= scenario::forever) return ": interrupted";
  return fmt::format(" of {:.4g} s: interrupted", scenario.duration);
}

std::string drives_table(const Scenario& scenario, const Outcome& outcome) {
  std::vector<std::vector<std::string>> rows{{"drive", "range", "largest error", "% of range", "rms error",
                                              "final error", "settled [s]", "largest torque", "rms torque"}};
  for (std::size_t j = 0; j < outcome.drives.size(); ++j) {
    const auto& d = outcome.drives[j];
    rows.push_back({printable(scenario.robot.drives[j]), fmt::format("{:.4g}", d.range),
                    fmt::format("{:.3e}", d.largest_error),
                    d.range > 0.0 ? fmt::format("{:.3g}", 100.0 * d.largest_error / d.range) : "-",
                    fmt::format("{:.3e}", d.rms_error), fmt::format("{:+.3e}", d.final_error),
                    d.settled >= 0.0 ? fmt::format("{:.3f}", d.settled) : "-", fmt::format("{:.4g}", d.largest_torque),
                    fmt::format("{:.4g}", d.rms_torque)});
  }
  return table(rows, "  ", {{}, leaves(3), {}, leaves(2), {}, leaves(1), leaves(4), {}, leaves(5)});
}

std::string homing_table(const Scenario& scenario, const Outcome& outcome) {
  std::vector<std::vector<std::string>> rows{{"drive", "revolution", "residual", "found after [s]", "true error", ""}};
  for (std::size_t j = 0; j < outcome.homing.size(); ++j) {
    const auto& h = outcome.homing[j];
    const bool failed = h.fault != control::HomingFault::none;
    rows.push_back({printable(scenario.robot.drives[j]), h.seconds < 0.0 ? "-" : fmt::format("{}", h.revolution),
                    h.seconds < 0.0 && !failed ? "-" : fmt::format("{:+.2e}", h.residual),
                    h.seconds < 0.0 ? "-" : fmt::format("{:.3f}", h.seconds),
                    outcome.knows_truth() ? fmt::format("{:+.2e}", h.error) : "-", failed ? describe(h.fault) : ""});
  }
  return table(rows, "  ");
}

std::string timing_table(const executive::Timing& timing) {
  std::vector<std::vector<std::string>> rows{{"", "mean", "99 %", "99.9 %", "largest"}};
  const std::pair<const char*, const executive::LogHistogram*> histograms[] = {{"wake-up latency", &timing.latency},
                                                                               {"computation", &timing.computation},
                                                                               {"jitter of the period", &timing.jitter},
                                                                               {"age of the model", &timing.model_age}};
  for (const auto& [name, h] : histograms)
    rows.push_back({name, in_time_units(h->mean()), in_time_units(static_cast<double>(h->percentile(99.0))),
                    in_time_units(static_cast<double>(h->percentile(99.9))),
                    in_time_units(static_cast<double>(h->largest()))});
  return table(rows, "  ");
}

// Which emitted functions ran, and how often: counted where they were called.
std::string calls_text(const Scenario& scenario, const Outcome& outcome) {
  std::string list;
  for (std::size_t f = 0; f < outcome.calls.size(); ++f)
    if (outcome.calls[f] > 0)
      list += fmt::format("{}{} {} times", list.empty() ? "" : ", ", control::control_functions[f], outcome.calls[f]);
  if (list.empty()) return "";
  return paragraph(fmt::format("generated code of {} that was called: {}", printable(scenario.robot.name), list), "",
                   "  ");
}

std::string steps_text(const executive::Timing& t) {
  return paragraph(
      fmt::format("steps: {} full, {} degraded, {} holding, {} stopped; overruns: {} by computation, {} by "
                  "scheduling; {} releases lost",
                  t.actions[0], t.actions[1], t.actions[2], t.actions[3], t.overruns_by_computation,
                  t.overruns_by_scheduling, t.lost_releases),
      "  ");
}

}  // namespace

std::vector<std::string> background_names(const scenario::Scenario& scenario) {
  std::vector<std::string> names;
  if (scenario.control.two_rates) names = {"inertia and gravity", "velocity torques"};
  if (tells_of_payloads(scenario)) names.push_back("set-up of a payload");
  return names;
}

std::string outcome_text(const Scenario& scenario, const Outcome& outcome, bool virtual_time) {
  std::string text = scenario.title.empty() ? "" : paragraph(printable(scenario.title));
  text += fmt::format("{} samples in {:.4g} s{}, period {}\n", outcome.sample_count, seconds(outcome.end_time()),
                      outcome.interrupted ? interrupted_text(scenario) : "",
                      in_time_units(static_cast<double>(scenario.executive.period)));
  if (!outcome.homing.empty()) text += "homing\n" + homing_table(scenario, outcome) + "motion\n";
  text += drives_table(scenario, outcome);
  if (!outcome.events.empty()) text += "events\n";
  for (std::size_t k = 0; k < std::min(outcome.events.size(), most_events); ++k)
    text += paragraph(printable(outcome.events[k].what), fmt::format("  {:9.4f} s  ", seconds(outcome.events[k].time)));
  if (outcome.events.size() > most_events)
    text += fmt::format("  ... and {} more (--json has {})\n",
                        outcome.events.size() - most_events + outcome.events_left_out,
                        outcome.events_left_out ? "more" : "them all");
  text += calls_text(scenario, outcome);
  if (virtual_time) text += "timing\n" + timing_table(outcome.timing) + steps_text(outcome.timing);
  for (const std::string& taken : scenario.guard.defaults) text += paragraph(printable("guard: " + taken), "", "  ");
  if (outcome.unusable > 0)
    text += fmt::format("  {} results of background tasks were not finite and not used\n", outcome.unusable);
  text += outcome.dropped > 0 ? fmt::format("  {} samples were LOST: the log is incomplete\n", outcome.dropped) : "";
  if (const auto& energy = outcome.energy)
    text += paragraph(
        fmt::format("energy: drives {:.4g} J, friction {:.4g} J, payloads {:.4g} J, stored {:.4g} J; {:.2g} J ({:.1e}) "
                    "unaccounted for",
                    energy->drives, energy->friction, energy->changes, energy->end - energy->begin, energy->error(),
                    energy->relative()),
        "", "  ");
  return text;
}

json outcome_json(const Scenario& scenario, const Outcome& outcome) {
  json drives = json::array(), homing = json::array(), events = json::array(), energy;
  for (std::size_t j = 0; j < outcome.drives.size(); ++j) {
    const auto& d = outcome.drives[j];
    drives.push_back({{"name", scenario.robot.drives[j]},
                      {"range", d.range},
                      {"largest_error", d.largest_error},
                      {"rms_error", d.rms_error},
                      {"final_error", d.final_error},
                      {"settled_s", d.settled >= 0.0 ? json(d.settled) : json()},
                      {"largest_torque", d.largest_torque},
                      {"rms_torque", d.rms_torque}});
  }
  json calls = json::object();
  for (std::size_t f = 0; f < outcome.calls.size(); ++f) calls[control::control_functions[f]] = outcome.calls[f];
  for (std::size_t j = 0; j < outcome.homing.size(); ++j) {
    const auto& h = outcome.homing[j];
    homing.push_back({{"name", scenario.robot.drives[j]},
                      {"found_after_s", h.seconds < 0.0 ? json() : json(h.seconds)},
                      {"revolution", h.revolution},
                      {"residual", h.residual},
                      {"true_error", outcome.knows_truth() ? json(h.error) : json()},
                      {"fault", h.fault == control::HomingFault::none ? json() : json(describe(h.fault))}});
  }
  for (const auto& e : outcome.events) events.push_back({{"time_s", seconds(e.time)}, {"what", e.what}});
  if (const auto& e = outcome.energy)
    energy = {{"drives_J", e->drives},
              {"friction_J", e->friction},
              {"stored_J", e->end - e->begin},
              {"error_J", e->error()},
              {"relative_error", e->relative()}};
  return {{"title", scenario.title},
          {"duration_s", seconds(outcome.end_time())},
          {"interrupted", outcome.interrupted},
          {"stopped",
           outcome.stopped ? json{{"time_s", seconds(outcome.stopped->time)}, {"why", outcome.stopped->what}} : json()},
          {"diverged_at_s", outcome.diverged ? json(seconds(*outcome.diverged)) : json()},
          {"guard_defaults", scenario.guard.defaults},
          {"period_s", seconds(scenario.executive.period)},
          {"samples", outcome.sample_count},
          {"dropped", outcome.dropped},
          {"unusable", outcome.unusable},
          {"generated_code_called", calls},
          {"motion_began_s", outcome.motion_began ? json(seconds(*outcome.motion_began)) : json()},
          {"homing", homing},
          {"drives", drives},
          {"events", events},
          {"events_left_out", outcome.events_left_out},
          {"energy", energy}};
}

}  // namespace tauforge::cli
