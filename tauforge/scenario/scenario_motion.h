// [motion] of a scenario: what the drives are asked to do.                              docs/scenario-file.md
//
//   form = "point_to_point"   from, to, seconds, law = "ramp" | "cubic" | "poly345" | "poly4567" | "cycloid"
//   form = "polynomial"       points, duration                   quintics, equal times          [IHPH92, sec. 4]
//   form = "spline"           points, duration or times          cubics
//   form = "fourier"          period, centre, sine, cosine       as `tauforge excite --scenario` writes it
//   form = "line"             from, to, zyz, speed or seconds and law, ...                      scenario_line.h
//   form = "hold"             at, seconds
//   form = "csv"              file                                                              motion_table.h
//   any form                  repeat = 1, speed_factor = 1.0
//
// Values of the drives are a list, one per drive, or a table by name ({ joint2 = 0.5 }: the others stay). Angles are in
// radians; where a key ends in _deg, in degrees, and drives that slide stay in metres.
#pragma once

#include <memory>
#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/files/toml_value.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"

namespace tauforge::scenario {

// Null when the table has an error. What is returned stays within the robot's position and velocity limits.
std::shared_ptr<const motion::Trajectory> read_motion(const files::TomlValue& table, const robot::Robot& robot,
                                                      diagnostic::Findings& findings);

// [motion] of a scenario file alone: whatever else it says is not read.
diagnostic::Result<std::shared_ptr<const motion::Trajectory>> read_motion_of(const std::string& path,
                                                                             const robot::Robot& robot);

}  // namespace tauforge::scenario
