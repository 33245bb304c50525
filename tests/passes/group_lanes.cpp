// Results side by side: what becomes one loop over lanes, and what must not.
#include "tauforge/passes/group_lanes.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Program;

// Rows of a regressor: n_x A[k] + n_y B[k], with other n for every row and the same A and B for all.
Program rows(int count, bool with_zeros) {
  Program program;
  const auto n = program.add_argument("n", 2 * count, Binding::slow, "");
  const auto A = program.add_argument("A", 4, Binding::slow, ""), B = program.add_argument("B", 4, Binding::slow, "");
  std::vector<Expr> Y;
  for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row)
    for (std::size_t k = 0; k < 4; ++k)
      Y.push_back(with_zeros && k == 1 ? n[2 * row] * A[k] : n[2 * row] * A[k] - n[2 * row + 1] * B[k]);
  program.add_output("Y", Y, "");
  return program;
}

TEST(GroupLanes, AreTheRowsThatDifferInOneFactorOfEachTerm) {
  const auto groups = passes::group_lanes(rows(8, false));
  ASSERT_EQ(groups.size(), 8u);
  for (std::size_t row = 0; row < groups.size(); ++row) {
    ASSERT_EQ(groups[row].places.size(), 1u);
    EXPECT_EQ(groups[row].places[0].element, 4 * row);
    EXPECT_EQ(groups[row].width, 4u);
    ASSERT_EQ(groups[row].terms.size(), 2u);
    for (std::size_t t = 0; t < 2; ++t) EXPECT_EQ(groups[row].terms[t].table, groups[0].terms[t].table);
    EXPECT_NE(groups[row].terms[0].negative, groups[row].terms[1].negative);
  }
}

TEST(GroupLanes, HaveAZeroWhereATermIsMissing) {
  const auto groups = passes::group_lanes(rows(8, true));
  ASSERT_EQ(groups.size(), 8u);
  int zeros = 0;
  for (const auto& term : groups[3].terms)
    for (const auto& number : term.table) zeros += number.node < 0;
  EXPECT_EQ(zeros, 1);
}

TEST(GroupLanes, WriteEqualRowsTogether) {
  Program program = rows(8, false);
  auto& nodes = program.outputs[0].nodes;
  const std::vector<expression::NodeIndex> first(nodes.begin(), nodes.begin() + 4);
  nodes.insert(nodes.end(), first.begin(), first.end());
  const auto groups = passes::group_lanes(program);
  ASSERT_EQ(groups.size(), 8u);
  ASSERT_EQ(groups[0].places.size(), 2u);
  EXPECT_EQ(groups[0].places[1].element, 32u);
}

TEST(GroupLanes, AreNotWorthItWhereTheyAreFew) { EXPECT_TRUE(passes::group_lanes(rows(2, false)).empty()); }

// a + b + c is not a + c + b in floating point.
TEST(GroupLanes, DoNotChangeTheOrderOfASum) {
  Program program;
  const auto n = program.add_argument("n", 24, Binding::slow, ""), A = program.add_argument("A", 12, Binding::slow, "");
  std::vector<Expr> Y;
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t k = 0; k < 4; ++k) {
      const Expr x = n[3 * row] * A[k], y = n[3 * row + 1] * A[4 + k], z = n[3 * row + 2] * A[8 + k];
      Y.push_back(k == 0 ? (x + y) + z : k == 1 ? (x + z) + y : (y + z) + x);
    }
  program.add_output("Y", Y, "");
  EXPECT_TRUE(passes::group_lanes(program).empty());
}

}  // namespace
}  // namespace tauforge::tests
