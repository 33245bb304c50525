#include "tauforge/identify/block_plan.h"

#include <gtest/gtest.h>

namespace tauforge::identify {
namespace {

std::size_t blocks_of(const BlockPlan& plan) {
  std::size_t blocks = 0;
  for (std::size_t k = 0; k < plan.of_log.size(); ++k)
    if (plan.group[k] == k) blocks += plan.of_log[k];
  return blocks;
}

TEST(BlockPlan, SharesBlocksByLengthWhereLogsAreFew) {
  const BlockPlan plan = plan_blocks(std::vector<std::size_t>{3000, 1000, 10}, 12);
  EXPECT_EQ(plan.of_log, (std::vector<std::size_t>{9, 3, 1}));
  EXPECT_FALSE(plan.together);
  EXPECT_EQ(plan.group, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(BlockPlan, LeavesLogsAloneUpToTwiceTheBlocks) {
  const BlockPlan plan = plan_blocks(std::vector<std::size_t>(24, 100), 12);
  EXPECT_FALSE(plan.together);
  EXPECT_EQ(blocks_of(plan), 24u);
}

TEST(BlockPlan, HasABoundedNumberOfBlocksHoweverManyLogs) {
  for (const std::size_t logs : {25u, 100u, 300u, 5000u}) {
    std::vector<std::size_t> samples;
    for (std::size_t k = 0; k < logs; ++k) samples.push_back(50 + 37 * k % 100);
    const BlockPlan plan = plan_blocks(samples, 12);
    EXPECT_TRUE(plan.together);
    EXPECT_GE(blocks_of(plan), 12u) << logs;
    EXPECT_LE(blocks_of(plan), 25u) << logs;
  }
}

TEST(BlockPlan, KeepsALongLogAmongManyShortOnesForItself) {
  std::vector<std::size_t> samples(100, 10);
  samples[50] = 1000;
  const BlockPlan plan = plan_blocks(samples, 12);
  EXPECT_EQ(plan.of_log[50], 6u);
  EXPECT_EQ(plan.group[50], 50u);
  EXPECT_EQ(plan.group[51], 51u);
}

}  // namespace
}  // namespace tauforge::identify
