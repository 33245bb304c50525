// tauforge convert: a robot file in another format, read back and compared before it gets its name.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/refused.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/native/output_file.h"

namespace tauforge::cli {

namespace {

struct Convert {
  std::string in, out;
  LoadOptions load;
  bool force = false, json = false;

  int run() const {
    if (native::same_file(out, in)) {
      fmt::print(stderr, "tauforge convert: '{}' would be overwritten by its own result\n", printable(in));
      return exit_usage;
    }
    const auto robot = load_or_report(in, load);
    if (!robot) return exit_input;
    const auto converted = convert(*robot, out, {.force = force, .strict = load.strict});
    if (!converted) return refused("tauforge convert", converted.findings());
    const Converted& c = converted.value();
    if (json) {
      nlohmann::json answer = {{"path", c.path},
                               {"format", c.format},
                               {"states", c.states},
                               {"difference", c.difference},
                               {"lost", findings_json(converted.findings())}};
      answer["difference_with_lost"] = c.lost ? nlohmann::json(*c.lost) : nlohmann::json();
      fmt::print("{}", json_text(answer));
      return exit_fine;
    }
    fmt::print(stderr, "{}", findings_text(converted.findings(), {wants_colour(stderr), false, "--json"}));
    fmt::print("{}: written, {}; read back, its torques differ by {:.1e} of the largest at {} random states\n",
               printable(c.path), c.format, c.difference, c.states);
    if (!c.lost)
      fmt::print("It has other coordinates than {}.\n", printable(in));
    else if (*c.lost > 1e3 * c.difference && *c.lost > 1e-9)
      fmt::print("Against {}, with what is lost, by {:.2g} %.\n", printable(in), 100.0 * *c.lost);
    return exit_fine;
  }
};

}  // namespace

void add_convert(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<Convert>();
  CLI::App* command =
      program.add_subcommand("convert", "write a robot in another format, and say what that format cannot hold");
  command->add_option("IN", state->in, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("OUT", state->out, "file to write; its ending is its format: .toml, .urdf or .dyn")->required();
  command->add_flag("--force", state->force, "replace OUT where it exists");
  command->add_flag("--json", state->json, "machine-readable output");
  add_robot_options(*command, state->load);
  command->footer(
      "OUT is read back, and its inverse dynamics are compared with those of IN at random states; it gets its name "
      "when they agree to rounding, and otherwise there is none. Everything OUT cannot say is a warning with a code "
      "lost-..., an error with --strict; a robot it cannot hold at all is refused. Any serial arm can become .dyn: its "
      "Denavit-Hartenberg parameters are computed. Comments are not carried over.\n\n"
      "Examples:\n"
      "  tauforge convert arm.urdf arm.dyn\n"
      "  tauforge convert robots/puma260.dyn puma260.toml\n"
      "  tauforge convert --strict --json arm.toml arm.urdf\n\n"
      "Exit codes: 1 IN is wrong or OUT cannot hold it, 2 OUT exists, 3 what was written is not the same robot.");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
