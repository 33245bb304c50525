// Paper 002 (Renaud): the operation count of its six-axis example, step by step, beside the printed table of steps.
#include <gtest/gtest.h>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/expression/count.h"
#include "tauforge/robot/equivalence.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using compiler::Expr;
using dynamics::InverseDynamics;
using expression::Operations;
using expression::rule_002;

// Moves z6 to link 5, where it appears as -y5: z6 of a revolute link is felt only in that sum.
// This is the first half of the way from 181/127 to the paper's 164/115.
template <class S> void merge_z6(const robot::Tree& tree, robot::Parameters<S>& par) {
  spatial::Inertia<S> z6;
  z6.h.z = par.body[5].h.z;
  robot::move_to_parent(tree, 5, z6, par);
  par.body[5].h.z = S(0.0);
}

TEST(RenaudsExample, Costs181MultiplicationsAnd127AdditionsStepByStep) {
  const auto program =
      compiler::record(compiler::literal_robot(robot_in_folder("renaud6r")), InverseDynamics::augmented_body);
  const auto counted = expression::count_by_step(program, rule_002);
  const std::map<int, Operations> paper = {{1, {18, 12}}, {2, {25, 0}},  {3, {28, 22}}, {4, {0, 15}},
                                           {6, {22, 12}}, {7, {26, 16}}, {9, {62, 50}}};
  for (const auto& [step, operations] : paper) {
    const auto found = counted.steps.find(step);
    ASSERT_NE(found, counted.steps.end()) << "step " << step;
    EXPECT_EQ(found->second, operations) << "step " << step << ": " << found->second.multiplications << "/"
                                         << found->second.additions;
  }
  EXPECT_EQ(counted.total, (Operations{181, 127})) << counted.total.multiplications << "/" << counted.total.additions;
  // the paper counts a product that two steps form in each of them; the graph has it once
  EXPECT_EQ(expression::count(program, rule_002), (Operations{179, 127}));
}

TEST(RenaudsExample, Costs164And115OnceZ6IsMergedIntoLink5AndProductsAreShared) {
  robot::Robot robot = robot_in_folder("renaud6r");
  merge_z6(robot.tree, robot.parameters);
  const auto program = compiler::record(compiler::literal_robot(robot), InverseDynamics::augmented_body);
  EXPECT_EQ(expression::count(program, rule_002), (Operations{164, 115}));
  EXPECT_EQ(expression::count_by_step(program, rule_002).total, (Operations{166, 115}));
}

// Merging is a change of parameters that no torque can see.
TEST(RenaudsExample, KeepsItsTorquesWhenZ6IsMerged) {
  robot::Robot robot = robot_in_folder("renaud6r"), merged = robot;
  merge_z6(merged.tree, merged.parameters);
  State<double> x;
  x.q = {0.3, -0.8, 1.1, 0.4, -1.7, 2.2}, x.qd = {1, -2, 0.5, 3, -1, 0.7}, x.qdd = {2, 1, -3, 4, -2, 5};
  const auto a = rigid_torque(robot, x), b = rigid_torque(merged, x);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[i], b[i], 1e-13 * 100);
}

// The same pattern of zeros in free symbols: no number can cancel by chance.
compiler::SymbolicRobot free_renaud() {
  robot::Tree tree;
  for (int i = 0; i < 6; ++i) tree.add(robot::JointType::revolute, i - 1);
  compiler::SymbolicRobot r = compiler::free_robot(tree, true);
  const Expr o(0.0), one(1.0);
  const int turns[] = {0, 1, 0, 1, -1, 1};  // alpha in quarter turns
  for (std::size_t i = 1; i < 6; ++i) {
    auto& X = r.parameters.placement[i];
    const Expr a = X.p.x, ca(turns[i] == 0 ? 1.0 : 0.0), sa(static_cast<double>(turns[i]));
    X = {{one, o, o, o, ca, -sa, o, sa, ca}, {o, o, o}};
    if (i == 2) X.p.x = a;   // a2
    if (i == 3) X.p.y = -a;  // r4 along -y3; any free symbol will do
  }
  const char axis_of_centre[] = "zxyzyz";
  for (std::size_t i = 0; i < 6; ++i) {
    auto& b = r.parameters.body[i];
    b.h = {axis_of_centre[i] == 'x' ? b.h.x : o, axis_of_centre[i] == 'y' ? b.h.y : o,
           axis_of_centre[i] == 'z' ? b.h.z : o};
    b.I.xy = b.I.yz = b.I.xz = o;
  }
  return r;
}

TEST(RenaudsExample, CostsTheSameInFreeSymbols) {
  EXPECT_EQ(expression::count_by_step(compiler::record(free_renaud(), InverseDynamics::augmented_body), rule_002).total,
            (Operations{181, 127}));
  compiler::SymbolicRobot merged = free_renaud();
  merge_z6(merged.tree, merged.parameters);
  EXPECT_EQ(expression::count(compiler::record(std::move(merged), InverseDynamics::augmented_body), rule_002),
            (Operations{164, 115}));
}

}  // namespace
}  // namespace tauforge::tests
