// What a format cannot say of a robot. Writers name it, one warning each; what is left is what the written file must equal.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

// The robot without what the format cannot say, as far as that moves a torque. The codes of the warnings begin with "lost-".
robot::Description held_by(robot::Format format, const robot::Description& description, diagnostic::Findings& lost);

// What stands in the file and no description holds: shapes, materials, what belongs to simulators and drivers.
diagnostic::Findings lost_in_reading(const robot::Description& description);

}  // namespace tauforge::files
