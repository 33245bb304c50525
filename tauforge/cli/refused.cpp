#include "tauforge/cli/refused.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tauforge/cli/exit_code.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

int exit_code_of(const diagnostic::Findings& findings) {
  static const std::map<std::string, int> known = {
      {"function-unknown", exit_usage},
      {"function-twice", exit_usage},
      {"run-time-unknown", exit_usage},
      {"functions-missing", exit_usage},
      {"effort-invalid", exit_usage},
      {"within-invalid", exit_usage},
      {"options-conflict", exit_usage},
      {"prefix-invalid", exit_usage},
      {"prefix-reserved", exit_usage},
      {"verification-failed", exit_bug},
      {"compiler-missing", exit_machine},
      {"compiler-refused", exit_machine},
      {"load-refused", exit_machine},
      {"temporary-folder", exit_machine},
      {"conversion-failed", exit_bug},
      {"cards-refused", exit_machine},
      {"cards-silent", exit_machine},
      {"step-unknown", exit_usage},
      {"cards-without-watchdog", exit_machine},
      {"machine-stopped", exit_alarm},
      {"cards-without-emergency-stop", exit_machine},
      {"output-unwritable", exit_machine},
      {"output-exists", exit_usage},
      {"output-format", exit_usage},
  };
  for (const auto& finding : findings)
    if (finding.severity == diagnostic::Severity::error) {
      const auto found = known.find(finding.code);
      return found == known.end() ? exit_input : found->second;
    }
  return exit_fine;
}

int refused(const std::string& who, const diagnostic::Findings& findings) {
  for (const auto& finding : findings) {
    if (finding.severity != diagnostic::Severity::error) continue;
    if (finding.at.source) {
      print_findings({finding});
      continue;
    }
    const std::size_t end = std::min(finding.message.find('\n'), finding.message.size());
    fmt::print(stderr, "{}: {}{}{} [{}]{}\n", who, printable(finding.message.substr(0, end)),
               finding.hint.empty() ? "" : "; ", printable(finding.hint), finding.code,
               printable_lines(finding.message.substr(end)));
  }
  return exit_code_of(findings);
}

}  // namespace tauforge::cli
