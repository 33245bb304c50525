// A motion from a CSV table, as `tauforge excite -o` writes it: t, q:NAME, and qd:NAME, qdd:NAME of every drive.
// Without velocities and accelerations a cubic spline runs through the positions.
#pragma once

#include <memory>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"

namespace tauforge::scenario {

// Null when the table cannot be read; the reasons are appended to the findings.
std::shared_ptr<const motion::Trajectory> read_motion_table(const std::string& path, const robot::Robot& robot,
                                                            diagnostic::Findings& findings);

}  // namespace tauforge::scenario
