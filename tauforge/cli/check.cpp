// tauforge check: what is in a robot file, and what is wrong with it.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/robot_summary.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::cli {

namespace {

struct Check {
  std::vector<std::string> files;
  files::LoadOptions load;
  bool json = false, quiet = false, verbose = false;

  int run() const {
    const bool colour = wants_colour(stdout);
    nlohmann::json all = nlohmann::json::array();
    diagnostic::Findings every_finding;
    for (const auto& path : files) {
      const files::Inspection inspection = files::inspect_robot(path, load);
      append(every_finding, inspection.findings);
      if (json) {
        all.push_back({{"file", path}, {"robot", robot_json(inspection)}, {"findings", findings_json(inspection.findings)}});
        continue;
      }
      if (!quiet) fmt::print("{}", robot_summary(inspection, colour));
      fmt::print("{}", findings_text(inspection.findings, {colour, verbose}));
      if (!quiet) fmt::print("{}: {}\n\n", printable(path), to_text(tally(inspection.findings)));
    }
    if (json) {
      const Tally total = tally(every_finding);
      const nlohmann::json answer = {{"files", all}, {"errors", total.errors}, {"warnings", total.warnings}, {"notes", total.notes}};
      fmt::print("{}\n", answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    return diagnostic::has_error(every_finding) ? exit_input : exit_fine;
  }
};

}  // namespace

void add_check(CLI::App& program, Chosen& chosen) {
  auto check = std::make_shared<Check>();
  CLI::App* command = program.add_subcommand("check", "print a robot's joints and masses and everything wrong with its file");
  command->add_option("FILE", check->files, "robots: TOML (.toml), URDF (.urdf, .xml), specification file (.dyn)")->required();
  add_robot_options(*command, check->load);
  command->add_flag("--json", check->json, "machine-readable output");
  command->add_flag("-q,--quiet", check->quiet, "findings only");
  command->add_flag("-v,--verbose", check->verbose, "every note, also those that repeat");
  command->footer(
      "Examples:\n"
      "  tauforge check robots/*.toml robots/puma260.dyn\n"
      "  tauforge check --strict --json arm.urdf\n\n"
      "Errors exit with 1; warnings with 0, unless --strict.");
  command->callback([check, &chosen] { chosen = [check] { return check->run(); }; });
}

}  // namespace tauforge::cli
