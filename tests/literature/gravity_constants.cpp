#include "tauforge/literature/gravity_constants.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/literature/published_puma260.h"

namespace tauforge::identify {

namespace {

std::vector<literature::PaperEstimate> published_estimates() {
  std::vector<literature::PaperEstimate> estimates;
  for (const auto& row : literature::published_table_2) {
    literature::PaperEstimate& e = estimates.emplace_back();
    e.name.name = row.name, e.significant = true, e.significant_alone.mean = row.mean;
    e.all.mean = literature::published_row(literature::published_table_1, row.name)->mean;
  }
  return estimates;
}

// c12 as printed; c13 as it follows from the table, which is not as printed; c15 to the digits that z6 has.
TEST(GravityConstants, FollowFromThePublishedTable) {
  const auto c = literature::gravity_constants(published_estimates());
  EXPECT_NEAR(c[0], literature::published_gravity[0].paper, 3e-5);
  EXPECT_NEAR(c[1], -1.768652, 5e-6);
  EXPECT_GT(std::abs(c[1] - literature::published_gravity[1].paper), 0.5);
  EXPECT_NEAR(c[2], literature::published_gravity[2].paper, 4e-4);
}

TEST(GravityConstants, TakeTableOneWhereAParameterIsNotSignificant) {
  auto estimates = published_estimates();
  for (auto& e : estimates)
    if (e.name.name == "z6") e.significant = false;
  EXPECT_NEAR(literature::gravity_constants(estimates)[2], -9.81 * 0.012975, 1e-12);
}

}  // namespace

}  // namespace tauforge::identify
