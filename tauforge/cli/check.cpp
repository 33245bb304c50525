// tauforge check: what is in a robot file, and what is wrong with it.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tauforge/cli/command.h"
#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/robot_options.h"
#include "tauforge/cli/robot_summary.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/face/load_options.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/native/output_file.h"
#include "tauforge/robot/repair.h"

namespace tauforge::cli {

namespace {

struct Check {
  std::vector<std::string> files;
  LoadOptions load;
  std::string repair_to;
  bool json = false, quiet = false, verbose = false;

  int run() const {
    if (!repair_to.empty()) return run_repair();
    const bool colour = wants_colour(stdout);
    nlohmann::json all = nlohmann::json::array();
    diagnostic::Findings every_finding;
    for (const auto& path : files) {
      const files::Inspection inspection = files::inspect_robot(path, reader_options(load));
      append(every_finding, inspection.findings);
      if (json) {
        all.push_back(
            {{"file", path}, {"robot", robot_json(inspection)}, {"findings", findings_json(inspection.findings)}});
        continue;
      }
      if (!quiet) fmt::print("{}", robot_summary(inspection, colour));
      fmt::print("{}", findings_text(inspection.findings, {colour, verbose, "--all-findings"}));
      if (!quiet) fmt::print("{}: {}\n\n", printable(path), to_text(tally(inspection.findings)));
    }
    if (json) fmt::print("{}", files_json_text(all, every_finding));
    return diagnostic::has_error(every_finding) ? exit_input : exit_fine;
  }

  // Reads one file, writes the nearest valid description, and judges what was written like any file.
  int run_repair() const {
    if (files.size() != 1) return wrong_usage("--repair takes one FILE");
    if (json) return wrong_usage("--repair prints text: leave out --json");
    if (native::same_file(repair_to, files[0]))
      return wrong_usage("--repair does not overwrite its input: name another file");
    const bool colour = wants_colour(stdout);
    const auto print = [&](const diagnostic::Findings& findings) {
      fmt::print("{}", findings_text(findings, {colour, true}));
    };
    const files::Inspection before = files::inspect_robot(files[0], reader_options(load));
    if (!before.description) {
      print(before.findings);
      fmt::print("{}: what cannot be read cannot be repaired\n", printable(files[0]));
      return exit_input;
    }
    if (!ends_like(repair_to, before.description->format))
      return wrong_usage("--repair writes the format of FILE: give OUT the same ending");
    const robot::Repaired repaired = robot::repair(*before.description);
    const auto text = files::write_robot(repaired.description, before.description->format);
    print(repaired.changes);
    print(text.findings());
    if (!text) return exit_input;
    if (const auto unwritten = native::write_text(repair_to, text.value()); !unwritten.empty()) {
      fmt::print(stderr, "{}", findings_text(unwritten, {wants_colour(stderr), true}));
      return exit_machine;
    }
    const auto n = std::count_if(repaired.changes.begin(), repaired.changes.end(),
                                 [](const auto& f) { return f.code != "repair-skipped"; });
    fmt::print("{}: written, with {} change{}; comments, shapes and what is not used are not carried over\n",
               printable(repair_to), n, n == 1 ? "" : "s");
    const files::Inspection after = files::inspect_robot(repair_to, reader_options(load));
    diagnostic::Findings left;
    for (const auto& finding : after.findings)
      if (finding.severity != diagnostic::Severity::note) left.push_back(finding);
    if (!left.empty()) fmt::print("What no rule can repair:\n");
    print(left);
    return diagnostic::has_error(left) ? exit_input : exit_fine;
  }

  // An ending that belongs to another format would be read as that format.
  static bool ends_like(const std::string& path, robot::Format format) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending == ".toml") return format == robot::Format::toml;
    if (ending == ".urdf" || ending == ".xml") return format == robot::Format::urdf;
    if (ending == ".dyn") return format == robot::Format::specification;
    return true;
  }

  static int wrong_usage(const char* why) {
    fmt::print(stderr, "tauforge check: {}\n", why);
    return exit_usage;
  }
};

}  // namespace

void add_check(CLI::App& program, Chosen& chosen) {
  auto check = std::make_shared<Check>();
  CLI::App* command =
      program.add_subcommand("check", "print a robot's joints and masses and everything wrong with its file");
  command->add_option("FILE", check->files, "robots: TOML (.toml), URDF (.urdf, .xml), specification file (.dyn)")
      ->required();
  add_robot_options(*command, check->load);
  command
      ->add_option("--repair", check->repair_to,
                   "write the nearest valid description to this file, and list each change")
      ->type_name("OUT");
  command->add_flag("--json", check->json, "machine-readable output");
  add_width_option(*command);
  command->add_flag("-q,--quiet", check->quiet, "findings only");
  command->add_flag("-v,--verbose,--all-findings", check->verbose, "each finding, also those of one code that repeat");
  command->footer(
      "Examples:\n"
      "  tauforge check robots/*.toml robots/puma260.dyn\n"
      "  tauforge check --strict --json arm.urdf\n"
      "  tauforge check --repair arm.repaired.urdf arm.urdf\n\n"
      "Errors exit with 1; warnings with 0, unless --strict.");
  command->callback([check, &chosen] { chosen = [check] { return check->run(); }; });
}

}  // namespace tauforge::cli
