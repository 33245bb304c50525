#include "tauforge/face/blocks.h"

#include "tauforge/face/identified.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/log_doctor.h"
#include "tauforge/identify/rounds.h"

namespace tauforge {

namespace {

Findings refusal(const Robot& robot) {
  if (!robot.details().robot.tree.floating) return {};
  return {diagnostic::error({}, "identify-floating-base", "the robot has a floating base",
                            "robots on a fixed base can be identified")};
}

std::vector<identify::BlockBytes> bytes_of(std::span<const NamedBlock> blocks) {
  std::vector<identify::BlockBytes> all;
  for (const NamedBlock& block : blocks) all.push_back({block.name, block.bytes});
  return all;
}

}  // namespace

Result<std::string> first_round(const Robot& robot, const FirstRoundSettings& settings) {
  if (auto findings = refusal(robot); !findings.empty()) return findings;
  identify::RoundSettings how;
  how.cutoff_hz = settings.cutoff, how.delay = settings.delay;
  how.measured_velocity = settings.velocities, how.offsets = settings.offsets, how.growth.load = settings.load;
  return to_text(identify::first_round(robot.details().robot, how));
}

Result<std::string> first_round(const Robot& robot, const Identification& found) {
  if (auto findings = refusal(robot); !findings.empty()) return findings;
  return to_text(identify::first_round(robot.details().robot, found.details().found));
}

Result<std::string> reduce_log(const Robot& robot, const Recording& log, const std::string& round,
                               const std::vector<std::string>& accepted) {
  const auto model = identify::read_round_model("round", round);
  if (!model) return model.findings();
  Findings findings = identify::examine_logs(robot.details().robot, {log.details()}, accepted);
  if (diagnostic::has_error(findings)) return findings;
  auto reduced = identify::reduced_bytes(robot.details().robot, model.value(), log.details());
  append(findings, reduced.findings());
  if (!reduced) return findings;
  return {reduced.take(), findings};
}

Result<double> cutoff_of_round(const std::string& shown, const std::string& round) {
  const auto model = identify::read_round_model(shown, round);
  if (!model) return model.findings();
  return model.value().cutoff_hz;
}

Result<std::string> merge_blocks(std::span<const NamedBlock> blocks) {
  return identify::merged_bytes(bytes_of(blocks));
}

Result<RoundResult> fit_blocks(const Robot& robot, std::span<const NamedBlock> blocks, const std::string& round) {
  if (auto findings = refusal(robot); !findings.empty()) return findings;
  identify::RoundModel model;
  if (!round.empty()) {
    auto read = identify::read_round_model("round", round);
    if (!read) return read.findings();
    model = read.take();
  }
  auto fitted = identify::fitted_bytes(robot.details().robot, bytes_of(blocks), round.empty() ? nullptr : &model);
  if (!fitted) return fitted.findings();
  const identify::RoundFit& found = fitted.value();
  RoundResult result{found.model.round,        found.logs,  found.blocks,  found.rows,         {},
                     found.residual_deviation, found.moved, found.settled, to_text(found.next)};
  for (std::size_t k = 0; k < found.estimates.size(); ++k) {
    const identify::Estimate& e = found.estimates[k];
    result.parameters.push_back({e.name.name, e.name.unit, !e.from_file, e.all, e.all_deviation, e.interval.lower,
                                 e.interval.upper, e.from_file ? e.all_deviation : found.independent[k], e.unbounded,
                                 e.from_file ? e.all_deviation : found.free_deviation[k]});
  }
  return {std::move(result), fitted.findings()};
}

}  // namespace tauforge
