// tauforge identify: parameters of a robot from its logs, judged on other logs, written as a robot file again.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/identify_alarms.h"
#include "tauforge/cli/identify_blocks.h"
#include "tauforge/cli/identify_folder.h"
#include "tauforge/cli/identify_options.h"
#include "tauforge/cli/identify_report.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/long_logs.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/face/identification.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::cli {

namespace {

constexpr std::size_t postures_tried = 10'000;

struct Identify : IdentifyOptions {
  IdentifySettings settings;
  RecipeOptions recipe;
  BlockOptions blocks;
  std::optional<double> delay_ms;
  identify::AlarmSettings alarms;
  double alarm_hours = 1000.0;
  bool no_offsets = false, whole = false;
  std::vector<std::string> accepted;

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
    if (blocks.wanted()) return identify_by_blocks(*this, blocks, *robot, settings, accepted, whole);
    native::OutputFolder output(folder, "identify", force);
    if (!folder.empty())
      if (const auto f = output.make_parents().refusal(); !f.empty()) return report_folder_refusal(f);
    const auto training = read_logs_to_identify(*robot, logs, arguments, settings, accepted, whole);
    const auto fresh = read_logs_to_identify(*robot, validate_logs, arguments, settings, accepted, whole);
    if (!training || !fresh) return exit_input;

    const auto found = identify_robot(*robot, *training, *fresh, settings, accepted, [&](const Step& step) {
      tell(step.what);
      return Answer::go_on;
    });
    print_findings(found.findings());
    if (!found) return exit_input;
    IdentifyReport report{found.value().details()};
    report.logs = logs, report.robot_file = robot_file, report.findings = found.findings();
    report.bodies = bodies_of(found.value());
    report.postures = postures_tried;
    report.positive_postures = identify::positive_definite_postures(report.possible.robot, postures_tried);
    tell("verdict");
    report.verdict = verdict_on(found.value(), *training, *fresh, accepted);
    alarms.rate = 1.0 / (3600.0 * alarm_hours);
    report.alarms = alarms_of(report, *training, *fresh, alarms);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return folder.empty() ? show(found.value(), *training, *fresh, report)
                          : write(*robot, found.value(), *training, *fresh, report, output);
  }

 private:
  std::string conflict(const CLI::App& command) {
    if (generate && folder.empty()) return "--generate needs a folder: -o";
    if (page.wanted() && folder.empty()) return "--report shows what a folder holds: -o";
    for (const std::string& why : {blocks.conflict(command), recipe.conflict(command)})
      if (!why.empty()) return why;
    significance_given = command.get_option("--significance")->count() > 0;
    return settings_conflict(*this, settings);
  }

  void tell(const std::string& what) {
    if (!quiet && !json && what != told_ && isatty(fileno(stderr))) fmt::print(stderr, "{} ...\n", printable(what));
    told_ = what;
  }

  // Without a folder what would be written is judged as it is here.
  int show(const Identification& found, const std::vector<Recording>& training, const std::vector<Recording>& fresh,
           IdentifyReport& report) const {
    report.written.push_back(
        {"bodies that can exist", score(found, Written::possible, found.possible(), training, fresh)});
    report.written.push_back({"reduced model", score(found, Written::reduced, found.reduced(), training, fresh)});
    for (const Recording& log : fresh)
      report.validations.push_back(identify::validate(report.reduced, report.found.model.preparation, log.details()));
    print(report);
    return exit_of(report);
  }

  int write(const Robot& robot, const Identification& found, const std::vector<Recording>& training,
            const std::vector<Recording>& fresh, IdentifyReport& report, native::OutputFolder& output) const {
    const IdentifiedRobots names = identified_robots(robot_file, robot);
    if (const auto f = write_robots(output, names, found, training, fresh, load, report); !f.empty())
      return report_folder_refusal(f);
    const bool makes_code = generate && report.verdict.trusted;
    Generation made;
    const GenerateOptions code = code_options(*this, output.place_of(names.reduced));
    const int made_code = makes_code ? make_code(code, made) : exit_fine;
    if (made_code == exit_usage) return made_code;  // nothing is replaced where the code has no place
    if (made.code) report.written.push_back({"code/", score(found, Written::reduced, *made.code, training, fresh)});
    if (const auto f = complete_folder(output, report); !f.empty()) return report_folder_refusal(f);
    print(report);
    if (!quiet && !json)
      fmt::print("\nwritten: {} (bodies that can exist), {} (the reduced model), report.json and residuals in {}\n",
                 printable(output.shown(names.possible)), printable(output.shown(names.reduced)), printable(folder));
    if (made_code != exit_fine) return made_code;
    if (made.code)
      if (const int exit = write_code(code, made); exit != exit_fine) return exit;
    if (generate && !makes_code)
      fmt::print(stderr, "tauforge identify: no code of a model that is not to be trusted; --accept CODE goes on\n");
    return exit_of(report);
  }

  void print(const IdentifyReport& report) const {
    fmt::print("{}", json ? json_text(identify_json(report)) : identify_text(report));
  }

  static int exit_of(const IdentifyReport& report) {
    for (const WrittenRobot& written : report.written)
      if (!written.score.as_fitted) {
        fmt::print(stderr,
                   "tauforge: {} differs by {:.2g} of the largest torque from the model that was fitted: a bug of "
                   "this program [written-differs]\n",
                   printable(written.file), written.score.difference);
        return exit_bug;
      }
    return report.verdict.trusted ? exit_fine : exit_doubtful;
  }
  std::string told_;
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
  add_page_option(*command, state->page);
  command->add_flag("--generate", state->generate, "go on to code of the reduced model (with -o)");
  add_identify_settings(*command, state->settings, *state);
  command
      ->add_option("--delay", state->delay_ms,
                   "of the torques behind the motion [ms], negative where they come before it (found from the logs)")
      ->type_name("MS")
      ->check(NumberRange(-1000.0, 1000.0));
  add_alarm_options(*command, state->alarms, state->alarm_hours);
  command
      ->add_option("--accept", state->accepted,
                   "goes on in spite of this finding or doubt, by its code (docs/identification.md); may be repeated")
      ->type_name("CODE")
      ->allow_extra_args(false);
  command->add_flag("--no-offsets", state->no_offsets, "no constant torque per drive");
  command->add_flag("--whole", state->whole, "holds long logs as they were recorded, whatever memory that takes");
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("--quiet", state->quiet, "no progress");
  state->recipe.add(*command), state->blocks.add(*command);
  add_robot_options(*command, state->load);
  add_recording_options(*command, state->arguments);
  command->footer(std::string(recording_options_text) +
                  "\nExamples:\n"
                  "  tauforge identify arm.urdf run1.csv run2.csv --validate other.csv -o arm_identified\n"
                  "  tauforge identify arm.toml run.csv -o arm_identified --generate\n"
                  "  tauforge identify arm.toml run1.csv run2.csv --recipe 1992 -o arm_1992\n"
                  "  tauforge identify arm.toml --reduce run1.csv --cutoff 10 -o run1.block\n"
                  "  tauforge identify arm.toml --from run1.block run2.block");
  command->callback([state, command, &chosen] {
    chosen = [state, command] { return report_identified(*state, state->run(*command)); };
  });
}

}  // namespace tauforge::cli
