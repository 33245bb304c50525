// Whether logs can be identified at all, before anything is computed.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/identify/observation.h"

namespace tauforge::identify {

// The place of a finding about a whole log.
diagnostic::Position whole_log(const std::string& name);

diagnostic::Findings check_logs(const robot::Robot& robot, const std::vector<recording::Recording>& logs);
diagnostic::Findings check_rows(const std::vector<recording::Recording>& logs, const std::vector<Block>& blocks,
                                std::size_t parameters);
diagnostic::Findings check_kept(const std::vector<recording::Recording>& logs, const std::vector<int>& kept);

}  // namespace tauforge::identify
