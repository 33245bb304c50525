// Where a joint's axis stands, whichever way its author placed it.
//
//   T_pc = before * (motion about or along z by q + offset) * after
//
// with p the frame of the parent link and c that of the child.
#pragma once

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/description.h"
#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

struct JointAxis {
  Pose<double> before, after;
  double offset = 0;  // [rad or m]
};

// Reports quarter turns and zero lengths that were restored, quarter turns that nearly are ones, and axes without unit length. Angles
// within `exact_within` [rad] of a quarter turn become one.
JointAxis joint_axis(const JointDescription& joint, double exact_within, diagnostic::Findings& findings);

}  // namespace tauforge::robot
