// tauforge generate: the smallest code of a robot's dynamics, compiled and compared with the templates before success is
// said.
#include "tauforge/cli/generate.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "tauforge/cli/command.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/generate_report.h"
#include "tauforge/cli/interruption.h"
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
Result<GeneratedCode> code_of(const Robot& robot, const GenerateRequest& request, bool silent) {
  Progress progress(silent);
  auto interruption = std::make_unique<Interruption>();
  bool is_told = false;
  return tauforge::generate(robot, request, [&](const Step& step) {
    progress.show(step);
    if (!step.share) interruption.reset();  // the search is over, no temporary file was made yet
    if (!interruption || !interruption->asked()) return Answer::go_on;
    if (!std::exchange(is_told, true))
      progress.say("the search ends here, the best found so far is completed; Ctrl-C again ends at once");
    return Answer::enough;
  });
}

// What making angles exact changes: per torque, of its largest; empty: nothing was made exact.
std::vector<double> snap_error(const GenerateOptions& options, const robot::Robot& robot) {
  LoadOptions as_written = options.load;
  if (std::exchange(as_written.snap_degrees, 0) <= 0) return {};
  const auto unrounded = load_or_report(options.file, as_written);
  return unrounded ? compiler::torque_difference(unrounded->details().robot, robot) : std::vector<double>();
}

}  // namespace

int generate(const GenerateOptions& options) {
  GenerateRequest request = options.wanted();
  const auto loaded = load_or_report(options.file, options.load);
  if (!loaded) return exit_input;
  const robot::Robot& robot = loaded->details().robot;
  if (request.prefix.empty()) request.prefix = compiler::prefix_for(robot.name);
  if (const auto wrong = compiler::prefix_refusal(request.prefix)) return refused(who, {*wrong});
  GenerateReport report;
  report.robot = &robot, report.folder = options.folder.empty() ? request.prefix + "_dynamics" : options.folder;
  native::OutputFolder output(report.folder, "generate", options.force);
  if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);
  report.snap_error = snap_error(options, robot);

  const bool silent = options.quiet || options.json;
  const auto code = code_of(*loaded, request, silent);
  for (const auto& finding : code.findings())
    if (finding.severity == diagnostic::Severity::note && !silent)
      fmt::print(stderr, "{}\n", printable(finding.message));
  if (!code) return refused(who, code.findings());
  report.code = &code.value().details();
  if (const auto findings = native::write_folder(output, report.code->files); !findings.empty())
    return report_folder_refusal(findings);
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
