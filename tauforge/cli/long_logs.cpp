#include "tauforge/cli/long_logs.h"

#include "tauforge/cli/findings_text.h"
#include "tauforge/face/long_logs.h"

namespace tauforge::cli {

std::optional<std::vector<Recording>> read_logs_to_identify(const Robot& robot, const std::vector<std::string>& words,
                                                            const RecordingArguments& arguments,
                                                            const IdentifySettings& settings,
                                                            const std::vector<std::string>& accepted, bool whole) {
  diagnostic::Findings findings;
  const auto layout = recording_layout(arguments, findings);
  std::vector<files::RecordingRequest> requests;
  if (layout)
    for (const auto& word : words) requests.push_back(files::recording_request(word, *layout, robot.drives()));
  if (!layout || whole || !are_long(requests)) return read_logs_or_report(robot, words, arguments, accepted);
  LongLogs read = read_long_logs(robot, requests, settings, accepted);
  print_findings(read.findings);
  if (diagnostic::has_error(read.findings)) return std::nullopt;
  return std::move(read.logs);
}

}  // namespace tauforge::cli
