// Single precision keeps its digits where joints have turned many times: sums of angles are not rounded.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/functions/instances.h"
#include "tests/generated/built_model.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

// Three parallel axes: its torques have sines of q2 + q3 and q2 + q3 + q4, rounded to 8e-6 rad at 200 rad.
TEST(FloatAngles, OfAHundredRadiansCostTheTorquesOfAUr10eNothing) {
  const robot::Robot robot = robot_in_folder("ur10e");
  compiler::Request request;
  request.calls.push_back({{functions::Function::inverse_dynamics}});
  request.evaluations = 100;
  request.single_precision = true;
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"-O2"}, {"-Ofast"}}) {
    const BuiltModel built(robot, request, {"cc", flags});
    ASSERT_TRUE(built.ok()) << built.messages;
    const tauforge_function* f = tauforge_find(&**built.model, "inverse_dynamics");
    ASSERT_NE(f, nullptr);
    functions::Computation<double> compute(robot.tree, robot.parameters);
    Random random(17);
    double off = 0.0, size = 0.0;
    for (int k = 0; k < 2000; ++k) {
      std::vector<double> q, qd, qdd;
      const auto rounded = [&](double bound) {
        return static_cast<double>(static_cast<float>(random.uniform(-bound, bound)));
      };
      for (int j = 0; j < 6; ++j) q.push_back(rounded(100)), qd.push_back(rounded(2)), qdd.push_back(rounded(5));
      const auto expected = compute(functions::Function::inverse_dynamics, {q, qd, qdd});
      std::vector<double> tau(6);
      tauforge_state x{};
      x.q = q.data(), x.qd = qd.data(), x.qdd = qdd.data();
      f->call(nullptr, &x, tau.data());
      for (std::size_t j = 0; j < 6; ++j) {
        off = std::max(off, std::abs(tau[j] - expected[j]));
        size = std::max(size, std::abs(expected[j]));
      }
    }
    EXPECT_LT(off, 6e-7 * size) << flags[0];  // five roundings; with rounded sums 3e-6
  }
}

}  // namespace
}  // namespace tauforge::tests
