// The specification file of [IHPH92], out. Only a serial arm on a fixed base in Denavit-Hartenberg
// parameters can be said in it: a modified table is shifted into a standard one, anything else is
// refused ("specification-..."). What the format cannot say comes back as notes.
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

diagnostic::Result<std::string> write_specification(const robot::Description& description);

}  // namespace tauforge::files
