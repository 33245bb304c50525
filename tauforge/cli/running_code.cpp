#include "tauforge/cli/running_code.h"

#include <fmt/format.h>

#include "tauforge/cli/generated_folder.h"
#include "tauforge/compiler/compile.h"
#include "tauforge/compiler/light_drives.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/native/verify.h"

namespace tauforge::cli {

namespace {

constexpr int quick_search = 3000;  // evaluations per function: a run that waits for its code gets most of the gain

}  // namespace

std::unique_ptr<RunningCode> code_to_run(const robot::Robot& robot,
                                         const std::function<void(const std::string&)>& progress) {
  auto code = std::make_unique<RunningCode>();
  if (!code->folder.ok()) {
    code->why_not = "no temporary folder could be made";
    return code;
  }
  compiler::Request request;
  using enum compiler::Function;
  for (const auto function : {inverse_dynamics, gravity, mass_matrix, bias}) request.calls.push_back({{function}});
  request.evaluations = quick_search;
  request.exact = compiler::drive_too_light_for_plans(robot).has_value();
  const std::string prefix = compiler::prefix_for(robot.name);
  code->why_not = compiler::refusal(robot, request);
  if (!code->why_not.empty()) return code;
  compiler::CompiledModel model =
      compiler::compile(robot, request, {.stage = [&](const std::string& what) { progress("generating " + what); }});
  code->why_not = compiler::refusal(robot, request, model);
  if (!code->why_not.empty()) return code;
  const auto files =
      compiler::generated_files(robot, request, model, {.prefix = prefix, .source = robot.name, .remarks = {}});
  if (const auto findings = write_files(code->folder.path(), files); !findings.empty()) {
    code->why_not = findings[0].message;
    return code;
  }
  const native::BuildOptions build;
  const std::string object = code->folder.path() + "/model.so";
  progress("compiling");
  const auto run = native::run_program(native::build_words(code->folder.path(), prefix, build, object));
  if (!run.ok()) {
    code->why_not = run.started ? "the compiler refused the generated code:\n" + code->folder.without_path(run.output)
                                : fmt::format("the compiler '{}' cannot be started", build.compiler);
    return code;
  }
  code->model = std::make_unique<native::LoadedModel>(object, prefix);
  if (!code->model->ok()) {
    code->why_not = "the compiled code cannot be loaded: " + code->folder.without_path(code->model->why_not());
    return code;
  }
  progress("comparing with the templates");
  for (const auto& check : native::verify(robot, request, model, **code->model, 200))
    if (!check.ok())
      code->why_not = fmt::format("{} deviates from its template by {:.3g}", check.name, check.deviation);
  return code;
}

}  // namespace tauforge::cli
