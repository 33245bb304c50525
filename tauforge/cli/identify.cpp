// tauforge identify: parameters of a robot from its logs, judged on other logs, written as a robot file again.
#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/identify_report.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/output_file.h"
#include "tauforge/cli/output_folder.h"
#include "tauforge/cli/recording_options.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/native/run_program.h"

namespace tauforge::cli {

namespace {

constexpr std::size_t postures_tried = 10'000;

void report_findings(const diagnostic::Findings& findings) {
  fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
}

int refused(const diagnostic::Findings& findings) {
  report_findings(findings);
  return exit_machine;
}

struct Identify {
  std::string robot_file, folder;
  std::vector<std::string> logs, validate_logs;
  RecordingArguments arguments;
  files::LoadOptions load;
  identify::Settings settings;
  double cutoff = 0;
  std::optional<double> delay_ms;
  bool json = false, generate = false, quiet = false, no_offsets = false, force = false;

  int run() {
    const auto begin = std::chrono::steady_clock::now();
    auto loaded = files::load_robot(robot_file, load);
    diagnostic::Findings findings = loaded.findings();
    std::erase_if(findings,
                  [](const auto& f) { return f.severity == diagnostic::Severity::note; });  // `check` tells them
    report_findings(findings);
    if (!loaded) return exit_input;
    const files::LoadedRobot robot = loaded.take();
    if (generate && folder.empty()) {
      fmt::print(stderr, "tauforge identify: --generate needs a folder: -o [options-conflict]\n");
      return exit_usage;
    }
    if (cutoff > 0) settings.cutoff_hz = cutoff;
    if (delay_ms) settings.delay = 1e-3 * *delay_ms;
    settings.offsets = !no_offsets;
    OutputFolder output(folder, "identify", force);
    if (!folder.empty())
      if (const auto f = output.make_parents().refusal(); !f.empty()) return report_folder_refusal(f);
    std::vector<recording::Recording> training, fresh;
    if (!read_logs(robot.robot, logs, training) || !read_logs(robot.robot, validate_logs, fresh)) return exit_input;

    IdentifyReport report;
    report.robot = robot.robot.name, report.drives = robot.robot.drives, report.logs = logs;
    auto found = identify::identify(robot.robot, training, settings, [&](const std::string& what) { tell(what); });
    report_findings(found.findings());
    if (!found) return exit_input;
    report.found = found.take();
    tell("bodies that can exist");
    report.possible = identify::possible_robot(robot.robot, report.found);
    report.postures = postures_tried;
    report.positive_postures = identify::positive_definite_postures(report.possible.robot, postures_tried);
    tell("validation");
    for (const auto& log : fresh) {
      report.validations.push_back(identify::validate(robot.robot, report.found.model, log));
      report.possible_errors.push_back(identify::validate(robot.robot, report.possible.model, log).error);
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (json)
      fmt::print("{}", json_text(identify_json(report)));
    else
      fmt::print("{}", identify_text(report));
    if (folder.empty()) return exit_fine;
    return write(robot, training, report, output);
  }

 private:
  void tell(const std::string& what) const {
    if (!quiet && !json && isatty(fileno(stderr))) fmt::print(stderr, "{} ...\n", printable(what));
  }

  bool read_logs(const robot::Robot& robot, const std::vector<std::string>& words,
                 std::vector<recording::Recording>& into) const {
    diagnostic::Findings findings;
    const auto layout = recording_layout(arguments, findings);
    report_findings(findings);
    if (!layout) return false;
    bool good = true;
    for (const auto& word : words) {
      const files::RecordingRequest request = files::recording_request(word, *layout, robot.drives);
      auto log = files::read_recording(request.path, request.options);
      report_findings(log.findings());
      good = good && log.ok();
      if (log) into.push_back(log.take());
    }
    return good;
  }

  int write(const files::LoadedRobot& robot, const std::vector<recording::Recording>& training,
            const IdentifyReport& report, OutputFolder& output) const {
    if (const auto f = output.open(); !f.empty()) return report_folder_refusal(f);
    const std::string stem = std::filesystem::path(robot_file).stem().string();
    const std::string possible = stem + ".identified.toml", reduced = stem + ".reduced.toml";
    const auto write_robot = [&](const std::string& file, const robot::Robot& found, robot::Meaning meaning) {
      robot::Description description = identify::identified_description(robot.description, found, meaning);
      description.source =
          fmt::format("identified by tauforge from {} log{}", logs.size(), logs.size() == 1 ? "" : "s");
      return output.write(file, files::write_robot_toml(description));
    };
    if (const auto f = write_robot(possible, report.possible.robot, robot::Meaning::physical); !f.empty())
      return refused(f);
    const robot::Robot fewest = identify::reduced_robot(robot.robot, report.found);
    if (const auto f = write_robot(reduced, fewest, robot::Meaning::base); !f.empty()) return refused(f);
    if (const auto f = output.write("report.json", json_text(identify_json(report))); !f.empty()) return refused(f);
    std::size_t number = 0;
    for (const auto& log : training) {
      const auto v = identify::validate(robot.robot, report.found.model, log);
      if (const auto f = write_residuals(output, fmt::format("residuals_{}.csv", ++number), v); !f.empty())
        return refused(f);
    }
    number = 0;
    for (const auto& v : report.validations)
      if (const auto f = write_residuals(output, fmt::format("validation_{}.csv", ++number), v); !f.empty())
        return refused(f);
    if (const auto f = output.complete(); !f.empty()) return report_folder_refusal(f);
    if (!quiet && !json)
      fmt::print("\nwritten: {} (bodies that can exist), {} (the reduced model), report.json and residuals in {}\n",
                 printable(output.shown(possible)), printable(output.shown(reduced)), printable(folder));
    return generate ? run_generate(output.shown(reduced)) : exit_fine;
  }

  static diagnostic::Findings write_residuals(const OutputFolder& output, const std::string& name,
                                              const identify::Validation& v) {
    auto created = files::CsvWriter::create(output.place_of(name), output.shown(name));
    if (!created.ok()) return created.findings();
    files::CsvWriter writer = created.take();
    std::vector<std::string> header{"t"};
    for (const char* what : {"q", "tau", "predicted", "residual"})
      for (std::size_t j = 1; j <= v.torque.size(); ++j) header.push_back(what + std::to_string(j));
    writer.header(header);
    std::vector<double> row;
    for (std::size_t k = 0; k < v.samples.size(); ++k) {
      row.assign(1, v.samples.t[k]);
      for (const auto& q : v.samples.q) row.push_back(q[k]);
      for (const auto& tau : v.torque) row.push_back(tau[k]);
      for (const auto& tau : v.prediction) row.push_back(tau[k]);
      for (std::size_t j = 0; j < v.torque.size(); ++j) row.push_back(v.torque[j][k] - v.prediction[j][k]);
      writer.row(row);
    }
    return writer.finish();
  }

  // The program itself, on the file just written.
  int run_generate(const std::string& file) const {
    std::error_code failed;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
    std::vector<std::string> words{failed ? "tauforge" : self.string(), "generate", file, "-o", folder + "/code"};
    if (force) words.emplace_back("--force");
    if (page_width() == diagnostic::unlimited) words.emplace_back("--wide");
    const auto run = native::run_program(words);
    fmt::print("{}", printable_lines(run.output));
    if (!run.started) return refused(unwritable(folder + "/code", "the program could not start itself"));
    return run.ok() ? exit_fine : exit_machine;
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
  command->add_option("--cutoff", state->cutoff, "of the filter of the motion [Hz] (chosen by left-out blocks)")
      ->type_name("HERTZ")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--delay", state->delay_ms,
                   "of the torques behind the motion [ms], negative where they come before it (found from the logs)")
      ->type_name("MS")
      ->check(CLI::Range(-1000.0, 1000.0));
  command
      ->add_option("--tolerance", state->settings.tolerance,
                   "error: the smallest model so close to the best is taken; share: the least share that stays (0.01)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  const std::map<std::string, identify::Significance> rules = {{"error", identify::Significance::left_out_error},
                                                               {"share", identify::Significance::torque_share},
                                                               {"t-test", identify::Significance::t_test}};
  command
      ->add_option(
          "--significance", state->settings.significance,
          "which parameters stay: by the error on left-out blocks, by the share of a drive's largest torque, or "
          "by a t-test (error)")
      ->transform(CLI::CheckedTransformer(rules, CLI::ignore_case))
      ->type_name("error|share|t-test");
  command->add_flag("--no-offsets", state->no_offsets, "no constant torque per drive");
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("--quiet", state->quiet, "no progress");
  add_robot_options(*command, state->load);
  add_recording_options(*command, state->arguments);
  command->footer(std::string(recording_options_text) +
                  "\nExamples:\n"
                  "  tauforge identify arm.urdf run1.csv run2.csv --validate other.csv -o arm_identified\n"
                  "  tauforge identify ur10e.urdf log.csv@635-3510 --gains 10 10.7 8.46 9 9.48 10.1 --json\n"
                  "  tauforge identify arm.toml run.csv -o arm_identified --generate");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
