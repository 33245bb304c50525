// The folder that `tauforge identify` writes: both robots, report.json, residuals of every log.
#pragma once

#include <string>
#include <vector>

#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/identify_options.h"
#include "tauforge/cli/identify_report.h"
#include "tauforge/tauforge.h"

namespace tauforge::cli {

struct IdentifiedRobots {
  std::string possible;                                     // file of the bodies that can exist
  std::string reduced;                                      // file of the reduced model
  std::string possible_as_read = {}, reduced_as_read = {};  // the same in the format that was read; empty: TOML has it
};

// What they are called for a robot file. Who comes with a specification file gets one back, beside the TOML, which can say
// more.
IdentifiedRobots identified_robots(const std::string& robot_file, const Robot& robot);

// Nothing comes back when all went well; the report then knows what was written.
diagnostic::Findings write_identified(native::OutputFolder& output, const IdentifiedRobots& names,
                                      const Identification& found, const std::vector<Recording>& training,
                                      const LoadOptions& load, IdentifyReport& report);

// Goes on to code, as `tauforge generate` would with the file just written; its exit code comes back.
int generate_reduced(const IdentifyOptions& options, const std::string& file);

}  // namespace tauforge::cli
