#include "tauforge/cli/recording_options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/cli/findings_text.h"
#include "tauforge/identify/log_doctor.h"

namespace tauforge::cli {

void add_recording_options(CLI::App& command, RecordingArguments& a) {
  const char* group = "Recordings";
  const auto add = [&](const char* name, std::string& to, const char* help, const char* type) {
    command.add_option(name, to, help)->type_name(type)->group(group);
  };
  add("--layout", a.layout_file, "columns, units, motor matrix, rows: a TOML file (docs/recordings.md)", "FILE");
  add("--time", a.time, "time column (t)", "NAME");
  add("--position", a.position, "position columns (q{} or q:{})", "PATTERN");
  add("--velocity", a.velocity, "velocity columns (qd{})", "PATTERN");
  add("--torque", a.torque, "torque columns (tau{})", "PATTERN");
  add("--current", a.current, "current columns (i{})", "PATTERN");
  add("--time-unit", a.time_unit, "s ms us ns", "UNIT");
  add("--position-unit", a.position_unit, "rad deg rev m mm", "UNIT");
  add("--velocity-unit", a.velocity_unit, "rad/s deg/s rpm m/s mm/s", "UNIT");
  add("--torque-unit", a.torque_unit, "'N m' 'mN m' N", "UNIT");
  add("--current-unit", a.current_unit, "A mA", "UNIT");
  command.add_option("--columns", a.columns, "names of the columns of a text that begins with numbers: t,q1,tau1")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
  command
      .add_option("--topic", a.topics,
                  "of MCAP: /joint_states, or effort=/measured (position, velocity, effort, current); again for more")
      ->type_name("TOPIC")
      ->allow_extra_args(false)
      ->group(group);
  command.add_option("--gains", a.gains, "drive gains, N m per A, one per joint")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(group);
}

const char* const recording_options_text =
    "A recording is a CSV table (also .csv.gz), an MCAP bag of ROS 2 or a MATLAB file with t, q1.. (or q:NAME), and "
    "where\n"
    "measured qd1.., tau1.. or i1..; other columns are ignored. LOG.csv@635-3510 reads these data rows only, the first "
    "is 1. In a PATTERN {} stands for the\n"
    "number or the name of a joint.\n";

std::optional<files::RecordingLayout> recording_layout(const RecordingArguments& a, diagnostic::Findings& findings) {
  files::RecordingLayout layout;
  if (!a.layout_file.empty()) {
    const auto read = files::load_recording_layout(a.layout_file);
    append(findings, read.findings());
    if (!read) return std::nullopt;
    layout = read.value();
  }
  bool good = true;
  const auto refuse = [&](const char* code, const std::string& message, const std::string& hint) {
    findings.push_back(diagnostic::error({}, code, message, hint));
    good = false;
  };
  const auto names = [&](const char* option, const std::string& pattern, files::ColumnNames& to) {
    if (pattern.empty()) return;
    if (pattern.find("{}") == std::string::npos)
      refuse("pattern-without-braces", fmt::format("{} is '{}'", option, pattern),
             "{} stands for the number or the name of a joint, as in q{}");
    to = {pattern, {}};
  };
  const auto unit = [&](const char* quantity, const std::string& name, double& factor) {
    if (name.empty()) return;
    if (const auto known = files::unit_factor(quantity, name))
      factor = *known;
    else
      refuse("unknown-unit", fmt::format("--{}-unit is '{}'", quantity, name), "see --help for the units");
  };
  if (!a.time.empty()) layout.time = a.time;
  names("--position", a.position, layout.position), names("--velocity", a.velocity, layout.velocity);
  if (!a.torque.empty() && !a.current.empty())
    refuse("key-conflict", "--torque and --current are both given", "one of the two is read");
  if (!a.torque.empty() || !a.current.empty()) layout.torque = layout.current = {};
  names("--torque", a.torque, layout.torque), names("--current", a.current, layout.current);
  unit("time", a.time_unit, layout.time_factor), unit("position", a.position_unit, layout.position_factor);
  unit("velocity", a.velocity_unit, layout.velocity_factor), unit("torque", a.torque_unit, layout.torque_factor);
  unit("current", a.current_unit, layout.current_factor);
  if (!a.gains.empty()) layout.gains = a.gains;
  if (!a.columns.empty()) layout.columns = a.columns;
  if (!a.topics.empty()) layout.topics = a.topics;
  if (!good) return std::nullopt;
  return layout;
}

std::optional<std::vector<Recording>> read_logs_or_report(const Robot& robot, const std::vector<std::string>& words,
                                                          const RecordingArguments& arguments,
                                                          const std::vector<std::string>& accepted) {
  diagnostic::Findings findings;
  const auto layout = recording_layout(arguments, findings);
  print_findings(findings);
  if (!layout) return std::nullopt;
  std::vector<Recording> logs;
  for (const auto& word : words) {
    const files::RecordingRequest request = files::recording_request(word, *layout, robot.drives());
    files::RecordingInspection log = files::inspect_recording(request.path, request.options);
    std::vector<std::string> of_rows;
    for (const char* code : {"row-garbage", "not-finite", "time-not-increasing"})
      if (std::count(accepted.begin(), accepted.end(), code) > 0) of_rows.push_back(code);
    identify::accept(log.findings, of_rows);
    print_findings(log.findings);
    if (log.recording && !diagnostic::has_error(log.findings))
      logs.emplace_back(std::make_shared<const recording::Recording>(std::move(*log.recording)));
  }
  if (logs.size() != words.size()) return std::nullopt;
  return logs;
}

}  // namespace tauforge::cli
