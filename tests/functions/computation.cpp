// Every function of the catalogue: what it is made of, what it reads, and that it takes no memory once it was asked.
#include "tauforge/functions/computation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/functions/columns.h"
#include "tauforge/functions/instances.h"
#include "tests/support/counting/counted_allocation.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"

namespace tauforge::functions {
namespace {

using tests::Random;

struct Numbers {
  std::vector<double> q, qd, qdd, tau, wrench;
  Inputs<double> inputs() const { return {q, qd, qdd, tau, wrench}; }
};

Numbers random_numbers(Random& random, const Tree& tree, std::size_t wrenches = 1) {
  Numbers x;
  const auto fill = [&](std::vector<double>& values, std::size_t size, double bound) {
    for (std::size_t i = 0; i < size; ++i) values.push_back(random.uniform(-bound, bound));
  };
  fill(x.q, dynamics::position_count(tree), 1.0);
  fill(x.qd, tree.nv(), 2.0), fill(x.qdd, tree.nv(), 5.0), fill(x.tau, tree.nv(), 50.0);
  fill(x.wrench, 6 * wrenches, 10.0);
  if (tree.floating) {
    const double length = std::sqrt(x.q[3] * x.q[3] + x.q[4] * x.q[4] + x.q[5] * x.q[5] + x.q[6] * x.q[6]);
    for (std::size_t e = 3; e < 7; ++e) x.q[e] /= length;
  }
  return x;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * tests::largest(b)) << i;
}

Choices choices_for(const robot::Robot& robot) {
  Choices choices;
  choices.base_columns = dynamics::base_columns(robot.tree, robot.parameters);
  return choices;
}

robot::Robot robot_of(unsigned seed) {
  Random random(seed);
  return tests::random_robot(random, {.joints = 3 + static_cast<int>(seed % 4),
                                      .tree = seed % 2 == 0,
                                      .floating = seed % 3 == 0,
                                      .transmission = seed % 5 == 0});
}

TEST(Computation, TakesNoMemoryAfterItWasPrepared) {
  EXPECT_GT(tests::allocations(), 0u) << "the counter counts";
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const robot::Robot robot = robot_of(seed);
    Computation<double> compute(robot.tree, robot.parameters, choices_for(robot));
    Random random(seed + 100);
    const Numbers x = random_numbers(random, robot.tree);
    for (const FunctionInfo& info : function_list()) {
      if (!why_not(info.function, robot.tree).empty()) continue;
      compute.prepare(info.function);
      std::vector<double> out(compute.size(info.function));
      const auto before = tests::allocations();
      compute(info.function, x.inputs(), out);
      EXPECT_EQ(tests::allocations() - before, 0u) << info.name << ", seed " << seed;
      for (const double value : out) EXPECT_TRUE(std::isfinite(value)) << info.name;
    }
  }
}

// M qdd + bias = tau, bias = velocity torques + gravity + friction: parts that go through other formulations.
TEST(Computation, HasFunctionsThatFitTogether) {
  for (unsigned seed = 1; seed <= 30 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    robot::Robot robot = robot_of(seed);
    Computation<double> compute(robot.tree, robot.parameters, choices_for(robot));
    Random random(seed + 100);
    const Numbers x = random_numbers(random, robot.tree);
    const std::size_t nv = robot.tree.nv();
    const auto M = compute(Function::mass_matrix, x.inputs()), g = compute(Function::gravity, x.inputs());
    auto sum = compute(Function::bias, x.inputs());
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j) sum[i] += M[i * nv + j] * x.qdd[j];
    const auto tau = compute(Function::inverse_dynamics, x.inputs());
    expect_near(sum, tau, 1e-11);
    auto both = M;
    both.insert(both.end(), g.begin(), g.end());
    EXPECT_EQ(compute(Function::coefficients, x.inputs()), both);
    expect_near(compute(Function::forward_dynamics, {x.q, x.qd, {}, tau, x.wrench}), x.qdd, 1e-6);
    // without drives and wrenches, bias is what velocities and gravity make
    Computation<double> bodies(robot.tree, robot::bodies_alone(robot.parameters));
    auto parts = bodies(Function::velocity_torque, x.inputs());
    for (std::size_t i = 0; i < nv; ++i) parts[i] += g[i];
    expect_near(bodies(Function::bias, {x.q, x.qd, {}}), parts, 1e-11);
  }
}

TEST(Computation, TakesTheBaseColumnsOutOfTheRegressor) {
  const robot::Robot robot = tests::robot_in_folder("puma560");
  const Choices choices = choices_for(robot);
  Computation<double> compute(robot.tree, robot.parameters, choices);
  Random random(3);
  const Numbers x = random_numbers(random, robot.tree);
  const auto Y = compute(Function::regressor, x.inputs()), base = compute(Function::base_regressor, x.inputs());
  const std::size_t all = Y.size() / 6, kept = choices.base_columns.size();
  ASSERT_EQ(base.size(), 6 * kept);
  ASSERT_LT(kept, all);
  for (std::size_t row = 0; row < 6; ++row)
    for (std::size_t c = 0; c < kept; ++c) EXPECT_EQ(base[row * kept + c], Y[row * all + (choices.base_columns[c])]);
}

TEST(Computation, DifferentiatesAsCentralDifferencesDo) {
  for (unsigned seed : {1u, 2u, 4u, 5u, 7u}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const robot::Robot robot = robot_of(seed);
    Computation<double> compute(robot.tree, robot.parameters);
    Random random(seed + 100);
    const Numbers x = random_numbers(random, robot.tree);
    const std::size_t n = robot.tree.nv();
    for (const auto& [function, of] : {std::pair{Function::inverse_dynamics_derivatives, Function::inverse_dynamics},
                                       std::pair{Function::forward_dynamics_derivatives, Function::forward_dynamics}}) {
      if (!why_not(function, robot.tree).empty()) continue;
      const auto all = compute(function, x.inputs());
      const auto value = compute(of, x.inputs());
      for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(all[i], value[i]);
      std::size_t first = n;
      for (std::vector<double> Numbers::*along : {&Numbers::q, &Numbers::qd, &Numbers::tau}) {
        if (first >= all.size()) break;
        for (std::size_t c = 0; c < n; ++c) {
          constexpr double step = 1e-6;
          Numbers plus = x, minus = x;
          (plus.*along)[c] += step, (minus.*along)[c] -= step;
          const auto up = compute(of, plus.inputs()), down = compute(of, minus.inputs());
          for (std::size_t r = 0; r < n; ++r)
            EXPECT_NEAR(all[first + r * n + c], (up[r] - down[r]) / (2 * step), 1e-4 * (1 + tests::largest(value)))
                << info(function).name << " " << r << " " << c;
        }
        first += n * n;
      }
      EXPECT_EQ(first, all.size());
    }
  }
}

// A wrench on a link costs the drives J' w, with J of that link, in the world.
TEST(Computation, FeelsAWrenchOnAnyLink) {
  const robot::Robot robot = tests::robot_in_folder("panda");
  Random random(9);
  const Numbers x = random_numbers(random, robot.tree);
  for (const robot::Frame& frame : robot.frames) {
    Choices choices;
    choices.pushed = {frame}, choices.jacobian_of = frame, choices.frames = {frame};
    Computation<double> compute(robot.tree, robot.parameters, choices);
    const auto with = compute(Function::inverse_dynamics, x.inputs());
    const auto without = compute(Function::inverse_dynamics, {x.q, x.qd, x.qdd});
    const auto J = compute(Function::jacobian, x.inputs()), X = compute(Function::forward_kinematics, x.inputs());
    const std::size_t n = with.size();
    for (std::size_t i = 0; i < n; ++i) {
      double power = 0.0;
      for (std::size_t part = 0; part < 2; ++part)
        for (std::size_t r = 0; r < 3; ++r) {
          double world = 0.0;
          for (std::size_t c = 0; c < 3; ++c) world += X[3 * r + c] * x.wrench[3 * part + c];
          power += J[(3 * part + r) * n + i] * world;
        }
      EXPECT_NEAR(with[i], without[i] - power, 1e-11 * (1 + tests::largest(without))) << frame.name << " " << i;
    }
  }
}

TEST(Columns, LookLikeInputsOrNot) {
  for (const char* name : {"q1", "qd12", "qdd:elbow", "tau3", "tau:a b", "base_x", "tau_base_fx", "fx:hand", "nz:tool"})
    EXPECT_TRUE(looks_like_an_input(name)) << name;
  for (const char* name : {"t", "q", "qd", "tau", "torque1", "quality", "q1x", "fx", "fa:hand", "temperature", ""})
    EXPECT_FALSE(looks_like_an_input(name)) << name;
}

}  // namespace
}  // namespace tauforge::functions
