// What is wrong with the logs of a robot, before anything is fitted: what signals/signal_doctor.h sees in any log, and what
// only shows beside a robot, its limits and its gains. A model of such logs would fit something, and mean nothing, so it is
// not made: an error stops, unless its code is accepted.
//
//   gains-missing           currents, and neither the robot nor the logs have gains
//   unit-doubtful           degrees, milliseconds, motor angles, other units than those that were said
//   velocity-doubtful       measured velocities that are not the derivatives of positions: columns exchanged
//   sign-doubtful           velocities against the motion
//   position-wraps          a joint jumps by a turn
//   position-beyond-limits  a joint is where the file says that it cannot be; likewise speed-, effort-beyond-limits
//   spike                   single samples far off their neighbours
//   effort-constant         a drive moves, and its effort never changes
//
// Warnings: effort-frozen, log-repeated, and those of the signal doctor that spoil no model.
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/recording/recording.h"
#include "tauforge/robot/robot.h"

namespace tauforge::identify {

diagnostic::Findings examine_logs(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                  const std::vector<std::string>& accepted);

// The same of logs that a model is to be judged by: figures of such logs would mean nothing either. A warning, validation-seen,
// where rows of them are among those it learns from.
diagnostic::Findings examine_fresh(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                   const std::vector<recording::Recording>& fresh,
                                   const std::vector<std::string>& accepted);

// The same of logs with and without a load: gains of their currents are found, not needed.
diagnostic::Findings examine_pair(const robot::Robot& robot, const recording::Recording& unloaded,
                                  const recording::Recording& loaded, const std::vector<std::string>& accepted);

// Errors whose code is accepted become warnings.
void accept(diagnostic::Findings& findings, const std::vector<std::string>& accepted);

}  // namespace tauforge::identify
