#include "tauforge/native/code_for_control.h"

namespace tauforge::native {

CodeOptions options_for_control() {
  CodeOptions options;
  options.states = 200;
  return options;
}

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, const CodeWatch& watch) {
  compiler::Request request;
  for (const auto function : functions_for_control) request.calls.push_back({{function}});
  request.evaluations = 3000;  // little search brings most of the gain
  CodeOptions options = options_for_control();
  options.files.source = robot.name;
  auto code = verified_code(robot, request, options, watch);
  if (code) return code;
  diagnostic::Findings findings = code.findings();
  for (auto& finding : findings) finding.hint.clear();  // it names options of `tauforge generate`
  return findings;
}

}  // namespace tauforge::native
