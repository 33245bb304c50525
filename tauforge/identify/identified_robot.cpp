#include "tauforge/identify/identified_robot.h"

#include <fmt/format.h>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/hausman.h"
#include "tauforge/identify/memoryless.h"

namespace tauforge::identify {

diagnostic::Result<IdentifiedRobot> identified_robot(const robot::Robot& robot,
                                                     const std::vector<recording::Recording>& logs,
                                                     const Settings& settings, const Progress& progress) {
  auto identified = identify(robot, logs, settings, progress);
  const diagnostic::Findings findings = identified.findings();
  if (!identified) return findings;
  IdentifiedRobot result{robot, identified.take(), {}, {}, {}};
  if (!settings.offsets)
    for (auto& drive : result.prior.parameters.drive) drive.offset = 0.0;
  if (progress) progress("bodies that can exist");
  result.possible = possible_robot(result.prior, result.found);
  result.reduced = reduced_robot(robot, result.found.model, result.found.friction);
  if (progress) progress("friction without memory");
  const auto& how = result.found.model.preparation;
  const bool refitted = refit_without_memory(logs, how, result.possible.robot);
  refit_without_memory(logs, how, result.reduced);
  const auto error_on_logs = [&](const robot::Robot& one) {
    return error_over(logs, [&](const recording::Recording& log) { return validate(one, how, log); }).all;
  };
  if (refitted)
    result.found.reasons.push_back(
        fmt::format("friction without memory, for whoever holds no state: refitted; error on the logs {:.2f} % with "
                    "reduced numbers "
                    "(with memory {:.2f} %), {:.2f} % with possible bodies ({:.2f} %)",
                    error_on_logs(without_memory(result.reduced)), error_on_logs(result.reduced),
                    error_on_logs(without_memory(result.possible.robot)), error_on_logs(result.possible.robot)));
  result.reduced_model = result.found.model;
  constexpr std::size_t postures = 1000;
  result.reduced_replaced = positive_definite_postures(result.reduced, postures) < postures;
  if (result.reduced_replaced) {
    result.reduced = result.possible.robot, result.reduced_model = result.possible.model;
    result.found.reasons.push_back(
        "code: the reduced model's mass matrix is not positive definite in every posture; the bodies that can exist "
        "stand "
        "in its place");
  }
  if (progress) progress("Hausman's test");
  result.hausman = hausman_test(robot, logs, settings, result.found, result.possible.robot, progress);
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
