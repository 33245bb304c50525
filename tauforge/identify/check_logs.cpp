#include "tauforge/identify/check_logs.h"

#include <fmt/format.h>

#include <cmath>

namespace tauforge::identify {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::Position;

Position whole_log(const std::string& name) {
  return {std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""}), 0, 0, 1};
}

Findings check_logs(const robot::Robot& robot, const std::vector<recording::Recording>& logs) {
  Findings findings;
  if (robot.tree.floating)
    findings.push_back(error(whole_log(robot.name), "identify-floating-base",
                             fmt::format("robot '{}' has a floating base", robot.name),
                             "robots on a fixed base can be identified; leave --floating out"));
  if (robot.tree.drives() == 0)
    findings.push_back(
        error(whole_log(robot.name), "joints-missing", fmt::format("robot '{}' has no drives", robot.name)));
  if (logs.empty()) findings.push_back(error(whole_log(robot.name), "log-missing", "there is no log to identify from"));
  const auto drives = static_cast<std::size_t>(robot.tree.drives());
  for (const auto& log : logs) {
    if (log.q.size() != drives)
      findings.push_back(error(
          whole_log(log.name), "log-joint-count",
          fmt::format("'{}' has {} joints, robot '{}' has {} drives", log.name, log.q.size(), robot.name, drives)));
    else if (log.effort.size() != drives)
      findings.push_back(error(whole_log(log.name), "log-effort-missing",
                               fmt::format("'{}' holds neither torques nor currents", log.name),
                               "columns tau1.. or i1.. are needed"));
    constexpr std::size_t fewest = 20;
    if (log.samples() < fewest)
      findings.push_back(error(whole_log(log.name), "log-too-short",
                               fmt::format("'{}' has {} samples", log.name, log.samples()),
                               fmt::format("at least {} are needed", fewest)));
  }
  return findings;
}

Findings check_rows(const std::vector<recording::Recording>& logs, const std::vector<Block>& blocks,
                    std::size_t parameters) {
  std::size_t rows = 0;
  bool torque = false, finite = true;
  for (const Block& block : blocks)
    for (const DriveRows& drive : block.drives) {
      rows += drive.rows;
      torque = torque || drive.largest_torque > 0.0;
      finite = finite && drive.R.allFinite();
    }
  const std::string& name = logs.front().name;
  if (!finite)
    return {error(whole_log(name), "log-not-finite", fmt::format("the regressor of '{}' is not finite", name),
                  "are positions in rad and times in s?")};
  if (blocks.size() < 2 || rows < 2 * parameters)
    return {error(whole_log(name), "log-too-short",
                  fmt::format("{} rows in {} blocks remain of {} log{} for {} parameters", rows, blocks.size(),
                              logs.size(), logs.size() == 1 ? "" : "s", parameters),
                  "a longer log is needed, or one in which the robot moves")};
  if (!torque)
    return {error(whole_log(name), "log-effort-zero", "every torque is zero", "is the right column named as torque?")};
  return {};
}

Findings check_kept(const std::vector<recording::Recording>& logs, const std::vector<int>& kept) {
  if (!kept.empty()) return {};
  return {error(whole_log(logs.front().name), "nothing-significant", "no parameter is significant by this rule",
                "lower --tolerance, or choose another --significance")};
}

}  // namespace tauforge::identify
