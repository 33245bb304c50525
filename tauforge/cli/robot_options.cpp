#include "tauforge/cli/robot_options.h"

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace tauforge::cli {

void add_robot_options(CLI::App& command, files::LoadOptions& options) {
  command.add_flag("--strict", options.strict, "warnings are errors");
  command.add_flag("--lenient", options.read.lenient, "specification files: fill up short lists of zeros");
  command
      .add_option_function<std::string>(
          "--mimic",
          [&options](const std::string& policy) {
            options.assemble.mimic = policy == "coupled" ? robot::MimicPolicy::coupled : robot::MimicPolicy::independent;
          },
          "mimic joints: coordinates of their own (independent, the default), or following their leader (coupled)")
      ->check(CLI::IsMember({"independent", "coupled"}));
  command.add_flag("--exact-angles", options.assemble.exact_angles, "restore quarter turns written with few digits (1.5708)");
  command.add_flag("--floating", options.assemble.floating_base, "free the base even where the file does not");
}

}  // namespace tauforge::cli
