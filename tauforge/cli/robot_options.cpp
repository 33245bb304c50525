#include "tauforge/cli/robot_options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <string>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

void add_robot_options(CLI::App& command, LoadOptions& options) {
  command.add_flag("--strict", options.strict, "warnings are errors");
  command.add_flag("--lenient", options.lenient, "specification files: fill up short lists of zeros");
  command
      .add_option_function<std::string>(
          "--mimic", [&options](const std::string& policy) { options.coupled = policy == "coupled"; },
          "mimic joints: coordinates of their own (independent, the default), or following their leader (coupled)")
      ->type_name("POLICY")
      ->check(CLI::IsMember({"independent", "coupled"}));
  command.add_flag("--exact-angles", options.exact_angles, "restore quarter turns written with few digits (1.5708)");
  command
      .add_option(
          "--transmission", options.transmission,
          "the drives in front of the joints, where the robot's file cannot say them: coupled wrists, motor angles")
      ->type_name("FILE");
  command.add_flag("--floating", options.floating, "free the base even where the file does not");
}

std::optional<Robot> load_or_report(const std::string& path, const LoadOptions& options) {
  auto loaded = load(path, options);
  diagnostic::Findings serious;
  for (const auto& finding : loaded.findings())
    if (finding.severity != diagnostic::Severity::note) serious.push_back(finding);
  fmt::print(stderr, "{}", findings_text(serious, {wants_colour(stderr), false, "tauforge check --all-findings"}));
  if (!loaded.ok()) return std::nullopt;
  return loaded.take();
}

}  // namespace tauforge::cli
