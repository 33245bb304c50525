// Blocks as they are observed, log after log, put together as a plan says.
#pragma once

#include <vector>

#include "tauforge/identify/block_plan.h"
#include "tauforge/identify/observation.h"

namespace tauforge::identify {

// Gathers the blocks of log after log, which come in their order.
class GatheredBlocks {
 public:
  explicit GatheredBlocks(const BlockPlan& plan) : plan_(plan) {}
  void add(std::size_t log, std::vector<Block> of_log);
  std::vector<Block> take() { return std::move(blocks_); }

 private:
  const BlockPlan& plan_;
  std::vector<Block> blocks_;
};

}  // namespace tauforge::identify
