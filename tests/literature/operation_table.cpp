// The published formulas give the numbers that are printed for six revolute joints.
#include <gtest/gtest.h>

#include "tauforge/literature/published_counts.h"

namespace tauforge::tests {
namespace {

using expression::Operations;
using literature::published_counts;

Operations formula(const std::string& row, const std::string& text) {
  for (const auto& published : published_counts(row, 6, 0, ""))
    if (published.formula == text) return published.operations;
  ADD_FAILURE() << "no formula " << text << " for " << row;
  return {};
}

TEST(PublishedCounts, GiveThePrintedNumbersForSixJoints) {
  EXPECT_EQ(formula("luh_walker_paul", "121n-112 / 90n-82"), (Operations{614, 458}));  // [Val]
  EXPECT_EQ(formula("newton_euler", "105n-92 / 94n-86"), (Operations{538, 478}));      // [KK87]
  EXPECT_EQ(formula("gibbs_appell", "121n-136 / 91n-116"), (Operations{590, 430}));    // [Val], table 2
  EXPECT_EQ(formula("kane", "105n+4p-109 / 90n+2p-105"), (Operations{521, 435}));      // [AMR89]
  EXPECT_EQ(formula("kane", "105n+4p-117 / 90n+2p-108"), (Operations{513, 432}));      // [AMR89], Z0 = Z1
}

TEST(PublishedCounts, OfPrismaticJointsExistWhereThePaperCoversThem) {
  for (const auto& published : published_counts("kane", 6, 1, ""))
    EXPECT_TRUE(published.operations == (Operations{525, 437}) || published.operations == (Operations{517, 434}))
        << published.formula;
  EXPECT_TRUE(published_counts("gibbs_appell", 6, 1, "").empty());
}

TEST(PublishedCounts, OfOneRobotBelongToThatRobot) {
  EXPECT_TRUE(published_counts("augmented_body", 6, 0, "puma560").empty());
  const auto renaud = published_counts("augmented_body", 6, 0, "renaud6r");
  ASSERT_EQ(renaud.size(), 2u);
  EXPECT_EQ(renaud[0].operations, (Operations{181, 127}));
  EXPECT_FALSE(renaud[0].general);
}

}  // namespace
}  // namespace tauforge::tests
