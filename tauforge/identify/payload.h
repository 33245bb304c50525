// What a robot carries, from one log with the load and one without, together with the gains of its drives.
//
// Filter, delay and friction are chosen from the unloaded log as identify does. Levels of friction are free in both logs, what a
// gear adds with its load and speed is the same in both. Multiplying all moments and all gains by the same number changes
// nothing, so a log alone cannot know how heavy anything is: the scale comes from the masses in the robot's file (believed to
// a share), from gains with what is known about them, or from a mass of the load that is given. payload_equations.h has the
// equations.
//
//   u^2 = u_fit^2 + (m u_scale)^2       u_fit from fits without each block; u_scale from the gains' covariance       (1)
//
// Longer logs make u_fit smaller and leave u_scale as it is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/recording/recording.h"
#include "tauforge/robot/robot.h"
#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

struct PayloadOptions {
  double mass_belief = 0.1;                  // standard deviation of the file's masses, relative
  double centre_belief = 0.02;               // of its centres of mass                                   [m]
  double inertia_belief = 0.5;               // of its inertias about the centres, relative
  std::optional<double> known_mass;          // of the load [kg]: then the gains get their scale from it
  double known_mass_belief = 1e-3;           // relative
  std::optional<std::vector<double>> gains;  // believed to gain_belief                                  [N m per unit]
  double gain_belief = 0.02;                 // relative
  std::optional<std::vector<std::vector<double>>> gain_covariance;  // of their logarithms, instead of gain_belief
  double cutoff_hz = 0;                                             // of the motion's filter; 0: by left-out blocks
  double confidence = 0.95;
};

struct Estimated {
  std::string name;
  double value = 0, deviation = 0, low = 0, high = 0;  // one standard deviation; the interval
  bool known = true;                                   // false: the logs hardly say more than was believed before
};

struct PayloadFit {
  Estimated mass;                  // [kg]
  std::vector<Estimated> centre;   // in the frame of the last link                                 [m]
  std::vector<Estimated> inertia;  // xx yy zz xy yz xz about its origin                            [kg m^2]
  std::vector<Estimated> gains;    // of the drives                                                 [N m per unit]
  std::vector<std::vector<double>> gain_covariance;  // of their logarithms
  double scale_deviation = 0;                        // u_scale of (1)
  std::vector<double> error_unloaded, error_loaded;  // per drive, 100 |y - fit| / |y|                   [%]
  std::vector<double> friction_growth;               // per drive: sliding friction with the load over that without
  std::string scale;                                 // where the scale comes from, a sentence
  std::vector<std::string> unknown;                  // what cannot be told from these logs, a sentence each
};

// Errors when a log has no efforts, too few samples, or the robot is not one that this can be asked of.
diagnostic::Result<PayloadFit> identify_payload(const robot::Robot& robot, const recording::Recording& unloaded,
                                                const recording::Recording& loaded, const PayloadOptions& options = {});

}  // namespace tauforge::identify
