#include "tauforge/cli/folder_refusal.h"

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"

namespace tauforge::cli {

int report_folder_refusal(const diagnostic::Findings& findings) {
  print_findings(findings);
  for (const auto& finding : findings)
    for (const char* code : {native::folder_foreign, native::folder_edited, native::folder_protected})
      if (finding.code == code) return exit_usage;
  return exit_machine;
}

}  // namespace tauforge::cli
