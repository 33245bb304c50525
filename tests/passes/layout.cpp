// How a program is written down: sums of angles, rows of zeros, single stores, and the values that wait in registers.
#include "tauforge/passes/layout.h"

#include <gtest/gtest.h>

#include "tauforge/passes/live_values.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using expression::Program;

Program angles() {
  Program program;
  const auto q = program.add_argument("q", 3, Binding::slow, "");
  const Expr sum = q[1] + q[2];
  program.add_output("y", {sin(q[0]) * cos(sum) + sin(q[1]) * cos(q[2]), sin(cos(q[0]))}, "");
  return program;
}

TEST(AngleSums, ComeAfterTheirPartsAndNameThem) {
  const Program program = angles();
  const auto set = passes::angle_sums(program, reachable(program), {});
  ASSERT_EQ(set.nodes.size(), 4u);  // not cos q0, which waits for a cosine itself
  ASSERT_EQ(set.sums.size(), 1u);
  const auto node = [&](int k) { return set.nodes[static_cast<std::size_t>(k)]; };
  const expression::Node& sum = program.graph->node(node(3));
  EXPECT_EQ(set.sums[0].of, 3);
  EXPECT_EQ(node(set.sums[0].a), sum.a);
  EXPECT_EQ(node(set.sums[0].b), sum.b);
}

TEST(AngleSums, InFloatWantTheirPartsToo) {
  Program program;
  const auto q = program.add_argument("q", 2, Binding::slow, "");
  program.add_output("y", {sin(q[0] + q[1])}, "");
  EXPECT_EQ(passes::angle_sums(program, reachable(program), {}).nodes.size(), 1u);
  const auto in_float = passes::angle_sums(program, reachable(program), {.single_precision = true});
  EXPECT_EQ(in_float.nodes.size(), 3u);
  EXPECT_EQ(in_float.by_theorem.wide, 1);
}

// Five angles need two vectors of four, four need one; five and four need three and two of two.
TEST(AngleSums, UseTheTheoremWhereItSavesAVector) {
  EXPECT_EQ(passes::sums_by_theorem(5, 1, {}), (passes::SumsByTheorem{1, 1}));
  EXPECT_EQ(passes::sums_by_theorem(6, 1, {}), (passes::SumsByTheorem{0, 0}));
  EXPECT_EQ(passes::sums_by_theorem(6, 2, {}), (passes::SumsByTheorem{2, 2}));
  EXPECT_EQ(passes::sums_by_theorem(6, 1, {.states = 8}), (passes::SumsByTheorem{1, 1}));
}

Program with_zeros(int zeros) {
  Program program;
  const auto q = program.add_argument("q", 1, Binding::slow, "");
  std::vector<Expr> y(static_cast<std::size_t>(zeros), Expr(0.0));
  program.add_output("y", y, "");
  y.push_back(q[0] * q[0]);
  program.add_output("z", y, "");
  return program;
}

TEST(ZeroRows, ComeFirstAndAreHiddenWhereTheyAreLong) {
  const auto few = passes::zero_rows(with_zeros(2), {}, false), many = passes::zero_rows(with_zeros(8), {}, false);
  EXPECT_EQ(few.first.size(), 4u);
  EXPECT_EQ(few.hidden, -1);
  EXPECT_EQ(many.first.size(), 16u);
  EXPECT_GE(many.hidden, 0);
  const auto in_lanes = passes::zero_rows(with_zeros(2), {}, true);
  EXPECT_TRUE(in_lanes.first.empty());
  EXPECT_GE(in_lanes.hidden, 0);
}

TEST(SingleStores, AreThoseOfOutputsThatAreNotAllZero) {
  EXPECT_EQ(passes::single_stores(with_zeros(2), {}), (std::vector<bool>{false, true}));
  EXPECT_EQ(passes::single_stores(with_zeros(2), {passes::LaneGroup{}}), (std::vector<bool>{false, false}));
}

// (a b) + (c d) has two products alive and the sum beside them; squares of one value one at a time.
TEST(LiveValues, AreThoseThatWaitForAReader) {
  Program program;
  const auto a = program.add_argument("a", 4, Binding::slow, "");
  program.add_output("y", {a[0] * a[1] + a[2] * a[3]}, "");
  EXPECT_EQ(passes::live_values(program, reachable(program)), 3);
  Program apart;
  const auto b = apart.add_argument("b", 4, Binding::slow, "");
  apart.add_output("y", {b[0] * b[0], b[1] * b[1], b[2] * b[2]}, "");
  EXPECT_EQ(passes::live_values(apart, reachable(apart)), 1);
}

}  // namespace
}  // namespace tauforge::tests
