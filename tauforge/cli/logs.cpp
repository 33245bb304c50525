// tauforge logs: what is in a recording, and what is wrong with it.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/recording_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/signals/signal_doctor.h"

namespace tauforge::cli {

using diagnostic::leaves;

namespace {

using recording::Effort;
using signals::JointSignals;
using signals::SignalReport;

std::string or_dash(const std::optional<double>& value, double factor, const char* format) {
  return value ? fmt::format(fmt::runtime(format), factor * *value) : "-";
}

std::string report_text(const SignalReport& r, const recording::Recording& log) {
  const char* unit = log.effort_kind == Effort::current ? "A" : "N m";
  std::string text = fmt::format("{}: {} samples of {} joints in {:.4g} s, every {:.4g} ms", printable(log.name),
                                 r.samples, r.joints.size(), r.duration, 1e3 * r.usual_period);
  if (r.jitter > 0.0005) text += fmt::format(" ({:.4g} to {:.4g} ms)", 1e3 * r.shortest_period, 1e3 * r.longest_period);
  text += fmt::format("; {}{}",
                      log.effort_kind == Effort::none      ? "no efforts"
                      : log.effort_kind == Effort::current ? "currents"
                                                           : "torques",
                      log.qd.empty() ? "" : " and measured velocities");
  std::vector<std::vector<std::string>> rows{
      {"joint", "from", "to", "step", "speed", "still %", "effort", "step", "at limit %", "delay ms", "friction"}};
  for (const JointSignals& s : r.joints)
    rows.push_back({printable(s.name), fmt::format("{:.3f}", s.lowest), fmt::format("{:.3f}", s.highest),
                    or_dash(s.position_step, 1.0, "{:.2g}"), fmt::format("{:.3g}", s.largest_speed),
                    fmt::format("{:.0f}", 100.0 * s.standstill),
                    log.effort.empty() ? "-" : fmt::format("{:.4g} {}", s.largest_effort, unit),
                    or_dash(s.effort_step, 1.0, "{:.2g}"), fmt::format("{:.1f}", 100.0 * s.saturated),
                    or_dash(s.delay, 1e3, "{:.2g}"), or_dash(s.friction, 1.0, "{:.3g}")});
  return paragraph(text, "", "  ") +
         table(rows, "  ", {{}, {}, {}, leaves(4), {}, leaves(3), {}, leaves(5), leaves(2), {}, leaves(1)});
}

nlohmann::json or_null(const std::optional<double>& value) { return value ? nlohmann::json(*value) : nlohmann::json(); }

nlohmann::json report_json(const SignalReport& r, const recording::Recording& log) {
  nlohmann::json joints = nlohmann::json::array();
  for (const JointSignals& s : r.joints)
    joints.push_back({{"name", s.name},
                      {"lowest", s.lowest},
                      {"highest", s.highest},
                      {"largest_speed", s.largest_speed},
                      {"position_step", or_null(s.position_step)},
                      {"effort_step", or_null(s.effort_step)},
                      {"velocity_ratio", or_null(s.velocity_ratio)},
                      {"standstill", s.standstill},
                      {"largest_effort", s.largest_effort},
                      {"saturated", s.saturated},
                      {"delay", or_null(s.delay)},
                      {"friction", or_null(s.friction)}});
  nlohmann::json gaps = nlohmann::json::array();
  for (const auto& gap : r.gaps) gaps.push_back({{"after_sample", gap.after}, {"seconds", gap.seconds}});
  return {{"samples", r.samples},
          {"duration", r.duration},
          {"usual_period", r.usual_period},
          {"shortest_period", r.shortest_period},
          {"longest_period", r.longest_period},
          {"jitter", r.jitter},
          {"gaps", gaps},
          {"delay", or_null(r.delay)},
          {"first_moving", r.first_moving + 1},
          {"last_moving", r.last_moving + 1},
          {"effort", log.effort_kind == Effort::none      ? "none"
                     : log.effort_kind == Effort::current ? "current"
                                                          : "torque"},
          {"measured_velocity", !log.qd.empty()},
          {"joints", joints}};
}

struct Logs {
  std::vector<std::string> words;
  RecordingArguments arguments;
  bool json = false, quiet = false, verbose = false;

  int run() const {
    const bool colour = wants_colour(stdout);
    diagnostic::Findings every_finding;
    const auto layout = recording_layout(arguments, every_finding);
    if (!json || !layout) fmt::print(stderr, "{}", findings_text(every_finding, {wants_colour(stderr), true}));
    if (!layout) return exit_input;
    nlohmann::json all = nlohmann::json::array();
    for (const auto& word : words) {
      const files::RecordingRequest request = files::recording_request(word, *layout, {});
      files::RecordingInspection log = files::inspect_recording(request.path, request.options);
      SignalReport report;
      if (log.recording) report = signals::examine(*log.recording, log.findings);
      append(every_finding, log.findings);
      if (json) {
        all.push_back({{"file", word},
                       {"signals", log.recording ? report_json(report, *log.recording) : nlohmann::json()},
                       {"findings", findings_json(log.findings)}});
        continue;
      }
      if (!quiet && log.recording) fmt::print("{}", report_text(report, *log.recording));
      fmt::print("{}", findings_text(log.findings, {colour, verbose, "--verbose"}));
      if (!quiet) fmt::print("{}: {}\n\n", printable(word), to_text(tally(log.findings)));
    }
    if (json) fmt::print("{}", files_json_text(all, every_finding));
    return diagnostic::has_error(every_finding) ? exit_input : exit_fine;
  }
};

}  // namespace

void add_logs(CLI::App& program, Chosen& chosen) {
  auto logs = std::make_shared<Logs>();
  CLI::App* command =
      program.add_subcommand("logs", "examine recordings: time stamps, resolution, units, signs, delay");
  command->add_option("LOG", logs->words, "CSV tables with a header; - is standard input")->required();
  add_recording_options(*command, logs->arguments);
  command->add_flag("--json", logs->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("-q,--quiet", logs->quiet, "findings only");
  command->add_flag("-v,--verbose", logs->verbose, "each finding, also those of one code that repeat");
  command->footer(std::string(recording_options_text) +
                  "\nExamples:\n"
                  "  tauforge logs run1.csv run2.csv@635-3510\n"
                  "  tauforge logs --json --position 'qm{}' --torque 'taum{}' motors.csv\n"
                  "  tauforge logs --layout tx40.toml motors.csv\n\n"
                  "Files that cannot be read exit with 1; doubts about signals are warnings and exit with 0.");
  command->callback([logs, &chosen] { chosen = [logs] { return logs->run(); }; });
}

}  // namespace tauforge::cli
