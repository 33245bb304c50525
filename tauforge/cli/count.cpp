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
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/plan_files.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/compiler/customised_count.h"
#include "tauforge/compiler/operation_table.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/robot/generic_inertias.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;

namespace {

using compiler::OperationTable;
using expression::Operations;

std::string pair(const Operations& o) { return fmt::format("{} / {}", o.multiplications, o.additions); }
nlohmann::json to_json(const Operations& o) {
  return {{"multiplications", o.multiplications}, {"additions", o.additions}};
}

std::string table_text(const OperationTable& t) {
  std::string text = fmt::format("{}: {} joints, {} prismatic; multiplications / additions\n", printable(t.robot),
                                 t.joints, t.prismatic);
  std::vector<std::vector<std::string>> rows = {
      {"function", "free symbols", "Z0 = Z1", "this robot", "every sign", "sin + cos", "printed", "", "by"}};
  std::string function;
  for (const auto& row : t.rows) {
    if (row.function != function) rows.push_back({function = row.function});
    std::vector<std::string> cells = {"  " + row.formulation,
                                      row.free ? pair(*row.free) : "-",
                                      row.free_vertical ? pair(*row.free_vertical) : "-",
                                      pair(row.given),
                                      pair(row.given_signed),
                                      fmt::format("{} + {}", row.trigonometry.sines, row.trigonometry.cosines)};
    if (row.published.empty()) rows.push_back(cells);
    for (const auto& p : row.published) {
      cells.insert(cells.end(), {p.total ? fmt::format("{} in all", p.total) : pair(p.operations),
                                 p.formula.empty() ? (p.general ? "general, n = 6" : "this robot") : p.formula, p.who});
      rows.push_back(cells);
      cells = std::vector<std::string>(6);  // further counts of the same row
    }
  }
  text += table(rows, "  ", {{}, {}, leaves(3), {}, leaves(4), leaves(2), {}, leaves(1), breaks});
  bool heading = false;
  for (const auto& row : t.rows) {
    if (row.why_different.empty()) continue;
    if (!heading) text += "  why ours differ from the printed ones:\n", heading = true;
    text += paragraph(fmt::format("{} {}: {}", row.function, row.formulation, row.why_different), "    ", "      ");
  }
  for (const auto& line : t.left_out) text += paragraph("left out: " + printable(line), "  ", "    ");
  return text + "\n";
}

// The formulations of a robot that follow the steps of their papers.
std::string steps_text(const OperationTable& t) {
  std::string text;
  for (const auto& row : t.rows) {
    if (row.steps.empty()) continue;
    std::vector<std::vector<std::string>> rows = {{"step", "free symbols", "this robot", "printed"}};
    for (const auto& step : row.steps)
      rows.push_back({fmt::format("{}", step.step), pair(step.free), pair(step.given), step.printed});
    text += fmt::format("{}, {} by the steps of its paper:\n{}\n", printable(t.robot), row.formulation,
                        table(rows, "  ", {{}, {}, {}, breaks}));
  }
  return text;
}

std::string renaud_text() {
  const auto example = compiler::renaud_example();
  std::vector<std::vector<std::string>> rows = {{"step", "ours", "printed"}};
  for (const auto& step : example.steps)
    rows.push_back({fmt::format("{}", step.step), pair(step.ours), pair(step.printed)});
  rows.push_back({"sum", pair(example.by_steps), "181 / 127"});
  return paragraph("Renaud's example [Ren87] in free symbols, augmented_body by the steps of the paper:") +
         fmt::format(
             "{}"
             "  products that two steps form, shared: {}\n"
             "  z6 merged into y5 as well: {}   printed: 164 / 115\n\n",
             table(rows, "  "), pair(example.shared), pair(example.regrouped));
}

std::string growth_text() {
  std::vector<std::vector<std::string>> rows = {{"formulation"}};
  for (int n = compiler::growth_first_n; n <= compiler::growth_last_n; ++n) rows[0].push_back(fmt::format("n = {}", n));
  rows[0].push_back("line");
  for (const auto& growth : compiler::growth_table()) {
    rows.push_back({growth.formulation});
    for (const auto& operations : growth.at) rows.back().push_back(pair(operations));
    rows.back().push_back(growth.linear ? growth.line : "grows with n^2");
  }
  std::vector<diagnostic::Column> columns(rows[0].size());  // the first few n tell the law
  for (std::size_t k = 2; k + 1 < columns.size(); ++k) columns[k] = leaves(static_cast<int>(k));
  return fmt::format("Inverse dynamics of n revolute joints in free symbols:\n{}\n", table(rows, "  ", columns));
}

nlohmann::json table_json(const OperationTable& t) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& row : t.rows) {
    nlohmann::json published = nlohmann::json::array();
    for (const auto& p : row.published) {
      nlohmann::json entry = to_json(p.operations);
      entry.update({{"by", p.who}, {"formula", p.formula}, {"general", p.general}});
      if (p.total) entry = {{"total", p.total}, {"by", p.who}, {"general", p.general}};
      published.push_back(entry);
    }
    nlohmann::json steps = nlohmann::json::array();
    for (const auto& step : row.steps)
      steps.push_back({{"step", step.step},
                       {"free", to_json(step.free)},
                       {"given", to_json(step.given)},
                       {"printed", step.printed}});
    rows.push_back({{"function", row.function},
                    {"formulation", row.formulation},
                    {"given", to_json(row.given)},
                    {"given_every_sign", to_json(row.given_signed)},
                    {"free", row.free ? to_json(*row.free) : nlohmann::json()},
                    {"free_first_axis_vertical", row.free_vertical ? to_json(*row.free_vertical) : nlohmann::json()},
                    {"sines", row.trigonometry.sines},
                    {"cosines", row.trigonometry.cosines},
                    {"published", published},
                    {"why_different", row.why_different},
                    {"steps", steps}});
  }
  return {
      {"robot", t.robot}, {"joints", t.joints}, {"prismatic", t.prismatic}, {"rows", rows}, {"left_out", t.left_out}};
}

nlohmann::json renaud_json() {
  const auto example = compiler::renaud_example();
  nlohmann::json steps = nlohmann::json::array();
  for (const auto& step : example.steps)
    steps.push_back({{"step", step.step}, {"ours", to_json(step.ours)}, {"printed", to_json(step.printed)}});
  return {{"steps", steps},
          {"by_steps", to_json(example.by_steps)},
          {"shared", to_json(example.shared)},
          {"regrouped", to_json(example.regrouped)}};
}

nlohmann::json growth_json() {
  nlohmann::json all = nlohmann::json::array();
  for (const auto& growth : compiler::growth_table()) {
    nlohmann::json values = nlohmann::json::array();
    for (const auto& operations : growth.at) values.push_back(to_json(operations));
    all.push_back({{"formulation", growth.formulation},
                   {"first_n", compiler::growth_first_n},
                   {"values", values},
                   {"line", growth.line}});
  }
  return all;
}

struct Count {
  std::vector<std::string> files;
  files::LoadOptions load;
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
      const OperationTable operations = compiler::operation_table(*robot);
      if (json)
        answer["robots"].push_back(table_json(operations));
      else
        fmt::print("{}{}", table_text(operations), by_step ? steps_text(operations) : "");
    }
    if (json) {
      if (by_step) answer["renaud_example"] = renaud_json();
      if (growth) answer["growth"] = growth_json();
      fmt::print("{}", json_text(answer));
    } else {
      if (by_step) fmt::print("{}", renaud_text());
      if (growth) fmt::print("{}", growth_text());
    }
    return failed ? exit_input : exit_fine;
  }

 private:
  int run_customised() const;
};

// What the search and the passes make of every function.
int Count::run_customised() const {
  std::vector<dynamics::Function> wanted;
  for (const auto& info : dynamics::function_list())
    if (functions.empty() || std::count(functions.begin(), functions.end(), info.name)) wanted.push_back(info.function);
  nlohmann::json answer = nlohmann::json::array();
  bool failed = false;
  for (const auto& path : files) {
    auto robot = load_or_report(path, load);
    if (!robot) {
      failed = true;
      continue;
    }
    if (generic_inertias) robot = robot::generic_inertias(*robot, *generic_inertias);
    compiler::CountOptions options;
    options.progress = [&](const std::string& function) {
      if (!json) fmt::print(stderr, "searching: {} of {}\n", function, printable(robot->name));
    };
    if (!plans.empty()) {
      const auto starts = read_plans_or_report(plans, path);
      if (!starts) {
        failed = true;
        continue;
      }
      options.starts = *starts;
    }
    const auto counts = compiler::customised_counts(*robot, wanted, options);
    if (!plans_folder.empty() && !write_plans(plans_folder, path, counts.plans)) return exit_machine;
    std::vector<std::vector<std::string>> rows = {
        {"function", "multiplications", "additions", "sum", "fused", "sin + cos", "deviation"}};
    for (const auto& c : counts.functions) {
      answer.push_back({{"robot", robot->name},
                        {"function", c.function},
                        {"multiplications", c.operations.multiplications},
                        {"additions", c.operations.additions},
                        {"fused", c.fused},
                        {"trig", c.trigonometry.sines + c.trigonometry.cosines},
                        {"deviation", c.deviation}});
      rows.push_back({c.function, fmt::format("{}", c.operations.multiplications),
                      fmt::format("{}", c.operations.additions), fmt::format("{}", c.operations.total()),
                      fmt::format("{}", c.fused), fmt::format("{} + {}", c.trigonometry.sines, c.trigonometry.cosines),
                      fmt::format("{:.1e}", c.deviation)});
    }
    if (!json)
      fmt::print("{}: customised count\n{}\n", printable(robot->name), table(rows, "  ", {{}, {}, {}, {}, leaves(1)}));
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
  for (const auto& info : dynamics::function_list()) names.emplace_back(info.name);
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
      "Drives (rotor inertia, friction) are not counted.\n"
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
