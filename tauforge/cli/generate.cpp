// tauforge generate: the smallest code of a robot's dynamics, compiled and compared with the templates before success is
// said.
#include "tauforge/cli/generate.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "tauforge/cli/command.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/generate_report.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/json_text.h"
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

int make_code(const GenerateOptions& options, Generation& made) {
  GenerateRequest request = options.wanted();
  made.robot = load_or_report(options.file, options.load);
  if (!made.robot) return exit_input;
  const robot::Robot& robot = made.robot->details().robot;
  if (request.prefix.empty()) request.prefix = compiler::prefix_for(robot.name);
  if (const auto wrong = compiler::prefix_refusal(request.prefix)) return refused(who, {*wrong});
  if (const int code = refuse_page(options.page); code != exit_fine) return code;
  GenerateReport& report = made.report;
  report.robot = &robot, report.folder = options.folder.empty() ? request.prefix + "_dynamics" : options.folder;
  const native::OutputFolder output(report.folder, "generate", options.force);
  if (!options.folder_comes)
    if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);
  report.snap_error = snap_error(options, robot);

  const bool silent = options.quiet || options.json;
  const auto code = code_of(*made.robot, request, silent);
  for (const auto& finding : code.findings())
    if (finding.severity == diagnostic::Severity::note && !silent)
      fmt::print(stderr, "{}\n", printable(finding.message));
  if (!code) return refused(who, code.findings());
  made.code = code.value();
  report.code = &made.code->details();
  return exit_fine;
}

int write_code(const GenerateOptions& options, Generation& made) {
  native::OutputFolder output(made.report.folder, "generate", options.force);
  if (const auto findings = output.refusal(); !findings.empty()) return report_folder_refusal(findings);
  if (const auto findings = native::write_folder(output, made.report.code->files); !findings.empty())
    return report_folder_refusal(findings);
  if (options.explain) made.report.explain();
  const nlohmann::json answer = made.report.json();
  fmt::print(options.report, "{}", options.json ? json_text(answer) : made.report.text());
  const bool silent = options.quiet || options.json;
  return write_page(options.page, {made.robot->name(), *made.robot, answer}, exit_fine, silent);
}

void add_generate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<GenerateOptions>();
  CLI::App* command = program.add_subcommand("generate", "write the smallest code of a robot's dynamics, verified");
  add_generate_options(*command, *state);
  command->callback([state, &chosen] {
    chosen = [state] {
      Generation made;
      const int code = make_code(*state, made);
      return code == exit_fine ? write_code(*state, made) : code;
    };
  });
}

}  // namespace tauforge::cli
