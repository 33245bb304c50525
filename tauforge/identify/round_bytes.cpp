// Rounds on bytes of block files: rounds.h without a matrix.
#include "tauforge/identify/block_file.h"
#include "tauforge/identify/rounds.h"

namespace tauforge::identify {

using diagnostic::Result;

namespace {

Result<ReducedLogs> read_all(std::span<const BlockBytes> blocks) {
  ReducedLogs all;
  diagnostic::Findings findings;
  for (const BlockBytes& block : blocks) {
    auto logs = read_reduced_logs(block.name, block.bytes);
    append(findings, logs.findings());
    if (!logs) continue;
    for (ReducedLog& log : logs.take()) all.push_back(std::move(log));
  }
  if (diagnostic::has_error(findings)) return findings;
  return all;
}

}  // namespace

Result<std::string> reduced_bytes(const robot::Robot& robot, const RoundModel& model, const recording::Recording& log) {
  auto one = reduced(robot, model, log);
  if (!one) return one.findings();
  return to_bytes({one.take()});
}

Result<std::string> merged_bytes(std::span<const BlockBytes> blocks) {
  auto all = read_all(blocks);
  if (!all) return all.findings();
  auto sorted = merged(all.take(), {});
  if (!sorted) return sorted.findings();
  return to_bytes(sorted.value());
}

Result<RoundFit> fitted_bytes(const robot::Robot& robot, std::span<const BlockBytes> blocks, const RoundModel* model) {
  auto all = read_all(blocks);
  if (!all) return all.findings();
  return fitted(robot, all.take(), model);
}

}  // namespace tauforge::identify
