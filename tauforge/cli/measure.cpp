// tauforge measure: inertias from the periods of oscillations, friction from logs, as the 1986 paper measured its arm.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/measured_quantity.h"

namespace tauforge::cli {

namespace {

struct TwoWiresCommand {
  Quantity mass, distance, length, period;
  double gravity = 9.81;
  bool json = false;

  int run() {
    for (const std::string& wrong :
         {mass.read("--mass"), distance.read("--distance"), length.read("--length"), period.read("--period")})
      if (!wrong.empty()) return refuse_measurement(wrong);
    const Measured I =
        inertia(explicit_model::TwoWires{mass.value, distance.value, length.value, period.value, gravity});
    if (!is_finite(I)) return refuse_measurement("these numbers give no inertia: it overflows [measurement-range]");
    if (json)
      fmt::print("{}", json_text(nlohmann::json{{"inertia", inertia_json(I)}}));
    else
      fmt::print("inertia about the axis between the wires: {}\n", inertia_text(I));
    return exit_fine;
  }
};

}  // namespace

void add_measure(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand(
      "measure", "inertias from oscillations, static friction: experiments with one link or drive");
  command->require_subcommand(1);
  command->footer(
      "Every number may have a tolerance: 17.4+-0.18 or 17.4+-1%. Tolerances combine as the root of the sum of "
      "squares.\n\n"
      "Examples:\n"
      "  tauforge measure two-wires --mass 4.8+-0.058 --distance 0.1+-0.001 --length 1.2+-0.002 --period 1.1+-0.01\n"
      "  tauforge measure spring --stiffness 40+-1% --period 1.02+-0.005 --arm 0.334+-0.016\n"
      "  tauforge measure spring --stiffness 200 --log log.csv --drive joint1\n"
      "  tauforge measure break-away --log log.csv --drive joint1");

  auto wires = std::make_shared<TwoWiresCommand>();
  CLI::App* two = command->add_subcommand("two-wires", "a link hung on two parallel wires that turns about the middle");
  two->add_option("--mass", wires->mass.text, "of the link [kg]")->type_name("VALUE")->required();
  two->add_option("--distance", wires->distance.text, "of each wire from the axis [m]")->type_name("VALUE")->required();
  two->add_option("--length", wires->length.text, "of the wires [m]")->type_name("VALUE")->required();
  two->add_option("--period", wires->period.text, "of one oscillation [s]")->type_name("VALUE")->required();
  two->add_option("--gravity", wires->gravity, "[m/s^2]")->check(CLI::PositiveNumber);
  two->add_flag("--json", wires->json, "machine-readable output");
  two->callback([wires, &chosen] { chosen = [wires] { return wires->run(); }; });

  add_measure_spring(*command, chosen);
  add_measure_break_away(*command, chosen);
}

}  // namespace tauforge::cli
