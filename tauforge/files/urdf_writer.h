// URDF, out. Denavit-Hartenberg placements become origins; a link whose frame is not on its joint's
// axis (standard DH) gets the frame on the axis, as URDF wants it, and its inertia moves along.
// A payload becomes a link on a fixed joint. What URDF cannot say (gravity, motor inertia, ...) comes back as warnings
// ("lost-..."). Refused: a massless link with moments ("urdf-moments-without-mass"), names that no XML file can hold ("urdf-name").
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

diagnostic::Result<std::string> write_urdf(const robot::Description& description);

}  // namespace tauforge::files
