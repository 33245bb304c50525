#include "tauforge/cli/measure_log.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/diagnostic/did_you_mean.h"

namespace tauforge::cli {

void add_drive_log_options(CLI::App& command, DriveLogRequest& request) {
  command.add_option("--log", request.file, "recording of the experiment, as `tauforge simulate -o` writes it")
      ->type_name("LOG");
  command.add_option("--drive", request.drive, "the drive that moves in it")->type_name("NAME");
  add_recording_options(command, request.columns);
}

std::optional<DriveLog> read_drive_log(const DriveLogRequest& request) {
  diagnostic::Findings findings;
  const auto layout = recording_layout(request.columns, findings);
  print_findings(findings);
  if (!layout) return std::nullopt;
  auto read = files::read_recording(files::recording_request(request.file, *layout, {}));
  print_findings(read.findings());
  if (!read) return std::nullopt;
  const recording::Recording log = read.take();
  const auto found = std::find(log.joints.begin(), log.joints.end(), request.drive);
  if (found == log.joints.end()) {
    const std::string guess = diagnostic::did_you_mean(request.drive, log.joints);
    fmt::print(stderr, "tauforge measure: '{}' has no drive '{}'{}{} [unknown-drive]\n", printable(request.file),
               printable(request.drive), guess.empty() ? "" : "; ", printable(guess));
    return std::nullopt;
  }
  const auto j = static_cast<std::size_t>(found - log.joints.begin());
  return DriveLog{log.t, log.q[j],
                  log.effort_kind == recording::Effort::torque ? log.effort[j] : std::vector<double>{}};
}

std::optional<signals::Oscillation> read_oscillation(const DriveLogRequest& request) {
  const auto log = read_drive_log(request);
  if (!log) return std::nullopt;
  const auto seen = signals::oscillation(log->t, log->q);
  if (!seen)
    fmt::print(stderr, "tauforge measure: drive '{}' of '{}' makes no three swings to and fro [no-oscillation]\n",
               printable(request.drive), printable(request.file));
  return seen;
}

std::string oscillation_text(const signals::Oscillation& seen) {
  return fmt::format("{} swings, period {:.6g} +- {:.2g} s, one amplitude over the next {:.5g}{}\n", seen.swings,
                     seen.period, seen.period_error, seen.decay,
                     seen.decay_error ? fmt::format(" +- {:.2g}", *seen.decay_error) : " (too few to say how sure)");
}

nlohmann::json oscillation_json(const signals::Oscillation& seen) {
  return {{"period_s", seen.period},
          {"period_error_s", seen.period_error},
          {"decay", seen.decay},
          {"decay_error", seen.decay_error ? nlohmann::json(*seen.decay_error) : nlohmann::json()},
          {"swings", seen.swings}};
}

}  // namespace tauforge::cli
