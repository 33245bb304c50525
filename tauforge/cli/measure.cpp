// tauforge measure: inertias from the periods of oscillations, friction from logs, as the 1986 paper measured its arm.
#include <CLI/CLI.hpp>

#include "tauforge/cli/measure_commands.h"

namespace tauforge::cli {

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
      "  tauforge measure break-away --log log.csv --drive joint1\n"
      "  tauforge measure knife-edge --edge 0.068+-0.003 --into arm.toml --link link2 --axis x -o arm2.toml\n"
      "  tauforge measure subtract --mass 6.04+-0.07 --centre 0,0,0.14 --inertia 0.2,0.2,0.02 --part-mass 1.24+-0.02 \n"
      "    --part-centre 0,0,0.43 --part-inertia 0.002,0.002,0.001");

  add_measure_two_wires(*command, chosen);
  add_measure_spring(*command, chosen);
  add_measure_break_away(*command, chosen);
  add_measure_bodies(*command, chosen);
}

}  // namespace tauforge::cli
