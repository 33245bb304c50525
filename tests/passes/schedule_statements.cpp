// The order in which operations are written: it must be one in which they can be computed.
#include "tauforge/passes/schedule_statements.h"

#include <gtest/gtest.h>

#include <set>

#include "tauforge/compiler/record_bodies.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

TEST(ScheduleStatements, PutsEveryNeededNodeOnceAfterItsArguments) {
  Random random(1);
  for (int repetition = 0; repetition < 5; ++repetition) {
    const auto robot = random_robot(random, {.joints = 7});
    const expression::Program program =
        compiler::record(compiler::literal_robot(robot), dynamics::InverseDynamics::newton_euler);
    const auto order = passes::schedule_statements(program).order;
    std::set<expression::NodeIndex> placed;
    for (const auto i : order) {
      const expression::Node& node = program.graph->node(i);
      for (const auto argument : {node.a, node.b}) EXPECT_TRUE(argument < 0 || placed.count(argument)) << i;
      EXPECT_TRUE(placed.insert(i).second) << i;
    }
    const auto needed = reachable(program);
    EXPECT_EQ(placed, std::set<expression::NodeIndex>(needed.begin(), needed.end()));
    EXPECT_EQ(order, passes::schedule_statements(program).order);
  }
}

}  // namespace
}  // namespace tauforge::tests
