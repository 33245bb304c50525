// Logs to identify from, however long: short ones as they are, long ones condensed (face/long_logs.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/cli/recording_options.h"

namespace tauforge::cli {

// As read_logs_or_report; `whole`: as they were recorded, whatever memory that takes.
std::optional<std::vector<Recording>> read_logs_to_identify(const Robot& robot, const std::vector<std::string>& words,
                                                            const RecordingArguments& arguments,
                                                            const IdentifySettings& settings,
                                                            const std::vector<std::string>& accepted, bool whole);

}  // namespace tauforge::cli
