// tauforge measure break-away: static friction from the log of a joint whose torque grows until it moves.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/measure_log.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/signals/break_away.h"

namespace tauforge::cli {

namespace {

struct BreakAwayCommand {
  DriveLogRequest request;
  double rest = 0.1;
  bool json = false;

  int run() const {
    const auto log = read_drive_log(request);
    if (!log) return exit_input;
    if (log->torque.empty())
      return refuse("has no torques", "columns tau1.. or tau:NAME; a current needs --gains", "effort-missing");
    const auto found = signals::break_aways(log->t, log->q, log->torque, rest);
    if (found.empty())
      return refuse(fmt::format("never rests for {:g} s and then moves", rest),
                    "let the torque grow until the joint gives way", "no-break-away");
    const auto friction = signals::static_friction(found, log->torque.front());
    if (json) {
      nlohmann::json each = nlohmann::json::array();
      for (const auto& b : found)
        each.push_back({{"time_s", b.time}, {"position", b.position}, {"torque", b.torque}, {"up", b.up}});
      fmt::print(
          "{}",
          json_text(nlohmann::json{
              {"static_friction", {{"value", friction.level}, {"standard_error", friction.error}, {"unit", "N m"}}},
              {"carried", friction.carried},
              {"break_aways", each}}));
      return exit_fine;
    }
    fmt::print("static friction of {}: {:.4g} +- {:.2g} N m, {} times up and {} times down\n", printable(request.drive),
               friction.level, friction.error, friction.up, friction.down);
    fmt::print("torque that it carries besides: {:.4g} N m\n", friction.carried);
    return exit_fine;
  }

  int refuse(const std::string& what, const char* hint, const char* code) const {
    fmt::print(stderr, "tauforge measure: drive '{}' of '{}' {}; {} [{}]\n", printable(request.drive),
               printable(request.file), what, hint, code);
    return exit_input;
  }
};

}  // namespace

void add_measure_break_away(CLI::App& measure, Chosen& chosen) {
  auto state = std::make_shared<BreakAwayCommand>();
  CLI::App* command =
      measure.add_subcommand("break-away", "static friction of a joint whose torque grows until it moves");
  add_drive_log_options(*command, state->request);
  command->get_option("--log")->required();
  command->get_option("--drive")->required();
  command->add_option("--rest", state->rest, "how long it rests before it counts (0.1 s)")->check(CLI::PositiveNumber);
  command->add_flag("--json", state->json, "machine-readable output");
  command->footer(
      "Example:\n"
      "  tauforge simulate robots/puma560.toml examples/cards/break_away.toml -o log.csv\n"
      "  tauforge measure break-away --log log.csv --drive joint1");
  command->callback([state, &chosen] { chosen = [state] { return state->run(); }; });
}

}  // namespace tauforge::cli
