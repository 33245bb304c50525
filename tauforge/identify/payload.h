// What a robot carries, from one log with the load and one without, together with the gains of its drives.
//
//   y_j = c_j (Y_j pi)             + F_j f_j     without the load, drive j: current or torque y, friction F f        (1)
//   y_j = c_j (Y_j (pi + E pi_L))  + F_j g_j     with it: the load adds to the moments of the last link            (2)
//
// c_j is what one N m of the drive reads as: 1/gain. Friction is free in both logs, because gears rub more under load.
// Multiplying pi, pi_L and dividing c by the same number changes nothing, so a log alone cannot know how heavy anything is:
// the scale comes from the masses in the robot's file (believed to a share), from gains that are given, or from a mass of
// the load that is given. Then (1) and (2) are solved for everything at once, as a least-squares problem with these
// beliefs as further rows; intervals are those of the normal equations, with residuals as autocorrelated as they are.
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
  std::optional<std::vector<double>> gains;  // believed to gain_belief                                  [N m per unit]
  double gain_belief = 0.02;                 // relative
  double cutoff_hz = 0;                      // of the zero-phase filter of all signals; 0: chosen from the rate
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
  std::vector<double> error_unloaded, error_loaded;  // per drive, 100 |y - fit| / |y|                   [%]
  std::vector<double> friction_growth;               // per drive: sliding friction with the load over that without
  std::string scale;                                 // where the scale comes from, a sentence
  std::vector<std::string> unknown;                  // what cannot be told from these logs, a sentence each
};

// Errors when a log has no efforts, too few samples, or the robot is not one that this can be asked of.
diagnostic::Result<PayloadFit> identify_payload(const robot::Robot& robot, const recording::Recording& unloaded,
                                                const recording::Recording& loaded, const PayloadOptions& options = {});

}  // namespace tauforge::identify
