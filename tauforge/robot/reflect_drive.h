// A drive seen from another coordinate: q = f theta + c of a joint that follows theta.
//
//   inertia, viscous         f^2        both feel f thetad or f thetadd, and their torque arrives times f   (1)
//   coulomb, static level    |f|        f sign(f v) = |f| sign(v)                                           (2)
//   offset                   f                                                                              (3)
//   Stribeck speed, width    1/|f|      theta passes the same point of the curve at v/|f|                   (4)
#pragma once

#include "tauforge/robot/description.h"
#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

struct DriveOnOneSide {
  FrictionKind kind = FrictionKind::coulomb;
  Drive<double> drive;
};

// What is felt at the joint: the rotor behind its gear, and the friction.
Drive<double> drive_of(const DriveDescription& description);

// Adds the drive of a follower to that of its leader. False: their frictions have no sum of the same form; the levels
// were added, with the kind, the speeds and the harmonics of the leader.
bool add_reflected(const DriveOnOneSide& follower, double f, DriveOnOneSide& leader);

}  // namespace tauforge::robot
