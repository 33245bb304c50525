#include "tauforge/identify/identified_robot.h"

#include <fmt/format.h>

#include "tauforge/identify/check_logs.h"

namespace tauforge::identify {

diagnostic::Result<IdentifiedRobot> identified_robot(const robot::Robot& robot,
                                                     const std::vector<recording::Recording>& logs,
                                                     const Settings& settings, const Progress& progress) {
  auto identified = identify(robot, logs, settings, progress);
  const diagnostic::Findings findings = identified.findings();
  if (!identified) return findings;
  IdentifiedRobot result{robot, identified.take(), {}, {}};
  if (progress) progress("bodies that can exist");
  result.possible = possible_robot(robot, result.found);
  result.reduced = reduced_robot(robot, result.found.model, result.found.friction);
  return {std::move(result), findings};
}

diagnostic::Result<double> error_on(const IdentifiedRobot& identified, const recording::Recording& fresh) {
  const diagnostic::Findings findings = check_logs(identified.prior, {fresh});
  if (diagnostic::has_error(findings)) return findings;
  return validate(identified.prior, identified.found.model, fresh).error.all;
}

diagnostic::Result<Validation> validation_on(const robot::Robot& robot, const signals::Preparation& preparation,
                                             const recording::Recording& log) {
  const diagnostic::Findings findings = check_logs(robot, {log});
  if (diagnostic::has_error(findings)) return findings;
  Validation v = validate(robot, preparation, log);
  if (v.samples.size() > 0) return v;
  return diagnostic::error(whole_log(log.name), "log-too-short",
                           fmt::format("nothing is left of the {} samples of '{}' without {} at both ends",
                                       log.samples(), log.name, preparation.trim));
}

}  // namespace tauforge::identify
