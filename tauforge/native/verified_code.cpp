#include "tauforge/native/verified_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tauforge/compiler/light_drives.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/diagnostic/printable.h"
#include "tauforge/emit/javascript_source.h"
#include "tauforge/native/same_code.h"
#include "tauforge/native/write_files.h"

namespace tauforge::native {

namespace {

using diagnostic::Diagnostic;
using diagnostic::Findings;
using diagnostic::printable;

void tell(const std::function<void()>& whom) {
  if (whom) whom();
}

compiler::CompiledModel searched(const robot::Robot& robot, const CodeWatch& watch, VerifiedCode& code) {
  compiler::CompileWatch own = watch.search;
  if (watch.search.search)
    own.search = [&](const compiler::SearchProgress& progress) {
      code.cut_short = code.cut_short || !watch.search.search(progress);
      return !code.cut_short;
    };
  if (code.options.trace_passes)
    own.pass = [&, watch = own.pass](const compiler::PassRecord& record) {
      code.passes.push_back(record);
      if (watch) watch(record);
    };
  return compiler::compile(robot, code.request, own);
}

std::vector<std::string> stack_lines(const std::vector<StackUse>& stack, const BuildOptions& build) {
  std::vector<std::string> lines;
  if (!stack.empty()) lines.push_back(fmt::format("Stack ({}):", build.text()));
  for (const auto& use : stack) lines.push_back(fmt::format("  {}: {} bytes", use.function, use.bytes));
  return lines;
}

std::optional<Diagnostic> judged(const robot::Robot& robot, const VerifiedCode& code) {
  const auto& request = code.request;
  const double widest = request.within > 0 ? 1.0 : request.single_precision ? 1e-2 : 1e-6;  // what proves anything
  std::vector<FunctionCheck> checks = code.checks;
  checks.insert(checks.end(), code.javascript.begin(), code.javascript.end());
  for (const auto& check : checks)
    if (!(check.allowed <= widest))
      return diagnostic::error(
          {}, "verification-impossible",
          fmt::format("rounding alone can change {} of robot '{}' by {:.2g} of its largest result: "
                      "nothing was proved and nothing written",
                      check.name, printable(robot.name), check.allowed));
  for (const auto& check : checks)
    if (!check.ok())
      return diagnostic::error(
          {}, "verification-failed",
          fmt::format("{} deviates from its template by {:.3g} of the largest result, {:.3g} times "
                      "what is allowed: nothing was written",
                      check.name, check.deviation, check.used));
  if (code.observer && !code.observer->ok())
    return diagnostic::error({}, "verification-failed",
                             fmt::format("momentum_observer deviates from its integral by {:.3g} of what it is made "
                                         "of, {:.3g} are allowed: nothing was written",
                                         code.observer->deviation, code.observer->allowed));
  if (code.friction_step && !code.friction_step->ok())
    return diagnostic::error({}, "verification-failed",
                             fmt::format("friction_step deviates from its template by {:.3g} of the largest friction, "
                                         "{:.3g} are allowed: nothing was written",
                                         code.friction_step->deviation, code.friction_step->allowed));
  if (code.casadi && !code.casadi->ok())
    return diagnostic::error({}, "verification-failed",
                             fmt::format("functions for CasADi deviate from their templates by {:.3g} of the largest "
                                         "result, {:.3g} times what is allowed: nothing was written",
                                         code.casadi->deviation, code.casadi->used));
  return std::nullopt;
}

// What CasADi cannot be given.
std::optional<Diagnostic> casadi_refusal(const compiler::Request& request) {
  if (!request.run_time.any() && !request.wrench && !request.single_precision && !request.two_rate) return std::nullopt;
  return diagnostic::error({}, "options-conflict",
                           "functions for CasADi are of q, qd, qdd and tau in double precision: they go neither with "
                           "--run-time nor with --wrench, --float or --two-rate");
}

std::vector<CodeFunction> functions_of(const emit::Unit& unit) {
  std::vector<CodeFunction> list;
  for (const auto& f : unit.functions) {
    CodeFunction one{f.name, {}, {}, {}};
    for (const auto& argument : f.program.arguments)
      if (argument.name != emit::constants_argument) one.arguments.push_back({argument.name, argument.nodes.size()});
    for (const auto& argument : f.setup.arguments) one.setup.push_back({argument.name, argument.nodes.size()});
    for (const auto& output : f.program.outputs) one.results.push_back({output.name, output.nodes.size()});
    list.push_back(std::move(one));
  }
  return list;
}

// Compiles, loads and compares the code's files as they are; what the compiler told of the stack comes back.
diagnostic::Result<std::vector<StackUse>> compared(const robot::Robot& robot, const std::string& prefix,
                                                   const CodeOptions& options, const CodeWatch& watch,
                                                   VerifiedCode& code, Findings& notes) {
  tell(watch.compiling);
  const auto lasting = std::make_shared<const TemporaryFolder>();  // CasADi loads it, too
  const TemporaryFolder& folder = *lasting;
  if (!folder.ok()) return diagnostic::error({}, "temporary-folder", "no temporary folder could be made");
  if (const auto failed = write_files(folder.path(), code.files))
    return diagnostic::error({}, "temporary-folder",
                             fmt::format("a temporary folder for the test cannot be written: {}", failed.message()));
  std::vector<std::string> sources = {prefix + ".c", prefix + "_model.c"};
  if (options.files.casadi) sources.push_back(prefix + "_casadi.c");
  auto made = compile_c(folder.path(), sources, "model.so", options.build);
  if (!made.ok()) return made.findings();
  tell(watch.comparing);
  code.model.emplace(made.value().shared_object, prefix);
  if (!code.model->ok())
    return diagnostic::error(
        {}, "load-refused",
        "the compiled code cannot be loaded: " + without_path(folder.path(), code.model->why_not()));
  code.library = made.value().shared_object, code.folder = lasting;
  std::optional<Stopwatch> stopwatch;
  if (options.timed) stopwatch = thread_stopwatch();
  code.checks =
      verify(robot, code.request, code.compiled, **code.model, options.states, stopwatch ? &*stopwatch : nullptr);
  if (code.request.observer)
    code.observer = verify_observer(robot, code.request, code.compiled, *code.model, prefix, options.states);
  if (!code.compiled.unit.friction_step.empty())
    code.friction_step = verify_friction_step(robot, code.request, **code.model, options.states);
  if (options.files.javascript) {
    auto checks = verify_javascript(robot, code.request, code.compiled, emit::javascript_module(code.compiled.unit),
                                    options.states);
    if (!checks.ok() && checks.findings()[0].code != "node-missing") return checks.findings();
    if (checks.ok())
      code.javascript = checks.take();
    else
      notes.push_back(diagnostic::note({}, "javascript-unverified",
                                       "the JavaScript is written without having been run: there is no Node here",
                                       checks.findings()[0].hint));
  }
  if (options.files.casadi)
    code.casadi = verify_casadi(robot, code.request, code.compiled, *code.model, std::min(options.states, 200));
  if (auto why = judged(robot, code)) return std::move(*why);
  return made.take().stack;
}

}  // namespace

diagnostic::Result<VerifiedCode> verified_code(const robot::Robot& robot, const compiler::Request& request,
                                               const CodeOptions& options, const CodeWatch& watch) {
  compiler::FileOptions files = options.files;
  if (files.prefix.empty()) files.prefix = compiler::prefix_for(robot.name);
  if (auto why = compiler::prefix_refusal(files.prefix)) return std::move(*why);
  if (auto why = compiler::refusal(robot, request)) return std::move(*why);
  if (files.casadi)
    if (auto why = casadi_refusal(request)) return std::move(*why);
  VerifiedCode code;
  code.request = request, code.options = options;
  Findings findings;
  const auto refused = [&](const Findings& why) {
    append(findings, why);
    return findings;
  };
  if (const auto light = compiler::drive_too_light_for_plans(robot); light && !request.exact) {
    findings.push_back(
        diagnostic::note({}, "drive-light", *light + ": formulations are kept as they are, as with --exact"));
    code.request.exact = true;
  }
  code.compiled = searched(robot, watch, code);
  if (auto why = compiler::refusal(robot, code.request, code.compiled)) return refused({std::move(*why)});
  code.functions = functions_of(code.compiled.unit);
  if (code.cut_short) files.remarks.emplace_back(cut_short_remark);
  code.files = compiler::generated_files(robot, code.request, code.compiled, files);
  if (!options.verify) return {std::move(code), std::move(findings)};

  const auto stack = compared(robot, files.prefix, options, watch, code, findings);
  if (!stack.ok()) return refused(stack.findings());
  for (auto& line : stack_lines(stack.value(), options.build)) files.remarks.push_back(std::move(line));
  files.remarks.push_back(
      fmt::format("Verified with {} on {} random states before it was written.", options.build.text(), options.states));
  const auto verified = std::exchange(code.files, compiler::generated_files(robot, code.request, code.compiled, files));
  diagnostic::require(verified.size() == code.files.size(), "what was verified is handed over");
  for (std::size_t k = 0; k < verified.size(); ++k)
    diagnostic::require(same_code(verified[k], code.files[k]), "what was verified is handed over, but for its comment");
  return {std::move(code), std::move(findings)};
}

}  // namespace tauforge::native
