// Identification in rounds, for logs that stay where they are. Rows depend on what is known so far: friction that grows with
// the load is expanded about the last values (model_columns.h, (2)), and filter, delay and shapes of friction are given.
//
//   model of round k            goes to every log                                                                   (1)
//   every log                   gives its factors, with the model in them             reduced                       (2)
//   the factors of all logs     give the fit, and with it the model of round k + 1    fitted                        (3)
//
// Rounds over bytes that came in any order are the same as rounds in one process, but for rounding: (3) takes logs in the order
// of their fingerprints. Without friction that grows with the load the first round is the last.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tauforge/identify/identify.h"
#include "tauforge/identify/round_model.h"

namespace tauforge::identify {

struct ReducedLog;  // block_file.h

// What the first round is told where no identification chose it; every drive alike.
struct RoundSettings {
  double cutoff_hz = 0, delay = 0;  // [Hz], 0: no filter; [s]
  bool measured_velocity = false;
  bool offsets = true;
  FrictionShape friction;
  FrictionGrowthChoice growth;
  std::size_t blocks = 6;  // of each log
};
RoundModel first_round(const robot::Robot& robot, const RoundSettings& settings);
// Filter, delay, shapes and values that an identification chose.
RoundModel first_round(const robot::Robot& robot, const Identification& found, std::size_t blocks = 6);

// (2). Refused: a robot that is not the one of the round ("block-foreign"), a log that cannot be used (check_logs.h).
diagnostic::Result<ReducedLog> reduced(const robot::Robot& robot, const RoundModel& model,
                                       const recording::Recording& log);

struct RoundFit {
  RoundModel model, next;              // of this round; of the one after it
  std::vector<Estimate> estimates;     // values and jackknife deviations by fits without each block; refused ones last
  std::vector<double> independent;     // deviations, had no residual to do with its neighbours; of those fitted
  std::vector<double> free_deviation;  // jackknife deviations of Estimate::unbounded; of those fitted
  std::vector<double> residual_deviation;  // per drive                                                          [N m]
  std::size_t logs = 0, blocks = 0, rows = 0;
  double moved = 0;  // by how much the torques of the model differ from those it was expanded about, as a share of all
  bool settled = true;
};
constexpr double settled_below = 1e-6;  // of RoundFit::moved, where friction grows with the load

// (3). The round is `model`, or without one the last round of those that the logs were reduced for. Refused: logs of another
// robot ("block-foreign"), of another round ("block-stale"), the same log twice ("block-twice"), too few rows.
diagnostic::Result<RoundFit> fitted(const robot::Robot& robot, std::vector<ReducedLog> logs,
                                    const RoundModel* model = nullptr);

// The same on bytes of block files, each with its name for findings.
struct BlockBytes {
  std::string name, bytes;
};
diagnostic::Result<std::string> reduced_bytes(const robot::Robot& robot, const RoundModel& model,
                                              const recording::Recording& log);
diagnostic::Result<std::string> merged_bytes(std::span<const BlockBytes> blocks);
diagnostic::Result<RoundFit> fitted_bytes(const robot::Robot& robot, std::span<const BlockBytes> blocks,
                                          const RoundModel* model = nullptr);

}  // namespace tauforge::identify
