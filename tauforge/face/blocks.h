// Identification from logs that stay where they are, beside tauforge.h: every log is reduced where it lies to some kilobytes,
// and those are fitted together (docs/blocks.md).
//
//   round = first_round(robot, identified)         on one log, or by settings
//   block = reduce_log(robot, log, round)          wherever the log is
//   found = fit_blocks(robot, all blocks)          found.next is the round after this one, if that is needed
#pragma once

#include "tauforge/tauforge.h"

namespace tauforge {

// What the first round is told where no identification chose it: Coulomb friction for every drive.
struct FirstRoundSettings {
  double cutoff = 0;        // of the filter of the motion; 0: none                                          [Hz]
  double delay = 0;         // of the torques behind the motion                                               [s]
  bool velocities = false;  // measured ones are taken, else differences of positions
  bool offsets = true;      // a constant torque per drive
  bool load = false;        // friction that grows with the load: several rounds
};
// Rounds are texts, blocks are bytes; both may be sent and kept.
Result<std::string> first_round(const Robot& robot, const FirstRoundSettings& settings);
Result<std::string> first_round(const Robot& robot, const Identification& found);

// Findings of the log with these codes are accepted (identify_robot).
Result<std::string> reduce_log(const Robot& robot, const Recording& log, const std::string& round,
                               const std::vector<std::string>& accepted = {});

// What logs are filtered by in this round [Hz]; 0: not at all. `shown`: the name of the round in findings.
Result<double> cutoff_of_round(const std::string& shown, const std::string& round);

struct NamedBlock {
  std::string name, bytes;  // the name is for findings
};
// All of them as one; refused where a log comes twice.
Result<std::string> merge_blocks(std::span<const NamedBlock> blocks);

struct RoundParameter {
  std::string name, unit;
  bool fitted = false;                            // else the logs do not tell it, and the robot's file decides
  double value = 0, deviation = 0;                // one standard deviation, by fits without each block
  double low = 0, high = 0;                       // interval, 95 %
  double independent = 0;                         // deviation, had no residual to do with its neighbours
  double unbounded = 0, unbounded_deviation = 0;  // had no number a sign: what values of several robots are compared by
};
struct RoundResult {
  std::size_t round = 1, logs = 0, blocks = 0, rows = 0;
  std::vector<RoundParameter> parameters;
  std::vector<double> residuals;  // per drive, root mean square                              [N m or N]
  double moved = 0;               // of the torques, from those that the round began with, as a share
  bool settled = true;            // another round would change nothing
  std::string next;               // the round after this one
};
// Of `round`; empty: the last one among the blocks.
Result<RoundResult> fit_blocks(const Robot& robot, std::span<const NamedBlock> blocks, const std::string& round = "");

}  // namespace tauforge
