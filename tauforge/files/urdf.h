// URDF, the description format of ROS: in. See urdf_writer.h for out.
//
// Read: <link> with its <inertial>, <joint> with <origin>, <axis>, <limit>, <dynamics>, <mimic>.
// Angles in radians, the axis (1,0,0) where none is given, gravity (0,0,-9.81). A joint of type
// "floating" that hangs the robot on an empty link 'world' frees the base. Shapes are skipped;
// everything else that is skipped is named in a note. A repeated element counts once, the first.
#pragma once

#include "tauforge/files/source_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

Result<robot::Description> read_urdf(const SourceText& source);

}  // namespace tauforge::files
