// Some findings are known: the paper printed it so. An author who says so in the file, with the reason, is
// not told again: the warning becomes a note. An acknowledgement that fits no warning is itself one, so that
// none outlives what it was written for.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/description.h"

namespace tauforge::robot {

void acknowledge(const Description& description, diagnostic::Findings& findings);

}  // namespace tauforge::robot
