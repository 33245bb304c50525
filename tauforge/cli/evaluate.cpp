// tauforge evaluate: any function of a robot on the rows of a table or along a motion, in constant memory.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/evaluate_rows.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

int usage(const std::string& message) {
  fmt::print(stderr, "tauforge evaluate: {}\n", printable(message));
  return exit_usage;
}

struct Evaluate {
  std::string robot_file, table_file, motion_file, function = "inverse_dynamics", output = "-";
  std::optional<double> period;  // [s]
  bool reference = false;
  functions::EvaluationRequest request;
  LoadOptions load;

  int run() {
    request.function = *functions::function_named(function);
    const auto known = functions::formulations_of(request.function);
    if (!request.formulation.empty() && std::find(known.begin(), known.end(), request.formulation) == known.end())
      return usage(
          fmt::format("{} has no formulation '{}'; it has {}", function, request.formulation, fmt::join(known, ", ")));
    if (!request.link.empty() && request.function != functions::Function::jacobian)
      return usage("--link is for --function jacobian");
    if (table_file.empty() == motion_file.empty())
      return usage("states come from a table or from a motion: give STATES or --motion");
    if (motion_file.empty() && period) return usage("--period is for --motion: a table has its own times");
    if (table_file.empty() && reference) return usage("--reference is for tables");
    if (const std::string why = MotionRows::why_not(functions::info(request.function));
        !motion_file.empty() && !why.empty())
      return usage(why);
    for (const auto* input : {&robot_file, &table_file, &motion_file})
      if (native::same_file(output, *input))
        return usage(fmt::format("'{}' would be overwritten by its own result", *input));

    const auto loaded = load_or_report(robot_file, load);
    if (!loaded) return exit_input;
    const robot::Robot& robot = loaded->details().robot;
    std::string why_not;
    const auto evaluator = functions::Evaluator::make(robot, request, why_not);
    if (!evaluator) {
      const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{robot_file, ""});
      print_findings({diagnostic::error({source, 0, 0, 1}, "formulation-unsuited", why_not)});
      return exit_input;
    }
    if (!motion_file.empty()) {
      const auto motion = read_motion(*loaded, motion_file);
      print_findings(motion.findings());
      if (!motion) return exit_input;
      MotionRows rows(*loaded, motion.value(), period.value_or(1e-3), motion_file);
      return write_results(rows, *evaluator, function, output);
    }
    auto table = files::CsvReader::open(table_file);
    print_findings(table.findings());
    if (!table.ok()) return exit_input;
    TableRows rows(table.take(), table_file);
    const diagnostic::Findings findings = rows.map(robot, evaluator->inputs, reference);
    print_findings(findings);
    return diagnostic::has_error(findings) ? exit_input : write_results(rows, *evaluator, function, output);
  }
};

std::string functions_text() {
  std::string text = "Functions, with their formulations (the first is the default where it suits the robot):\n";
  for (const auto& info : functions::function_list())
    text += fmt::format("  {:30}{}\n  {:30}{}\n", info.name, info.meaning, "",
                        fmt::join(functions::formulations_of(info.function), ", "));
  return text;
}

}  // namespace

void add_evaluate(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Evaluate>();
  CLI::App* command =
      program.add_subcommand("evaluate", "compute a function of a robot on every row of a table or along a motion");
  std::vector<std::string> names, formulations;
  for (const auto& info : functions::function_list()) {
    names.emplace_back(info.name);
    for (const auto& formulation : functions::formulations_of(info.function))
      if (std::find(formulations.begin(), formulations.end(), formulation) == formulations.end())
        formulations.push_back(formulation);
  }
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("STATES", state->table_file, "CSV table with a header; - is standard input");
  command
      ->add_option("--motion", state->motion_file,
                   "instead of STATES: along the [motion] of a scenario file, without any control; the result has "
                   "columns t, q, qd, qdd as well")
      ->type_name("SCENARIO");
  command->add_option("--period", state->period, "of the rows of --motion [s] (0.001)")
      ->type_name("SECONDS")
      ->check(NumberRange(1e-6, 1e5));
  command->add_flag("--reference", state->reference,
                    "of a log of a control loop: the motion that was wanted (qref, qdref, qddref) instead of the "
                    "measured one");
  command->add_option("-f,--function", state->function, "what to compute (inverse_dynamics)")
      ->type_name("NAME")
      ->check(CLI::IsMember(names));
  command->add_option("--formulation", state->request.formulation, "how to compute it")
      ->type_name("NAME")
      ->check(CLI::IsMember(formulations));
  command->add_option("-o,--output", state->output, "CSV table to write (standard output)")->type_name("FILE");
  command->add_flag("--rigid", state->request.rigid, "bodies alone: no rotor inertia, no friction");
  command->add_option("--link", state->request.link, "the link of jacobian, also one behind a fixed joint (the last)")
      ->type_name("NAME");
  add_robot_options(*command, state->load);
  command->footer(
      functions_text() +
      "\nColumns are q1.. qd1.. qdd1.. (tau1.. for forward dynamics) or q:NAME with the names of the "
      "joints; of a floating\n"
      "base base_x..z, base_qx..qw, base_vx..wz, base_ax..alz; wrenches on a link, in its frame, fx:LINK "
      ".. nz:LINK where\n"
      "given (inverse and forward dynamics, their derivatives, bias). Every cell is a number; other columns are "
      "ignored, t is passed on.\n"
      "Units: rad, m, s, N, N m. Logs of tauforge simulate and run are such tables: they have no accelerations, so "
      "that "
      "functions that read some are evaluated along the motion that was wanted, with a note.\n\n"
      "Examples:\n"
      "  tauforge evaluate robots/puma260.toml motion.csv -o torques.csv\n"
      "  tauforge evaluate arm.urdf states.csv --function mass_matrix --formulation walker_orin\n"
      "  tauforge evaluate robots/stanford.toml --motion examples/paper004/stanford.toml -o torques.csv\n"
      "  tauforge evaluate --floating quadruped.urdf - <states.csv --rigid");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
