// The specification file of [IHPH92], out. Any serial arm on a fixed base whose joints have drives of their own can be said
// in it: tables of Denavit-Hartenberg parameters as they are, a modified one shifted into a standard one, other placements
// after robot/denavit_hartenberg. Anything else is refused ("specification-..."). What the format cannot say comes back as
// warnings ("lost-...").
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/robot/assemble.h"

namespace tauforge::files {

diagnostic::Result<std::string> write_specification(const robot::Description& description,
                                                    const robot::AssembleOptions& options = {});

}  // namespace tauforge::files
