// Findings as people and as programs read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

struct FindingsStyle {
  bool colour = false;
  bool verbose = false;       // each finding; else those of one code that repeat are summed up
  std::string show_all = "";  // what the user adds or runs to get each of them
};

std::string findings_text(const diagnostic::Findings& findings, const FindingsStyle& style);
// The same on standard error, in colour where that is a terminal.
void print_findings(const diagnostic::Findings& findings);

struct Tally {
  int errors = 0, warnings = 0, notes = 0;
};
Tally tally(const diagnostic::Findings& findings);

// "2 errors, 1 warning, 14 notes"
std::string to_text(const Tally& tally);

nlohmann::json findings_json(const diagnostic::Findings& findings);

// What was said of each file, and how many findings there are in all.
std::string files_json_text(const nlohmann::json& files, const diagnostic::Findings& every_finding);

}  // namespace tauforge::cli
