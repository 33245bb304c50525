#include "tauforge/cli/refused.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tauforge/cli/command.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

int exit_code_of(const std::string& code) {
  static const std::map<std::string, int> known = {
      {"function-unknown", exit_usage},  {"function-twice", exit_usage},     {"run-time-unknown", exit_usage},
      {"functions-missing", exit_usage}, {"effort-invalid", exit_usage},     {"within-invalid", exit_usage},
      {"options-conflict", exit_usage},  {"prefix-invalid", exit_usage},     {"prefix-reserved", exit_usage},
      {"verification-failed", exit_bug}, {"compiler-missing", exit_machine}, {"compiler-refused", exit_machine},
      {"load-refused", exit_machine},    {"temporary-folder", exit_machine},
  };
  const auto found = known.find(code);
  return found == known.end() ? exit_input : found->second;
}

int refused(const std::string& who, const diagnostic::Findings& findings) {
  int exit_code = exit_fine;
  for (const auto& finding : findings) {
    if (finding.severity != diagnostic::Severity::error) continue;
    const std::size_t end = std::min(finding.message.find('\n'), finding.message.size());
    fmt::print(stderr, "{}: {}{}{} [{}]{}\n", who, printable(finding.message.substr(0, end)),
               finding.hint.empty() ? "" : "; ", printable(finding.hint), finding.code,
               printable_lines(finding.message.substr(end)));
    if (exit_code == exit_fine) exit_code = exit_code_of(finding.code);
  }
  return exit_code;
}

}  // namespace tauforge::cli
