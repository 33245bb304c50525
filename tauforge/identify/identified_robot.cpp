#include "tauforge/identify/identified_robot.h"

#include <fmt/format.h>

#include "tauforge/functions/instances.h"
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

namespace {

// All logs one after another.
recording::Channels joined(const std::vector<Validation>& logs, recording::Channels Validation::*channels) {
  recording::Channels all;
  for (const Validation& log : logs) {
    const recording::Channels& own = log.*channels;
    all.resize(own.size());
    for (std::size_t j = 0; j < own.size(); ++j) all[j].insert(all[j].end(), own[j].begin(), own[j].end());
  }
  return all;
}

}  // namespace

RelativeError error_of(const std::vector<Validation>& logs) {
  return relative_error(joined(logs, &Validation::torque), joined(logs, &Validation::prediction));
}

RelativeError error_of(const robot::Robot& robot, const std::vector<Validation>& logs) {
  functions::Computation<double> compute(robot.tree, robot.parameters, {});
  const std::size_t drives = robot.drives.size();
  std::vector<double> q(drives), qd(drives), qdd(drives), tau(drives);
  recording::Channels prediction(drives);
  for (const Validation& log : logs)
    for (std::size_t k = 0; k < log.samples.size(); ++k) {
      for (std::size_t j = 0; j < drives; ++j)
        q[j] = log.samples.q[j][k], qd[j] = log.samples.qd[j][k], qdd[j] = log.samples.qdd[j][k];
      compute(functions::Function::inverse_dynamics, {q, qd, qdd, {}, {}}, tau);
      for (std::size_t j = 0; j < drives; ++j) prediction[j].push_back(tau[j]);
    }
  return relative_error(joined(logs, &Validation::torque), prediction);
}

}  // namespace tauforge::identify
