// A machine that an alarm has stopped is not started again until somebody has looked at it: the reason lies beside the
// machine's file, MACHINE.toml.stopped, and every further run is refused until it is acknowledged.
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/scenario/outcome.h"

namespace tauforge::cards {

// Nothing: it may start. `acknowledged`: somebody has looked at it; the note is removed.
diagnostic::Findings refused_until_acknowledged(const std::string& machine_file, bool acknowledged);

// After a run: leaves a note where an alarm has stopped it. Findings when that cannot be written.
diagnostic::Findings remember_alarm(const std::string& machine_file, const scenario::Outcome& outcome);

}  // namespace tauforge::cards
