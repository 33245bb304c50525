// Which blocks logs are cut into. Blocks are what fits are repeated without, so their number decides how long that takes: it
// is bounded whatever the number of logs. Long logs have several blocks each; many short logs are taken together, neighbours
// with neighbours, and what is left out is then all of them.
#pragma once

#include <vector>

#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

constexpr std::size_t most_single_blocks = 24;  // more than these, and short logs are taken together

struct BlockPlan {
  std::vector<std::size_t> of_log;  // how many blocks each log is cut into
  std::vector<std::size_t> group;   // of each log; logs of one block with the same number make one block together
  bool together = false;            // any do
};
// `samples`: of each log. Blocks share `in_all` by length, at least one per log.
BlockPlan plan_blocks(const std::vector<std::size_t>& samples, std::size_t in_all);
BlockPlan plan_blocks(const std::vector<signals::Samples>& logs, std::size_t in_all);

// For trials every k-th row is enough, if so many are left: of a log, and of all logs together.
std::size_t every_row_of_trial(std::size_t rows, std::size_t rows_in_all);

}  // namespace tauforge::identify
