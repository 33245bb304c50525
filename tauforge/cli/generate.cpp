// tauforge generate: the smallest code of a robot's dynamics, compiled and compared with the templates before success is
// said.
#include "tauforge/cli/generate.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "tauforge/cli/command.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/generate_report.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/plan_files.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/native/verified_code.h"

namespace tauforge::cli {

namespace {

constexpr const char* who = "tauforge: error";

// Ctrl-C ends the search, not the program: the best that was found is worth having.
diagnostic::Result<native::VerifiedCode> code_of(const robot::Robot& robot, const compiler::Request& request,
                                                 const native::CodeOptions& options, bool silent) {
  Progress progress(silent);
  auto interruption = std::make_unique<Interruption>();
  bool is_told = false;
  const std::size_t stages = request.calls.size() + (request.two_rate ? 1 : 0);
  std::size_t stage = 0;
  native::CodeWatch watch;
  watch.search.stage = [&](const std::string& what) {
    if (++stage <= stages) progress.stage(fmt::format("searching {} of {}: {}", stage, stages, what));
  };
  watch.search.search = [&](const compiler::SearchProgress& search) {
    const bool is_ended = interruption->asked();
    if (is_ended && !is_told)
      progress.say("the search ends here, the best found so far is completed; Ctrl-C again ends at once");
    is_told = is_told || is_ended;
    progress.show(search.share, fmt::format("{} operations so far", search.fewest));
    return !is_ended;
  };
  watch.searched = [&] {
    interruption.reset();
    progress.clear();
  };
  watch.compiling = [&] { progress.say("compiling with " + options.build.text()); };
  watch.comparing = [&] {
    progress.say(fmt::format("comparing with the templates on {} random states", options.states));
  };
  return native::verified_code(robot, request, options, watch);
}

native::CodeOptions code_options(const GenerateOptions& options) {
  native::CodeOptions code;
  const auto wants = [&](const char* language) {
    return std::count(options.languages.begin(), options.languages.end(), language) > 0;
  };
  code.files = {
      .prefix = options.prefix, .source = options.file, .cpp = wants("c++"), .octave = wants("octave"), .remarks = {}};
  code.build = options.build, code.verify = !options.no_verify, code.timed = true;
  return code;
}

}  // namespace

int generate(GenerateOptions options) {
  if (const auto wrong = options.read_names()) return refused(who, {*wrong});
  files::LoadOptions load = options.load;
  if (options.snap_degrees > 0) load.assemble.exact_within = options.snap_degrees * 3.14159265358979323846 / 180.0;
  const auto robot = load_or_report(options.file, load);
  if (!robot) return exit_input;
  if (!options.plans.empty()) {
    auto starts = read_plans_or_report(options.plans, options.file);
    if (!starts) return exit_input;
    options.request.starts = std::move(*starts);
  }
  if (options.prefix.empty()) options.prefix = compiler::prefix_for(robot->name);
  if (const auto wrong = compiler::prefix_refusal(options.prefix)) return refused(who, {*wrong});
  if (options.folder.empty()) options.folder = options.prefix + "_dynamics";
  native::OutputFolder output(options.folder, "generate", options.force);
  if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);
  GenerateReport report;
  if (options.snap_degrees > 0) {
    const auto unrounded = load_or_report(options.file, options.load);
    if (unrounded) report.snap_error = compiler::torque_difference(*unrounded, *robot);
  }

  const bool silent = options.quiet || options.json;
  const native::CodeOptions how = code_options(options);
  const auto code = code_of(*robot, options.request, how, silent);
  for (const auto& finding : code.findings())
    if (finding.severity == diagnostic::Severity::note && !silent)
      fmt::print(stderr, "{}\n", printable(finding.message));
  if (!code) return refused(who, code.findings());
  if (const auto findings = native::write_folder(output, code.value().files); !findings.empty())
    return report_folder_refusal(findings);
  report.robot = &*robot, report.code = &code.value(), report.options = &how, report.folder = options.folder;
  if (options.explain) report.explain();
  fmt::print(options.report, "{}", options.json ? report.json() : report.text());
  return exit_fine;
}

void add_generate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<GenerateOptions>();
  CLI::App* command = program.add_subcommand("generate", "write the smallest code of a robot's dynamics, verified");
  add_generate_options(*command, *state);
  command->callback([state, &chosen] { chosen = [state] { return generate(*state); }; });
}

}  // namespace tauforge::cli
