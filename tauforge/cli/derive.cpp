// tauforge derive: the explicit model of an arm, as the 1986 paper prints it.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/explicit_model/text_report.h"

namespace tauforge::cli {

namespace {

struct Derive {
  std::string file;
  files::LoadOptions load;
  explicit_model::DeriveOptions options;

  int run() const {
    const auto robot = load_or_report(file, load);
    if (!robot) return exit_input;
    const auto model = explicit_model::derive(*robot, options);
    if (!model.ok()) {
      fmt::print(stderr, "{}", findings_text(model.findings(), {wants_colour(stderr), false}));
      return exit_input;
    }
    fmt::print("{}", explicit_model::text_report(model.value()));
    return exit_fine;
  }
};

}  // namespace

void add_derive(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Derive>();
  CLI::App* command = program.add_subcommand("derive", "print the explicit model of an arm: A, B, C, g in closed form");
  command->add_option("ROBOT", state->file, "robot: .toml, .urdf, .dyn")->required();
  add_robot_options(*command, state->load);
  command->add_flag("--symbolic", state->options.symbolic,
                    "define constants with lengths, masses and centres as symbols");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
