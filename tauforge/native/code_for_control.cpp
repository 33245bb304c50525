#include "tauforge/native/code_for_control.h"

#include "tauforge/compiler/two_rate.h"

namespace tauforge::native {

compiler::Request request_for_control(bool payload) {
  compiler::Request request;
  request.calls = {{{compiler::Function::inverse_dynamics}}, {{compiler::Function::gravity}}};
  request.two_rate = true;
  compiler::add_two_rate_calls(request);
  request.run_time.payload = payload;
  request.evaluations = 3000;  // little search brings most of the gain
  return request;
}

CodeOptions options_for_control() {
  CodeOptions options;
  options.states = 200;
  return options;
}

diagnostic::Result<VerifiedCode> code_for_control(const robot::Robot& robot, bool payload, const CodeWatch& watch) {
  const compiler::Request request = request_for_control(payload);
  CodeOptions options = options_for_control();
  options.files.source = robot.name;
  auto code = verified_code(robot, request, options, watch);
  if (code) return code;
  diagnostic::Findings findings = code.findings();
  for (auto& finding : findings) finding.hint.clear();  // it names options of `tauforge generate`
  return findings;
}

}  // namespace tauforge::native
