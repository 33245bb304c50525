#include "tauforge/cli/measure_log.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace tauforge::cli
