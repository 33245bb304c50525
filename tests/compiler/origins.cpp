// The constants of generated code say which parameters they are made of.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/pipeline.h"
#include "tests/support/robots.h"

namespace tauforge::compiler {
namespace {

class ConstantsOf : public testing::TestWithParam<const char*> {};

// The text of a constant is there only where its parameters, put together again, give the number (Origins::explains).
TEST_P(ConstantsOf, AllHaveAnOrigin) {
  const robot::Robot robot = tests::robot_in_folder(GetParam());
  Request request;
  for (const auto f : {Function::inverse_dynamics, Function::mass_matrix, Function::forward_dynamics})
    request.calls.push_back({{f}});
  request.evaluations = 100;
  const CompiledModel model = compile(robot, request);
  std::size_t constants = 0;
  for (const auto& function : model.unit.functions) {
    const auto& graph = *function.program.graph;
    for (expression::NodeIndex i = 0; i < graph.size(); ++i) {
      if (graph.node(i).op != expression::Operation::constant) continue;
      const double value = std::abs(graph.node(i).value);
      if (value == std::round(value) || 2.0 * value == std::round(2.0 * value)) continue;  // of the formulation itself
      ++constants;
      EXPECT_TRUE(model.unit.origins.contains(value)) << value << " of " << function.name;
    }
  }
  EXPECT_GT(constants, 10u);
}

INSTANTIATE_TEST_SUITE_P(Robots, ConstantsOf, testing::Values("puma560", "panda", "ur10e", "scara", "stanford"),
                         [](const auto& one) { return std::string(one.param); });

TEST(Constants, OfAnArmAreNamedAfterItsLinks) {
  const robot::Robot robot = tests::robot_in_folder("puma560");
  Request request;
  request.calls = {{{Function::gravity}}};
  request.exact = true;
  const CompiledModel model = compile(robot, request);
  // g a_2 stands on the masses behind joint 3: of gravity, only products with moments and with lengths are left
  bool has_mass = false;
  for (const auto& [value, text] : model.unit.origins) has_mass = has_mass || text.find("m of ") != std::string::npos;
  EXPECT_TRUE(has_mass);
}

}  // namespace
}  // namespace tauforge::compiler
