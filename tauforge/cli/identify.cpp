// tauforge identify: parameters of a robot from its logs, judged on other logs, written as a robot file again.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/identify_folder.h"
#include "tauforge/cli/identify_options.h"
#include "tauforge/cli/identify_report.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/recording_options.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::cli {

namespace {

constexpr std::size_t postures_tried = 10'000;

struct Identify : IdentifyOptions {
  IdentifySettings settings;
  RecipeOptions recipe;
  std::optional<double> delay_ms;
  bool no_offsets = false;

  int run(const CLI::App& command) {
    if (const std::string why = conflict(command); !why.empty()) {
      fmt::print(stderr, "tauforge identify: {} [options-conflict]\n", why);
      return exit_usage;
    }
    recipe.settings.share = settings.tolerance;
    if (!recipe.recipe.empty()) return identify_with_recipe(*this, recipe);
    const auto begin = std::chrono::steady_clock::now();
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    if (delay_ms) settings.delay = 1e-3 * *delay_ms;
    settings.offsets = !no_offsets;
    native::OutputFolder output(folder, "identify", force);
    if (!folder.empty())
      if (const auto f = output.make_parents().refusal(); !f.empty()) return report_folder_refusal(f);
    const auto training = read_logs_or_report(*robot, logs, arguments);
    const auto fresh = read_logs_or_report(*robot, validate_logs, arguments);
    if (!training || !fresh) return exit_input;

    const auto found = identify_robot(*robot, *training, settings, [&](const Step& step) {
      tell(step.what);
      return Answer::go_on;
    });
    print_findings(found.findings());
    if (!found) return exit_input;
    IdentifyReport report{found.value().details()};
    report.logs = logs;
    report.postures = postures_tried;
    report.positive_postures = identify::positive_definite_postures(report.possible.robot, postures_tried);
    tell("validation");
    for (const auto& log : *fresh) {
      report.validations.push_back(identify::validate(report.prior, report.found.model, log.details()));
      report.possible_errors.push_back(identify::validate(report.prior, report.possible.model, log.details()).error);
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!json) fmt::print("{}", identify_text(report));
    const int code = folder.empty() ? exit_fine : write(*robot, found.value(), *training, report, output);
    if (json) fmt::print("{}", json_text(identify_json(report)));
    return code;
  }

 private:
  std::string conflict(const CLI::App& command) const {
    if (generate && folder.empty()) return "--generate needs a folder: -o";
    if (const std::string why = recipe.conflict(command); !why.empty()) return why;
    const bool ridge = settings.solver == IdentifySettings::Solver::ridge;
    if (ridge && settings.ridge == 0.0) return "--solver ridge needs its factor: --ridge 1e-3";
    if (!ridge && settings.ridge > 0.0) return "--ridge belongs to --solver ridge";
    return "";
  }

  void tell(const std::string& what) const {
    if (!quiet && !json && isatty(fileno(stderr))) fmt::print(stderr, "{} ...\n", printable(what));
  }

  int write(const Robot& robot, const Identification& found, const std::vector<Recording>& training,
            IdentifyReport& report, native::OutputFolder& output) const {
    const IdentifiedRobots names = identified_robots(robot_file, robot);
    if (const auto f = write_identified(output, names, found, training, load, report); !f.empty())
      return report_folder_refusal(f);
    if (!quiet && !json)
      fmt::print("\nwritten: {} (bodies that can exist), {} (the reduced model), report.json and residuals in {}\n",
                 printable(output.shown(names.possible)), printable(output.shown(names.reduced)), printable(folder));
    for (const WrittenRobot& written : report.written)
      if (!quiet && !json) fmt::print("{}", written_text(written));
    return generate ? generate_reduced(*this, output.shown(names.reduced)) : exit_fine;
  }
};

}  // namespace

void add_identify(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Identify>();
  CLI::App* command = program.add_subcommand("identify", "find the parameters of a robot from its logs");
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn; its numbers are the prior")->required();
  command->add_option("LOG", state->logs, "CSV logs to learn from")->required();
  command->add_option("--validate", state->validate_logs, "CSV logs to judge the result by")->type_name("LOG");
  command->add_option("-o,--output", state->folder, "folder for the robot file, residuals and report.json")
      ->type_name("FOLDER");
  command->add_flag("--force", state->force, force_meaning);
  command->add_flag("--generate", state->generate, "go on to code of the reduced model (with -o)");
  command
      ->add_option("--cutoff", state->settings.cutoff, "of the filter of the motion [Hz] (chosen by left-out blocks)")
      ->type_name("HERTZ")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--delay", state->delay_ms,
                   "of the torques behind the motion [ms], negative where they come before it (found from the logs)")
      ->type_name("MS")
      ->check(NumberRange(-1000.0, 1000.0));
  command
      ->add_option("--tolerance", state->settings.tolerance,
                   "error: the smallest model so close to the best is taken; share: the least share that stays (0.01)")
      ->type_name("SHARE")
      ->check(NumberRange(0.0, 1.0));
  using Keep = IdentifySettings::Keep;
  const std::map<std::string, Keep> rules = {{"error", Keep::error}, {"share", Keep::share}, {"t-test", Keep::t_test}};
  command
      ->add_option(
          "--significance", state->settings.keep,
          "which parameters stay: by the error on left-out blocks, by the share of a drive's largest torque, or "
          "by a t-test (error)")
      ->transform(CLI::CheckedTransformer(rules, CLI::ignore_case))
      ->type_name("error|share|t-test");
  using Solver = IdentifySettings::Solver;
  const std::map<std::string, Solver> solvers = {
      {"qr", Solver::qr}, {"svd", Solver::svd}, {"pseudo-inverse", Solver::pseudo_inverse}, {"ridge", Solver::ridge}};
  command
      ->add_option("--solver", state->settings.solver,
                   "of the least squares, for the full and the reduced model (QR, and ridge where left-out blocks ask)")
      ->transform(CLI::CheckedTransformer(solvers, CLI::ignore_case))
      ->type_name("qr|svd|pseudo-inverse|ridge");
  command
      ->add_option("--ridge", state->settings.ridge,
                   "factor of --solver ridge, of columns of length one; values shrink to zero, not to the robot's file")
      ->check(NumberRange(1e-12, 1.0))
      ->type_name("FACTOR");
  command->add_flag("--no-offsets", state->no_offsets, "no constant torque per drive");
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("--quiet", state->quiet, "no progress");
  state->recipe.add(*command);
  add_robot_options(*command, state->load);
  add_recording_options(*command, state->arguments);
  command->footer(std::string(recording_options_text) +
                  "\nExamples:\n"
                  "  tauforge identify arm.urdf run1.csv run2.csv --validate other.csv -o arm_identified\n"
                  "  tauforge identify ur10e.urdf log.csv@635-3510 --gains 10 10.7 8.46 9 9.48 10.1 --json\n"
                  "  tauforge identify arm.toml run.csv -o arm_identified --generate\n"
                  "  tauforge identify arm.toml run1.csv run2.csv --recipe 1992 -o arm_1992");
  command->callback([state, command, &chosen] { chosen = [state, command] { return state->run(*command); }; });
}

}  // namespace tauforge::cli
