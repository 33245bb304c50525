// The folder that `tauforge identify` writes: both robots, report.json, residuals of every log.
#pragma once

#include <string>
#include <vector>

#include "tauforge/cli/folder_refusal.h"
#include "tauforge/cli/generate.h"
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

// Both robots, read back and judged: the report then knows what was written. Nothing comes back when all went well.
diagnostic::Findings write_robots(native::OutputFolder& output, const IdentifiedRobots& names,
                                  const Identification& found, const std::vector<Recording>& logs,
                                  const std::vector<Recording>& fresh, const LoadOptions& load, IdentifyReport& report);
// The report and the residuals beside them.
diagnostic::Findings complete_folder(native::OutputFolder& output, const IdentifyReport& report);

// Code of the file in a folder beside it, as `tauforge generate` would make it.
GenerateOptions code_options(const IdentifyOptions& options, const std::string& file);
int generate_reduced(const IdentifyOptions& options, const std::string& file);  // its exit code comes back

// The page of the folder that was written, where one is wanted; `code` comes back, or why there is none.
int report_identified(const IdentifyOptions& options, int code);

}  // namespace tauforge::cli
