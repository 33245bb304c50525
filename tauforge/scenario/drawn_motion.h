// A motion drawn at random that the arm can make: from somewhere to somewhere within the limits of its joints, no faster and
// with no more torque than asked.
//
// Quintics from rest to rest (motion/time_law.h, poly345): |qd| <= 15/8 |way|/T, |qdd| <= 10/sqrt(3) |way|/T^2          (1)
// A motion that would take longer than it may goes only part of its way; one that would take more torque is made slower, and
// one whose ends alone take too much is drawn again.
//
// PD with gravity takes its gains from the inertia where the motion begins, and it also stops an arm that goes wrong. So the
// motion stays where its loop is well damped, and where its lag is small beside the way to the next limit:
//
//   largest eigenvalue of M(q)^-1 Kd <= 0.2 / period           a delay of 2.3 periods (sampling, speed filter) leaves 64 deg  (2)
//   |M qdd + C qd|_j <= clearance/4 Kp_j                        of pd_with_gravity alone                                      (3)
#pragma once

#include "tauforge/scenario/fault_distribution.h"

namespace tauforge::scenario {

struct DrawnMotion {
  std::vector<double> from, to;  // [rad or m]
  double seconds = 1;
};

// With this payload in the frame of the last link, for this law.
DrawnMotion draw_motion(const Scenario& base, const Variation& vary, const spatial::Inertia<double>& payload,
                        const std::string& law, simulate::Noise& noise);

}  // namespace tauforge::scenario
