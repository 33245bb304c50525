// A scenario of nothing but a motion, exactly: read_scenario gives the same motion back.         docs/scenario-file.md
#pragma once

#include <string>
#include <vector>

#include "tauforge/motion/trajectory.h"

namespace tauforge::scenario {

struct MotionScenario {
  const motion::Trajectory& path;  // a Fourier series, or a polynomial through points
  double speed = 1;                // it is played so many times as fast
  std::string robot;               // its file
  std::vector<std::string> drives;
  double rate = 200;  // of the loop [Hz]
};

std::string scenario_text(const MotionScenario& scenario);

}  // namespace tauforge::scenario
