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
#include "tauforge/cli/excite_report.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/interruption.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/page_options.h"
#include "tauforge/cli/progress.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/excite/excitation.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/native/output_file.h"
#include "tauforge/native/temporary_folder.h"
#include "tauforge/scenario/scenario_writer.h"

namespace tauforge::cli {

namespace {

using excite::Excitation;
using excite::ExcitationForm;
using excite::ExcitationGoal;

struct Excite {
  std::string robot_file, output, scenario, form = "fourier", goal = "condition";
  double rate = 200.0;
  excite::ExcitationOptions options;
  LoadOptions load;
  PageOption page;
  bool json = false, quiet = false;

  int run() {
    if (const int code = refuse_page(page); code != exit_fine) return code;
    for (const auto* path : {&output, &scenario})
      if (!path->empty() && native::same_file(*path, robot_file)) {
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
    const auto loaded = load_or_report(robot_file, load);
    if (!loaded) return exit_input;
    const robot::Robot& robot = loaded->details().robot;
    for (const auto* path : {&output, &scenario})  // before a search that takes minutes
      if (!path->empty())
        if (const auto refused = native::OutputFile(*path).refusal(); !refused.empty()) {
          print_findings(refused);
          return exit_machine;
        }
    const auto found = searched(robot);
    print_findings(found.findings());
    if (!found) return exit_input;
    const Excitation& e = found.value();
    if (!output.empty())
      if (const auto refused = write_motion(e, robot, output); !refused.empty()) {
        print_findings(refused);
        return exit_machine;
      }
    if (!scenario.empty())
      if (const auto refused =
              native::write_text(scenario, scenario::scenario_text({*e.path, e.speed, robot_file, robot.drives, rate}));
          !refused.empty()) {
        print_findings(refused);
        return exit_machine;
      }
    const nlohmann::json answer = excite_json(e);
    if (json)
      fmt::print("{}", json_text(answer));
    else if (output != "-")
      fmt::print("{}", excite_text(e, options.margin));
    if (!page.wanted()) return exit_fine;
    const native::TemporaryFolder folder;
    const std::string motion = folder.path() + "/motion.csv";
    if (const auto refused = write_motion(e, robot, motion); !refused.empty()) {
      print_findings(refused);
      return exit_machine;
    }
    return write_page(page, {robot.name, *loaded, answer, {motion}}, exit_fine, quiet || json);
  }

  // Ctrl-C ends the search, not the program: the best that was found is worth having.
  diagnostic::Result<Excitation> searched(const robot::Robot& robot) {
    const Interruption interruption;
    Progress progress(quiet || json);
    progress.stage("searching among motions");
    const char* what = options.goal == ExcitationGoal::condition ? "condition number" : "information";
    options.watch = [&, what](int evaluations, double best) {
      progress.show(std::min(1.0, static_cast<double>(evaluations) / options.evaluations),
                    fmt::format("{} {:.4g} so far", what, best));
      return !interruption.asked();
    };
    return excite::excite(robot, options);
  }

  diagnostic::Findings write_motion(const Excitation& e, const robot::Robot& robot, const std::string& path) const {
    native::OutputFile file(path);
    if (auto refused = file.refusal(); !refused.empty()) return refused;
    auto created = files::CsvWriter::create(file.write_to(), path);
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
  add_page_option(*command, state->page);
  command->add_option("--scenario", state->scenario, "the motion by its coefficients, TOML")->type_name("FILE");
  command->add_option("--form", state->form, "fourier or polynomial (fourier)")
      ->check(CLI::IsMember({"fourier", "polynomial"}));
  command->add_option("--goal", state->goal, "condition (number) or information (D-optimality) (condition)")
      ->check(CLI::IsMember({"condition", "information"}));
  command->add_option("--harmonics", state->options.harmonics, "of the Fourier series (5)")->check(CLI::Range(2, 50));
  command->add_option("--points", state->options.points, "that the polynomial passes (8)")->check(CLI::Range(3, 100));
  command->add_option("--margin", state->options.margin, "share of every limit that is used (0.9)")
      ->type_name("SHARE")
      ->check(NumberRange(0.05, 1.0));
  command->add_option("--velocity", state->options.velocity, "at most, every joint [rad/s or m/s]")
      ->check(CLI::PositiveNumber);
  command->add_option("--acceleration", state->options.acceleration, "at most, every joint [rad/s^2 or m/s^2]")
      ->check(CLI::PositiveNumber);
  command->add_option("--torque", state->options.torque, "at most, every joint [N m or N]")->check(CLI::PositiveNumber);
  command->add_option("--longest", state->options.longest, "duration that is accepted [s] (60)")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  command->add_option("--evaluations", state->options.evaluations, "effort of the search (4000)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--seed", state->options.seed, "of the random starts (1)")->check(seed_number());
  command->add_option("--rate", state->rate, "of the CSV table [Hz] (200)")
      ->type_name("HERTZ")
      ->check(NumberRange(1.0, 1e5));
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
