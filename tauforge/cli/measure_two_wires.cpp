// tauforge measure two-wires: the inertia of a link that hangs on two wires and turns to and fro.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tauforge/cli/json_text.h"
#include "tauforge/cli/measure_commands.h"
#include "tauforge/cli/measure_into.h"
#include "tauforge/cli/measure_log.h"

namespace tauforge::cli {

namespace {

struct TwoWiresCommand {
  Quantity mass, distance, length, period, decay{"1", {}};
  double gravity = 9.81;
  DriveLogRequest log;
  std::optional<signals::Oscillation> seen;  // in the log
  IntoRobot into;
  bool json = false;

  std::string wrong_usage() {
    if (log.file.empty() == period.text.empty())
      return "either --period or --log says how it swings [options-conflict]";
    if (!log.file.empty() && decay.text != "1") return "--decay is seen in the log [options-conflict]";
    if (log.file.empty() && !log.drive.empty()) return "--drive belongs to --log [options-conflict]";
    for (const std::string& wrong : {mass.read("--mass"), distance.read("--distance"), length.read("--length"),
                                     period.text.empty() ? "" : period.read("--period"), decay.read("--decay")})
      if (!wrong.empty()) return wrong;
    if (decay.value.value < 1)
      return "--decay is the amplitude before over the one after, at least 1 [measurement-range]";
    return into.wrong_usage();
  }

  int run() {
    if (const std::string wrong = wrong_usage(); !wrong.empty()) return refuse_measurement(wrong);
    if (!log.file.empty()) {
      seen = read_oscillation(log);
      if (!seen) return exit_input;
      period.value = {seen->period, seen->period_error}, decay.value = {seen->decay, seen->decay_error.value_or(0.0)};
    }
    const Measured I =
        inertia(explicit_model::TwoWires{mass.value, distance.value, length.value, period.value, gravity, decay.value});
    if (!is_finite(I)) return refuse_measurement("these numbers give no inertia: it overflows [measurement-range]");
    if (into.wanted())
      if (const int code = into.write([&](robot::Description& d) { return into.set_inertia(d, I); }); code != exit_fine)
        return code;
    if (json) {
      nlohmann::json result{{"inertia", inertia_json(I)}};
      if (seen) result.update(oscillation_json(*seen));
      if (into.wanted()) result["written"] = into.output;
      fmt::print("{}", json_text(result));
      return exit_fine;
    }
    if (seen) fmt::print("{}", oscillation_text(*seen));
    fmt::print("inertia about the axis between the wires: {}\n{}", inertia_text(I), into.told());
    return exit_fine;
  }
};

}  // namespace

void add_measure_two_wires(CLI::App& measure, Chosen& chosen) {
  auto wires = std::make_shared<TwoWiresCommand>();
  CLI::App* two = measure.add_subcommand("two-wires", "a link hung on two parallel wires that turns about the middle");
  two->add_option("--mass", wires->mass.text, "of the link [kg]")->type_name("VALUE")->required();
  two->add_option("--distance", wires->distance.text, "of each wire from the axis [m]")->type_name("VALUE")->required();
  two->add_option("--length", wires->length.text, "of the wires [m]")->type_name("VALUE")->required();
  two->add_option("--period", wires->period.text, "of one oscillation [s]; or --log and --drive")->type_name("VALUE");
  two->add_option("--decay", wires->decay.text, "ratio of one amplitude to the next; 1 where not given")
      ->type_name("VALUE");
  two->add_option("--gravity", wires->gravity, "[m/s^2]")->check(CLI::PositiveNumber);
  add_drive_log_options(*two, wires->log);
  two->get_option("--log")->needs(two->get_option("--drive"));
  wires->into.add_options(*two, IntoRobot::Where::link, true);
  two->add_flag("--json", wires->json, "machine-readable output");
  two->callback([wires, &chosen] { chosen = [wires] { return wires->run(); }; });
}

}  // namespace tauforge::cli
