// Scalars nest: recorded with Dual<Expr>, a formulation becomes a program of its derivative, and that program says
// what Dual<double> says. Recording folds only what is exact, so the two are equal, not merely close.
#include <gtest/gtest.h>

#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/expression/program.h"
#include "tests/support/dual_state.h"
#include "tests/support/random_robot.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using expression::Binding;
using expression::Expr;
using RecordedDual = scalar::Dual<Expr>;
using dynamics::InverseDynamics;

// The program of tau and of its derivative along q_k.
expression::Program record_derivative(const robot::Robot& robot, InverseDynamics method, std::size_t k) {
  expression::Program program;
  const int n = robot.tree.size();
  const auto argument = [&](const char* name, Binding binding) {
    std::vector<RecordedDual> duals;
    for (const Expr& x : program.add_argument(name, n, binding, "")) duals.emplace_back(x, Expr(0.0));
    return duals;
  };
  State<RecordedDual> state;
  state.q = argument("q", Binding::slow);
  state.qd = argument("qd", Binding::slow);
  state.qdd = argument("qdd", Binding::fast);
  state.q[k].derivative = Expr(1.0);
  const auto par = robot::converted<RecordedDual>(robot.parameters, [](double v) { return RecordedDual(v); });
  dynamics::InverseDynamicsWorkspace<RecordedDual> workspace;
  std::vector<RecordedDual> tau(n);
  dynamics::rigid_inverse_dynamics<RecordedDual>(method, robot.tree, par, state, workspace, tau);
  std::vector<Expr> values, derivatives;
  for (const RecordedDual& t : tau) values.push_back(t.value), derivatives.push_back(t.derivative);
  program.add_output("tau", values, "");
  program.add_output("dtau", derivatives, "");
  return program;
}

std::vector<Dual> differentiate(const robot::Robot& robot, InverseDynamics method, const State<double>& x,
                                std::size_t k) {
  const std::vector<double> still(x.q.size(), 0.0);
  std::vector<double> direction = still;
  direction[k] = 1.0;
  State<Dual> state;
  state.q = along(x.q, direction), state.qd = along(x.qd, still), state.qdd = along(x.qdd, still);
  dynamics::InverseDynamicsWorkspace<Dual> workspace;
  std::vector<Dual> tau(x.q.size());
  dynamics::rigid_inverse_dynamics<Dual>(method, robot.tree, as_dual(robot.parameters), state, workspace, tau);
  return tau;
}

TEST(RecordedDual, IsTheDerivativeThatDualComputes) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const robot::Robot robot =
        random_robot(random, {.joints = 1 + static_cast<int>(seed % 6), .tree = seed % 3 == 0, .drives = false});
    const State<double> x = random_state(random, robot, false);
    std::vector<double> inputs = x.q;
    inputs.insert(inputs.end(), x.qd.begin(), x.qd.end());
    inputs.insert(inputs.end(), x.qdd.begin(), x.qdd.end());
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
      if (!entry.suits(robot.tree)) continue;
      for (std::size_t k = 0; k < x.q.size(); ++k) {
        const auto recorded = evaluate(record_derivative(robot, entry.method, k), inputs);
        const auto expected = differentiate(robot, entry.method, x, k);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          EXPECT_EQ(recorded[i], expected[i].value) << entry.name << ", row " << i;
          EXPECT_EQ(recorded[expected.size() + i], expected[i].derivative)
              << entry.name << ", d/dq " << k << ", row " << i;
        }
      }
    }
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace tauforge::tests
