// tauforge count: operations of every formulation, on the given robot and on free symbols, beside what was printed.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/count_report.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/plan_files.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/robot/generic_inertias.h"

namespace tauforge::cli {

namespace {

struct Count {
  std::vector<std::string> files;
  LoadOptions load;
  bool json = false, by_step = false, growth = false, customised = false;
  std::optional<unsigned> generic_inertias;
  std::vector<std::string> functions;
  std::string plans, plans_folder;  // to begin with, to write

  int run() const {
    if (customised || generic_inertias || !functions.empty() || !plans.empty() || !plans_folder.empty())
      return run_customised();
    nlohmann::json answer = {{"robots", nlohmann::json::array()}};
    bool failed = false;
    for (const auto& path : files) {
      const auto robot = load_or_report(path, load);
      if (!robot) {
        failed = true;
        continue;
      }
      const literature::OperationTable operations = literature::operation_table(robot->details().robot);
      if (json)
        answer["robots"].push_back(operations_json(operations));
      else
        fmt::print("{}{}", operations_text(operations), by_step ? steps_text(operations) : "");
    }
    if (json) {
      if (by_step) answer["renaud_example"] = renaud_json(literature::renaud_example());
      if (growth) answer["growth"] = growth_json(literature::growth_table());
      fmt::print("{}", json_text(answer));
    } else {
      if (by_step) fmt::print("{}", renaud_text(literature::renaud_example()));
      if (growth) fmt::print("{}", growth_text(literature::growth_table()));
    }
    return failed ? exit_input : exit_fine;
  }

 private:
  int run_customised() const;
};

// What the search and the passes make of every function.
int Count::run_customised() const {
  std::vector<functions::Function> wanted;
  for (const auto& info : functions::function_list())
    if (functions.empty() || std::count(functions.begin(), functions.end(), info.name)) wanted.push_back(info.function);
  nlohmann::json answer = nlohmann::json::array();
  bool failed = false;
  for (const auto& path : files) {
    const auto loaded = load_or_report(path, load);
    if (!loaded) {
      failed = true;
      continue;
    }
    const robot::Robot robot = generic_inertias ? robot::generic_inertias(loaded->details().robot, *generic_inertias)
                                                : loaded->details().robot;
    compiler::CountOptions options;
    options.progress = [&](const std::string& function) {
      if (!json) fmt::print(stderr, "searching: {} of {}\n", function, printable(robot.name));
    };
    if (!plans.empty()) {
      const auto starts = read_plans_or_report(plans, path);
      if (!starts) {
        failed = true;
        continue;
      }
      options.starts = *starts;
    }
    const auto counts = compiler::customised_counts(robot, wanted, options);
    if (!plans_folder.empty() && !write_plans(plans_folder, path, counts.plans)) return exit_machine;
    const nlohmann::json rows = customised_json(robot.name, counts.functions);
    answer.insert(answer.end(), rows.begin(), rows.end());
    if (!json) fmt::print("{}", customised_text(robot.name, counts.functions));
  }
  if (json) fmt::print("{}", json_text(answer));
  return failed ? exit_input : exit_fine;
}

}  // namespace

void add_count(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Count>();
  CLI::App* command =
      program.add_subcommand("count", "print how many operations each formulation needs, beside the published counts");
  command->add_option("ROBOT", state->files, "robots: .toml, .urdf, .dyn")->required();
  add_robot_options(*command, state->load);
  command->add_flag("--by-step", state->by_step,
                    "also by the steps of the papers, and Renaud's example beside his printed table");
  command->add_flag("--growth", state->growth, "also how the counts grow with the number of joints");
  command->add_flag("--customised", state->customised,
                    "instead: every function as generated code, after the search for modelling choices");
  command
      ->add_option("--generic-inertias", state->generic_inertias,
                   "customised, with seeded numbers in place of every inertial parameter that is not zero")
      ->type_name("SEED");
  std::vector<std::string> names;
  for (const auto& info : functions::function_list()) names.emplace_back(info.name);
  command->add_option("--functions", state->functions, "customised, of these functions only, separated by commas")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names));
  command->add_option("--plans", state->plans, std::string("customised; ") + plans_meaning)->type_name("PATH");
  command->add_option("--write-plans", state->plans_folder, "customised; writes the Plans found to FOLDER/ROBOT.plans")
      ->type_name("FOLDER")
      ->check([](const std::string& folder) {
        std::error_code failure;
        return std::filesystem::is_directory(folder, failure) ? "" : fmt::format("there is no folder '{}'", folder);
      });
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  command->footer(
      "Counted on the recorded program: what no torque needs and what depends on constants alone is free, and so are\n"
      "signs, sines and cosines; 'every sign' is the rule of the 1992 listing, which counts unary minus too.\n"
      "'any load' is this robot with ten moments on its last link that are known at run time; sums and products of "
      "these "
      "and\n"
      "of constants are formed when the load changes, and free. Drives (rotor inertia, friction) are not counted.\n"
      "The customised count includes rotor inertia where the robot has it, sums of angles, and 2 x as an addition; "
      "'fused'\n"
      "are products and sums that a fused multiply-add does together. The deviation is measured against the "
      "templates.\n\n"
      "Examples:\n"
      "  tauforge count robots/puma260.toml robots/renaud6r.toml --by-step\n"
      "  tauforge count arm.urdf --json\n"
      "  tauforge count robots/counting/*.toml --customised --functions inverse_dynamics\n"
      "  tauforge count robots/counting/*.toml --customised --plans robots/counting");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
