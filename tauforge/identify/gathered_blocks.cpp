#include "tauforge/identify/gathered_blocks.h"

#include <utility>

namespace tauforge::identify {

void GatheredBlocks::add(std::size_t log, std::vector<Block> of_log) {
  for (Block& block : of_log) {
    if (blocks_.empty() || plan_.group[log] == log || plan_.group[blocks_.back().log] != plan_.group[log]) {
      blocks_.push_back(std::move(block));
      continue;
    }
    Block& group = blocks_.back();
    const BlockPart own{group.log, group.begin, group.end};
    auto parts = std::move(group.with);
    parts.push_back({log, block.begin, block.end});
    group = merged(group, block);
    group.log = own.log, group.begin = own.begin, group.end = own.end, group.with = std::move(parts);
  }
}

}  // namespace tauforge::identify
