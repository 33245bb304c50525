// form = "line" of a scenario's [motion]: a frame of the robot goes straight from one point to another.
//
//   from, to = [x, y, z]       of the frame's origin, in the frame of the base [m]
//   zyz_deg = [a, b, c]        orientation Rz(a) Ry(b) Rz(c); also zyz [rad]; absent: that of the guess
//   speed                      constant from the first instant [m/s]; or seconds and law
//   tool                       the link that moves; absent: the last
//   guess, branch              which of the ways to hold the arm: the one near these drive positions, or, for an arm like
//                              a PUMA, signs of shoulder, elbow and wrist, "+-+"; absent: the first that comes through
#pragma once

#include <memory>

#include "tauforge/files/toml_table.h"
#include "tauforge/motion/time_law.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"
#include "tauforge/scenario/drive_values.h"

namespace tauforge::scenario {

// Null when the table has an error, or the robot cannot follow.
std::shared_ptr<const motion::Trajectory> read_line(files::TomlTable& table, DriveValues& values,
                                                    const robot::Robot& robot, motion::TimeLaw law,
                                                    std::optional<double> seconds);

}  // namespace tauforge::scenario
