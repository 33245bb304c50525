#include "tauforge/native/verified_code.h"

#include <fmt/format.h>

#include <utility>

#include "tauforge/compiler/light_drives.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/diagnostic/printable.h"
#include "tauforge/native/same_code.h"
#include "tauforge/native/temporary_folder.h"
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
  for (const auto& check : code.checks)
    if (!(check.allowed <= widest))
      return diagnostic::error(
          {}, "verification-impossible",
          fmt::format("rounding alone can change {} of robot '{}' by {:.2g} of its largest result: "
                      "nothing was proved and nothing written",
                      check.name, printable(robot.name), check.allowed));
  for (const auto& check : code.checks)
    if (!check.ok())
      return diagnostic::error(
          {}, "verification-failed",
          fmt::format("{} deviates from its template by {:.3g} of the largest result, {:.3g} times "
                      "what is allowed: nothing was written",
                      check.name, check.deviation, check.used));
  return std::nullopt;
}

// Compiles, loads and compares the code's files as they are; what the compiler told of the stack comes back.
diagnostic::Result<std::vector<StackUse>> compared(const robot::Robot& robot, const std::string& prefix,
                                                   const CodeOptions& options, const CodeWatch& watch,
                                                   VerifiedCode& code) {
  tell(watch.compiling);
  const TemporaryFolder folder;  // needed until the code is loaded
  if (!folder.ok()) return diagnostic::error({}, "temporary-folder", "no temporary folder could be made");
  if (const auto failed = write_files(folder.path(), code.files))
    return diagnostic::error({}, "temporary-folder",
                             fmt::format("a temporary folder for the test cannot be written: {}", failed.message()));
  auto made = compile_c(folder.path(), {prefix + ".c", prefix + "_model.c"}, "model.so", options.build);
  if (!made.ok()) return made.findings();
  tell(watch.comparing);
  code.model.emplace(made.value().shared_object, prefix);
  if (!code.model->ok())
    return diagnostic::error(
        {}, "load-refused",
        "the compiled code cannot be loaded: " + without_path(folder.path(), code.model->why_not()));
  std::optional<Stopwatch> stopwatch;
  if (options.timed) stopwatch = thread_stopwatch();
  code.checks =
      verify(robot, code.request, code.compiled, **code.model, options.states, stopwatch ? &*stopwatch : nullptr);
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
  if (code.cut_short) files.remarks.emplace_back(cut_short_remark);
  code.files = compiler::generated_files(robot, code.request, code.compiled, files);
  if (!options.verify) return {std::move(code), std::move(findings)};

  const auto stack = compared(robot, files.prefix, options, watch, code);
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
