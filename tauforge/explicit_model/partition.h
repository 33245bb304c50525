// The explicit model cut into blocks for processors that work side by side: every element is computed in one block,
// multiplied there by its velocities and accelerations, and added to that block's share of the torques.  [AKB86, sec. 3]
#pragma once

#include "tauforge/explicit_model/record.h"

namespace tauforge::explicit_model {

struct Block {
  std::vector<int> elements;  // numbers of those that stand for themselves
  Operations operations;
  int received = 0;  // positions, velocities and accelerations that it reads  [words]
  int sent = 0;      // torques that it has a share of                        [words]
};

struct Partition {
  std::vector<Block> blocks;
  Operations undivided;     // the same on one processor
  int additions_after = 0;  // to add up the shares
  int longest() const;      // operations of the busiest block
  double balance() const;   // mean over longest: 1 is perfect
};

// The dearest element first, always into the block that has least to do.
Partition partition(const ExplicitModel& model, const std::vector<Element>& all, int blocks);

}  // namespace tauforge::explicit_model
