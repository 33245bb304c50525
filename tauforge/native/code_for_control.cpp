#include "tauforge/native/code_for_control.h"

namespace tauforge::native {

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, const CodeWatch& watch) {
  using enum compiler::Function;
  compiler::Request request;
  for (const auto function : {inverse_dynamics, gravity, mass_matrix, bias}) request.calls.push_back({{function}});
  request.evaluations = 3000;  // little search brings most of the gain
  CodeOptions options;
  options.files.source = robot.name, options.states = 200;
  auto code = verified_code(robot, request, options, watch);
  if (code) return code;
  diagnostic::Findings findings = code.findings();
  for (auto& finding : findings) finding.hint.clear();  // it names options of `tauforge generate`
  return findings;
}

}  // namespace tauforge::native
