// What is wrong with a recording before anything is computed from it: time stamps, resolution, units, signs, delay,
// saturation, standstill. It knows no robot, so it judges what any robot's signals have in common: friction resists,
// velocities are derivatives of positions, torques follow the motion.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/recording/recording.h"

namespace tauforge::signals {

// Shares are of all samples, 0 to 1. What cannot be told is absent.
struct JointSignals {
  std::string name;
  double lowest = 0, highest = 0;        // positions                                      [rad or m]
  double largest_speed = 0;              // of filtered differences                        [rad/s or m/s]
  std::optional<double> position_step;   // resolution of positions                        [rad or m]
  std::optional<double> effort_step;     // resolution of efforts
  std::optional<double> velocity_ratio;  // measured over differentiated velocity: 1 when all is well
  double standstill = 0;                 // share of samples at which it hardly moves
  double largest_effort = 0;             // magnitude                                      [N m or A]
  double saturated = 0;                  // share of samples at which the effort sits at its own extreme
  std::optional<double> delay;           // of the effort behind the motion                [s]
  std::optional<double> friction;        // effort that follows the direction of motion: positive when signs agree
};

struct SignalReport {
  std::size_t samples = 0;
  double duration = 0;                                               // [s]
  double usual_period = 0, shortest_period = 0, longest_period = 0;  // between samples, gaps apart [s]
  double jitter = 0;                                                 // standard deviation of the period over the period
  std::vector<recording::Gap> gaps;
  std::optional<double> delay;                    // that most joints agree on              [s]
  std::size_t first_moving = 0, last_moving = 0;  // samples between which something moves
  std::vector<JointSignals> joints;
};

// Findings carry the line of the file where the recording knows it.
SignalReport examine(const recording::Recording& recording, diagnostic::Findings& findings);

}  // namespace tauforge::signals
