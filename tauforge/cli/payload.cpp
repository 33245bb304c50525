// tauforge payload: what a robot carries, from a log with the load and one without; or its drive gains, from a known load.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/number_range.h"
#include "tauforge/cli/recording_options.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/drive_calibration.h"
#include "tauforge/identify/log_doctor.h"
#include "tauforge/identify/payload.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

using identify::Estimated;
using identify::PayloadFit;

nlohmann::json estimated_json(const Estimated& e) {
  return {{"name", e.name}, {"value", e.value}, {"deviation", e.deviation},
          {"low", e.low},   {"high", e.high},   {"known", e.known}};
}

nlohmann::json list_json(const std::vector<Estimated>& list) {
  nlohmann::json all = nlohmann::json::array();
  for (const Estimated& e : list) all.push_back(estimated_json(e));
  return all;
}

nlohmann::json fit_json(const PayloadFit& fit) {
  return {{"mass", estimated_json(fit.mass)},
          {"centre", list_json(fit.centre)},
          {"inertia", list_json(fit.inertia)},
          {"gains", list_json(fit.gains)},
          {"gain_covariance", fit.gain_covariance},
          {"scale_deviation", fit.scale_deviation},
          {"error_unloaded", fit.error_unloaded},
          {"error_loaded", fit.error_loaded},
          {"friction_growth", fit.friction_growth},
          {"scale", fit.scale},
          {"unknown", fit.unknown}};
}

std::vector<std::string> row(const std::string& what, const Estimated& e, const char* unit) {
  return {what, e.known ? fmt::format("{:.4g}", e.value) : fmt::format("({:.2g})", e.value),
          fmt::format("{:.2g}", e.deviation), fmt::format("{:.4g} .. {:.4g}", e.low, e.high), unit};
}

std::string fit_text(const PayloadFit& fit, bool currents, double confidence) {
  std::vector<std::vector<std::string>> load{
      {"load", "value", "+-", fmt::format("{:.0f} % interval", 100.0 * confidence), "unit"}};
  load.push_back(row("mass", fit.mass, "kg"));
  for (const Estimated& e : fit.centre) load.push_back(row("centre " + e.name, e, "m"));
  for (const Estimated& e : fit.inertia) load.push_back(row("inertia " + e.name, e, "kg m^2"));
  std::vector<std::vector<std::string>> drives{
      {"drive", currents ? "gain N m/A" : "factor", "+-", "interval", "error %", "loaded %", "friction x"}};
  for (std::size_t j = 0; j < fit.gains.size(); ++j) {
    const Estimated& e = fit.gains[j];
    drives.push_back({printable(e.name), fmt::format("{:.4g}", e.value), fmt::format("{:.2g}", e.deviation),
                      fmt::format("{:.4g} .. {:.4g}", e.low, e.high), fmt::format("{:.2f}", fit.error_unloaded[j]),
                      fmt::format("{:.2f}", fit.error_loaded[j]), fmt::format("{:.2f}", fit.friction_growth[j])});
  }
  std::string text = table(load, "  ") + "\n" +
                     table(drives, "  ", {{}, {}, {}, diagnostic::leaves(1), {}, {}, diagnostic::leaves(2)}) + "\n" +
                     paragraph(printable(fit.scale));
  if (!fit.unknown.empty()) text += "What these logs cannot tell:\n";
  for (const auto& sentence : fit.unknown) text += paragraph(printable(sentence), "  ", "    ");
  return text;
}

struct Payload {
  std::string robot_file, unloaded, loaded, calibration, output;
  RecordingArguments arguments;
  LoadOptions load;
  identify::PayloadOptions options;
  std::vector<std::string> accepted;
  bool json = false;

  int run() {
    const auto robot = load_or_report(robot_file, load);
    if (!robot) return exit_input;
    if (!arguments.gains.empty()) options.gains = arguments.gains;  // believed, not final: currents stay currents
    arguments.gains.clear();
    if (!calibration.empty() && !read_calibration(*robot)) return exit_input;
    if (!output.empty())
      if (const auto refused = native::OutputFile(output).refusal(); !refused.empty()) {
        print_findings(refused);
        return exit_machine;
      }
    const auto logs = read_logs_or_report(*robot, {unloaded, loaded}, arguments, accepted);
    if (!logs) return exit_input;
    const recording::Recording &without = logs->front().details(), &with = logs->back().details();
    const auto examined = identify::examine_pair(robot->details().robot, without, with, accepted);
    print_findings(examined);
    if (diagnostic::has_error(examined)) return exit_input;
    const auto fit = identify::identify_payload(robot->details().robot, without, with, options);
    print_findings(fit.findings());
    if (!fit) return exit_input;
    const bool currents = without.effort_kind == recording::Effort::current;
    if (json)
      fmt::print("{}", json_text(fit_json(fit.value())));
    else
      fmt::print("{}", fit_text(fit.value(), currents, options.confidence));
    return output.empty() ? exit_fine : write_calibration(fit.value());
  }

  bool read_calibration(const Robot& robot) {
    const auto read = files::load_drive_calibration(calibration);
    print_findings(read.findings());
    if (!read) return false;
    if (read.value().drives != robot.drives()) {
      print_findings(
          {diagnostic::error({}, "calibration-other-robot",
                             fmt::format("{} is about other drives than those of {}", calibration, robot_file),
                             "names and order of the drives must be the same")});
      return false;
    }
    options.gains = read.value().gains, options.gain_covariance = read.value().covariance;
    return true;
  }

  // What is written is read back: the file is the result, not the numbers on the screen.
  int write_calibration(const PayloadFit& fit) const {
    files::DriveCalibration c{{}, {}, fit.gain_covariance, options.known_mass};
    for (const Estimated& gain : fit.gains) c.drives.push_back(gain.name), c.gains.push_back(gain.value);
    if (const auto refused = native::write_text(output, files::write_drive_calibration(c)); !refused.empty()) {
      print_findings(refused);
      return exit_machine;
    }
    const auto back = files::load_drive_calibration(output);
    print_findings(back.findings());
    diagnostic::require(back.ok() && back.value() == c, "a calibration reads back as it was written");
    return exit_fine;
  }
};

}  // namespace

void add_payload(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Payload>();
  CLI::App* command =
      program.add_subcommand("payload", "find what a robot carries, from a log with the load and one without");
  command->add_option("ROBOT", state->robot_file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("--unloaded", state->unloaded, "log without the load")->required()->type_name("LOG");
  command->add_option("--loaded", state->loaded, "log with the load on the last link")->required()->type_name("LOG");
  command->add_option("--known-mass", state->options.known_mass, "of the load [kg]: its scale goes to the drive gains")
      ->type_name("KG")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--calibration", state->calibration,
                   "gains with their covariance, as -o wrote them after --known-mass")
      ->type_name("FILE")
      ->excludes("--known-mass");
  command->add_option("-o,--output", state->output, "the gains and their covariance, for --calibration")
      ->type_name("FILE");
  command->add_option("--mass-belief", state->options.mass_belief, "relative deviation of the masses in ROBOT (0.1)")
      ->type_name("SHARE")
      ->check(NumberRange(1e-3, 1.0));
  command->add_option("--gain-belief", state->options.gain_belief, "relative deviation of --gains (0.02)")
      ->type_name("SHARE")
      ->check(NumberRange(1e-4, 1.0));
  command->add_option("--cutoff", state->options.cutoff_hz, "of the motion's filter [Hz] (by left-out blocks)")
      ->type_name("HERTZ")
      ->check(CLI::PositiveNumber);
  command->add_option("--accept", state->accepted, "goes on in spite of this finding about a log, by its code")
      ->type_name("CODE")
      ->allow_extra_args(false);
  command->add_flag("--json", state->json, "machine-readable output");
  add_width_option(*command);
  add_robot_options(*command, state->load);
  add_recording_options(*command, state->arguments);
  command->footer(
      std::string(recording_options_text) +
      "\nLogs alone cannot tell how heavy anything is. The scale comes from the masses in ROBOT, from --gains or from\n"
      "--known-mass; values in brackets are hardly more than a guess. A load is weighed twice: a known one calibrates "
      "the\n"
      "gains, with --calibration they weigh another, and what the calibration leaves open is in its interval.\n\n"
      "Examples:\n"
      "  tauforge payload ur10e.urdf --unloaded free.csv --loaded tool.csv@308-5071\n"
      "  tauforge payload ur10e.urdf --unloaded free.csv --loaded weight.csv --known-mass 2.805 -o gains.toml\n"
      "  tauforge payload ur10e.urdf --unloaded free.csv --loaded tool.csv --calibration gains.toml");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
