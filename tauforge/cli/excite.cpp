// tauforge excite: a motion that makes a robot's parameters visible, within its limits.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/output_file.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/number.h"
#include "tauforge/files/toml_text.h"
#include "tauforge/identify/excitation.h"
#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"

namespace tauforge::cli {

using diagnostic::leaves;

namespace {

using identify::Excitation;
using identify::ExcitationForm;
using identify::ExcitationGoal;

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + files::number_text(value);
  return "[" + text + "]";
}

std::string rows(const std::vector<std::vector<double>>& matrix) {
  std::string text;
  for (const auto& row : matrix) text += (text.empty() ? "\n  " : ",\n  ") + list(row);
  return "[" + text + "]";
}

// The motion exactly, by its coefficients; docs/recordings.md explains the keys.
std::string scenario_text(const Excitation& e, const std::string& robot_file, const std::vector<std::string>& drives,
                          double rate) {
  std::string names;
  for (const auto& drive : drives) names += (names.empty() ? "" : ", ") + files::toml_text(drive);
  std::string text = fmt::format("schema = 1\nrobot = {}\ndrives = [{}]\nrate = {}\n\n[motion]\n",
                                 files::toml_text(robot_file), names, files::number_text(rate));
  if (const auto* fourier = dynamic_cast<const motion::Fourier*>(e.path.get())) {
    auto sine = fourier->sine(), cosine = fourier->cosine();
    for (auto* series : {&sine, &cosine})
      for (auto& joint : *series)
        for (double& value : joint) value *= e.speed;  // speeds, played k times as fast
    text += fmt::format("form = \"fourier\"\nperiod = {}\ncentre = {}\nsine = {}\ncosine = {}\n",
                        files::number_text(e.motion->duration()), list(fourier->centre()), rows(sine), rows(cosine));
  } else if (const auto* polynomial = dynamic_cast<const motion::Polynomial*>(e.path.get())) {
    text += fmt::format("form = \"polynomial\"\nduration = {}\npoints = {}\n", files::number_text(e.motion->duration()),
                        rows(polynomial->points()));
  }
  return text;
}

std::string share(double of_limit) { return of_limit > 0.0 ? fmt::format("{:.0f}", 100.0 * of_limit) : "-"; }

std::string report_text(const Excitation& e, double margin) {
  std::string text = paragraph(fmt::format(
      "{:.4g} s, {} of {} base columns visible: condition number {:.4g}, random motions {:.4g} at best; stopped by the "
      "{}",
      e.motion->duration(), e.visible, e.columns, e.condition, e.random_condition, printable(e.limited_by)));
  std::vector<std::vector<std::string>> table_rows{
      {"joint", "from", "to", "speed", "acceleration", "torque", "range %", "speed %", "acceleration %", "torque %"}};
  for (const auto& use : e.joints)
    table_rows.push_back({printable(use.name), fmt::format("{:.3f}", use.lowest), fmt::format("{:.3f}", use.highest),
                          fmt::format("{:.3g}", use.largest_velocity), fmt::format("{:.3g}", use.largest_acceleration),
                          fmt::format("{:.4g}", use.largest_torque), share(margin * use.position_share),
                          share(margin * use.velocity_share), share(margin * use.acceleration_share),
                          share(margin * use.torque_share)});
  text += table(table_rows, "  ", {{}, {}, {}, {}, leaves(1), {}, leaves(2), leaves(3), leaves(5), leaves(4)});
  text += fmt::format("checked at 4001 points with Newton-Euler: {}\n",
                      e.within_limits ? "within every limit" : "NOT within every limit");
  if (e.cut_short) text += "The search was cut short: a whole one may find a better motion.\n";
  return text + paragraph("Neither the robot's own links nor its surroundings were looked at: try it slowly first.");
}

nlohmann::json report_json(const Excitation& e) {
  nlohmann::json joints = nlohmann::json::array();
  for (const auto& use : e.joints)
    joints.push_back({{"name", use.name},
                      {"lowest", use.lowest},
                      {"highest", use.highest},
                      {"largest_velocity", use.largest_velocity},
                      {"largest_acceleration", use.largest_acceleration},
                      {"largest_torque", use.largest_torque},
                      {"position_share", use.position_share},
                      {"velocity_share", use.velocity_share},
                      {"acceleration_share", use.acceleration_share},
                      {"torque_share", use.torque_share}});
  return {{"duration", e.motion->duration()},
          {"condition", e.condition},
          {"random_condition", e.random_condition},
          {"information", e.information},
          {"columns", e.columns},
          {"visible", e.visible},
          {"limited_by", e.limited_by},
          {"within_limits", e.within_limits},
          {"cut_short", e.cut_short},
          {"evaluations", e.evaluations},
          {"joints", joints}};
}

struct Excite {
  std::string robot_file, output, scenario, form = "fourier", goal = "condition";
  double rate = 200.0;
  identify::ExcitationOptions options;
  files::LoadOptions load;
  bool json = false, quiet = false;

  int run() {
    const auto report = [](const diagnostic::Findings& findings) {
      fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
    };
    for (const auto* path : {&output, &scenario})
      if (!path->empty() && same_file(*path, robot_file)) {
        fmt::print(stderr, "tauforge excite: '{}' would be overwritten\n", printable(robot_file));
        return exit_usage;
      }
    if (!output.empty() && output != "-" &&
        std::filesystem::weakly_canonical(output) == std::filesystem::weakly_canonical(scenario)) {
      fmt::print(stderr, "tauforge excite: '{}' is named twice: -o and --scenario\n", printable(output));
      return exit_usage;
    }
    options.form = form == "fourier" ? ExcitationForm::fourier : ExcitationForm::polynomial;
    options.goal = goal == "condition" ? ExcitationGoal::condition : ExcitationGoal::information;
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    for (const auto* path : {&output, &scenario})  // before a search that takes minutes
      if (!path->empty())
        if (const auto refused = OutputFile(*path).refusal(); !refused.empty()) {
          report(refused);
          return exit_machine;
        }
    const auto found = searched(*robot);
    report(found.findings());
    if (!found) return exit_input;
    const Excitation& e = found.value();
    if (!output.empty())
      if (const auto refused = write_motion(e, *robot); !refused.empty()) {
        report(refused);
        return exit_machine;
      }
    if (!scenario.empty())
      if (const auto refused = write_text(scenario, scenario_text(e, robot_file, robot->drives, rate));
          !refused.empty()) {
        report(refused);
        return exit_machine;
      }
    if (json)
      fmt::print("{}", json_text(report_json(e)));
    else if (output != "-")
      fmt::print("{}", report_text(e, options.margin));
    return exit_fine;
  }

  // Ctrl-C ends the search, not the program: the best that was found is worth having.
  diagnostic::Result<Excitation> searched(const robot::Robot& robot) {
    const Interruption interruption;
    Progress progress(quiet || json);
    progress.stage("searching among motions");
    options.watch = [&](int evaluations, double least) {
      const std::string best = options.goal == ExcitationGoal::condition
                                   ? fmt::format("condition number {:.4g} so far", std::exp(least))
                                   : fmt::format("information {:.4g} so far", -least);
      progress.show(std::min(1.0, static_cast<double>(evaluations) / options.evaluations), best);
      return !interruption.asked();
    };
    return identify::excite(robot, options);
  }

  diagnostic::Findings write_motion(const Excitation& e, const robot::Robot& robot) const {
    OutputFile file(output);
    if (auto refused = file.refusal(); !refused.empty()) return refused;
    auto created = files::CsvWriter::create(file.write_to(), output);
    if (!created) return created.findings();
    files::CsvWriter writer = created.take();
    std::vector<std::string> header{"t"};
    for (const char* letter : {"q", "qd", "qdd"})
      for (const auto& drive : robot.drives) header.push_back(fmt::format("{}:{}", letter, drive));
    writer.header(header);
    const std::size_t n = robot.drives.size();
    const auto count = static_cast<std::size_t>(std::floor(e.motion->duration() * rate + 1e-9));
    std::vector<double> row(1 + 3 * n);
    const std::span<double> values(row);
    for (std::size_t k = 0; k <= count; ++k) {
      row[0] = static_cast<double>(k) / rate;
      e.motion->evaluate(row[0], values.subspan(1, n), values.subspan(1 + n, n), values.subspan(1 + 2 * n, n));
      writer.row(row);
    }
    if (auto refused = writer.finish(); !refused.empty()) return refused;
    return file.complete();
  }
};

}  // namespace

void add_excite(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Excite>();
  CLI::App* command = program.add_subcommand("excite", "design a motion that makes a robot's parameters visible");
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("-o,--output", state->output, "the motion as a CSV table: t, q, qd, qdd")->type_name("FILE");
  command->add_option("--scenario", state->scenario, "the motion by its coefficients, TOML")->type_name("FILE");
  command->add_option("--form", state->form, "fourier or polynomial (fourier)")
      ->check(CLI::IsMember({"fourier", "polynomial"}));
  command->add_option("--goal", state->goal, "condition (number) or information (D-optimality) (condition)")
      ->check(CLI::IsMember({"condition", "information"}));
  command->add_option("--harmonics", state->options.harmonics, "of the Fourier series (5)")->check(CLI::Range(2, 50));
  command->add_option("--points", state->options.points, "that the polynomial passes (8)")->check(CLI::Range(3, 100));
  command->add_option("--margin", state->options.margin, "share of every limit that is used (0.9)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.05, 1.0));
  command->add_option("--velocity", state->options.velocity, "at most, every joint [rad/s or m/s]")
      ->check(CLI::PositiveNumber);
  command->add_option("--acceleration", state->options.acceleration, "at most, every joint [rad/s^2 or m/s^2]")
      ->check(CLI::PositiveNumber);
  command->add_option("--torque", state->options.torque, "at most, every joint [N m or N]")->check(CLI::PositiveNumber);
  command->add_option("--longest", state->options.longest, "duration that is accepted [s] (60)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_option("--evaluations", state->options.evaluations, "effort of the search (2000)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--seed", state->options.seed, "of the random starts (1)");
  command->add_option("--rate", state->rate, "of the CSV table [Hz] (200)")
      ->type_name("HERTZ")
      ->check(CLI::Range(1.0, 1e5));
  command->add_flag("--quiet", state->quiet, "no progress");
  command->add_flag("--json", state->json, "machine-readable report");
  add_width_option(*command);
  add_robot_options(*command, state->load);
  command->footer(
      "The motion begins and ends at rest, stays within the limits of ROBOT and is as fast as they allow; what was "
      "found is\n"
      "checked on a fine grid. The same seed gives the same motion. Collisions are not looked at. Ctrl-C ends the "
      "search "
      "with\nthe best motion so far.\n\n"
      "Examples:\n"
      "  tauforge excite ur10e.urdf -o motion.csv --scenario motion.toml\n"
      "  tauforge excite arm.toml --form polynomial --goal information --margin 0.7 -o motion.csv");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
