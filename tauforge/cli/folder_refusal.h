// What commands that write a folder have in common.
#pragma once

#include "tauforge/native/output_folder.h"

namespace tauforge::cli {

constexpr const char* force_meaning = "replace edited files in an existing folder, and keep those of others";

// Prints why a folder is refused; the exit code comes back: usage or the machine.
int report_folder_refusal(const diagnostic::Findings& findings);

}  // namespace tauforge::cli
