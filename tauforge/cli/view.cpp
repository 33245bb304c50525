// tauforge view: a robot to look at and to move, in the browser.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "tauforge/cli/command.h"
#include "tauforge/cli/page_options.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

struct View {
  std::string file, output;
  std::vector<std::string> logs;
  LoadOptions load;
  bool no_open = false, quiet = false;

  int run() const {
    const PageOption place{output.empty() ? std::filesystem::path(file).stem().string() + ".html" : output};
    if (const int code = refuse_page(place); code != exit_fine) return code;
    const auto robot = load_or_report(file, load);
    if (!robot) return exit_input;
    const int code = write_page(place, {robot->name(), *robot, {}, logs}, exit_fine, quiet);
    if (code == exit_fine && !no_open && !open_in_browser(place.path) && !quiet)
      fmt::print(stderr, "open it in a browser: {}\n", printable(place.path));
    return code;
  }
};

}  // namespace

void add_view(CLI::App& program, Chosen& chosen) {
  auto state = std::make_shared<View>();
  CLI::App* command = program.add_subcommand("view", "look at a robot in the browser, move it and watch the torques");
  command->add_option("ROBOT", state->file, "robot: .toml, .urdf, .dyn")->required();
  command->add_option("LOG", state->logs, "tables with t and q1, q2 ... or q:JOINT, along which it moves: .csv");
  command->add_option("-o,--output", state->output, "the page, one file (ROBOT.html)")->type_name("FILE");
  command->add_flag("--no-open", state->no_open, "write it only");
  command->add_flag("--quiet", state->quiet, "say nothing");
  add_robot_options(*command, state->load);
  command->footer(
      "The page carries the robot's own functions as generated code, so that joints, speeds, a payload, gravity and "
      "friction "
      "change the torques at once. It needs neither a network nor this program.\n\n"
      "Examples:\n"
      "  tauforge view robots/puma560.toml\n"
      "  tauforge view arm.urdf log.csv --no-open -o arm.html");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
