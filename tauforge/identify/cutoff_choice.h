// The cut-off of the motion's filter, chosen by the error on left-out blocks. The torques are not filtered, so the errors
// of different cut-offs are about the same numbers: too low a cut-off takes motion away, too high a one leaves noise in
// the accelerations, and both cost.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/settings.h"
#include "tauforge/identify/torque_model.h"

namespace tauforge::identify {

constexpr std::size_t rows_between_blocks = 5;

struct CutoffTrial {
  double cutoff_hz = 0, error = 0;
};

struct CutoffChoice {
  signals::Preparation preparation;
  std::size_t window = 1;
  std::vector<CutoffTrial> trials;
  std::string reason;
};

CutoffChoice choose_cutoff(const robot::Robot& robot, const ModelColumns& parameters,
                           const std::vector<recording::Recording>& logs, const Settings& settings);

// Torques of the drives at the samples: efforts, or currents times the robot's gains.
recording::Channels torques(const robot::Robot& robot, const recording::Recording& log,
                            const signals::Samples& samples);

}  // namespace tauforge::identify
