// The bound of rounding errors holds on random robots, in float against double and in double against long double, and it
// is not far above what rounding really does.
#include "tauforge/expression/rounding_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tauforge/compiler/record_call.h"
#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using expression::Expr;
using expression::Operation;
using expression::Program;
using functions::Function;

// The program with every operation rounded to Real.
template <class Real> std::vector<Real> evaluated(const Program& program, const std::vector<double>& inputs) {
  const auto& graph = *program.graph;
  std::vector<Real> v(static_cast<std::size_t>(graph.size()));
  const auto at = [&](expression::NodeIndex i) -> Real& { return v[static_cast<std::size_t>(i)]; };
  std::size_t next = 0;
  for (const auto& argument : program.arguments)
    for (const auto node : argument.nodes) at(node) = static_cast<Real>(inputs[next++]);
  for (const auto i : reachable(program)) {
    const auto& n = graph.node(i);
    switch (n.op) {
      case Operation::input: break;
      case Operation::constant: at(i) = static_cast<Real>(n.value); break;
      case Operation::negate: at(i) = -at(n.a); break;
      case Operation::add: at(i) = at(n.a) + at(n.b); break;
      case Operation::subtract: at(i) = at(n.a) - at(n.b); break;
      case Operation::multiply: at(i) = at(n.a) * at(n.b); break;
      case Operation::divide: at(i) = at(n.a) / at(n.b); break;
      case Operation::sine: at(i) = std::sin(at(n.a)); break;
      case Operation::cosine: at(i) = std::cos(at(n.a)); break;
      case Operation::square_root: at(i) = std::sqrt(at(n.a)); break;
      case Operation::exponential: at(i) = std::exp(at(n.a)); break;
      case Operation::hyperbolic_tangent: at(i) = std::tanh(at(n.a)); break;
      case Operation::sign: at(i) = static_cast<Real>((at(n.a) > 0) - (at(n.a) < 0)); break;
    }
  }
  std::vector<Real> results;
  for (const auto& output : program.outputs)
    for (const auto node : output.nodes) results.push_back(at(node));
  return results;
}

// Of every result that rounding changed at all: its bound over what it is off by.
template <class Real, class Better>
std::vector<double> looseness(const Program& program, Random& random, int states, double unit) {
  const expression::RoundingBound bound(program);
  std::size_t size = 0;
  for (const auto& argument : program.arguments) size += argument.nodes.size();
  std::vector<double> ratios;
  for (int k = 0; k < states; ++k) {
    std::vector<double> inputs;
    for (std::size_t i = 0; i < size; ++i) inputs.push_back(static_cast<float>(random.uniform(-3, 3)));
    const auto rounded = bound(inputs, std::vector<double>(size, 0.0), unit);
    const auto got = evaluated<Real>(program, inputs);
    const auto truth = evaluated<Better>(program, inputs);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto off = static_cast<double>(std::abs(static_cast<Better>(got[i]) - truth[i]));
      // below the smallest normal number roundings are no longer relative
      if (off > static_cast<double>(std::numeric_limits<Real>::min())) ratios.push_back(rounded.bound[i] / off);
    }
  }
  return ratios;
}

Program program_of(const robot::Robot& robot, Function function) {
  compiler::Call call{{function}};
  compiler::Request request;
  request.calls = {call};
  return compiler::record_call(robot, request, call, {});
}

class RoundingBoundOf : public testing::TestWithParam<Function> {};

TEST_P(RoundingBoundOf, RandomRobotsIsNeverExceededAndNotFarAbove) {
  std::vector<double> in_float, in_double;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const RobotKind kind{.joints = 2 + static_cast<int>(seed) % 7, .tree = seed % 3 == 0, .floating = seed % 4 == 0};
    const Program program = program_of(random_robot(random, kind), GetParam());
    const auto single = looseness<float, double>(program, random, 20, 0x1p-24);
    const auto twice = looseness<double, long double>(program, random, 20, 0x1p-53);
    for (const auto* ratios : {&single, &twice})
      for (const double ratio : *ratios) ASSERT_GE(ratio, 1.0);
    in_float.insert(in_float.end(), single.begin(), single.end());
    in_double.insert(in_double.end(), twice.begin(), twice.end());
  }
  for (auto* ratios : {&in_float, &in_double}) {
    ASSERT_GT(ratios->size(), 100u);
    std::nth_element(ratios->begin(), ratios->begin() + static_cast<std::ptrdiff_t>(ratios->size() / 2), ratios->end());
    const double median = (*ratios)[ratios->size() / 2];
    RecordProperty(ratios == &in_float ? "median_float" : "median_double", std::to_string(median));
    EXPECT_LT(median, 200.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, RoundingBoundOf,
                         testing::Values(Function::inverse_dynamics, Function::mass_matrix, Function::forward_dynamics,
                                         Function::regressor),
                         [](const auto& tested) { return std::string(functions::info(tested.param).name); });

// (x + y) - x: a rounding at the sum and one at the difference, u |x + y| + u |y|.
TEST(RoundingBound, IsTheSumOverTheGraphOfDerivativesTimesRoundings) {
  Program program;
  const auto in = program.add_argument("x", 2, expression::Binding::fast, "");
  program.add_output("r", {(in[0] + in[1]) - in[0], in[0] * in[1] + in[1]}, "");
  const auto rounded = expression::RoundingBound(program)({1000.0, 3.0}, {0.0, 0.0}, 0x1p-53);
  EXPECT_NEAR(rounded.bound[0], 0x1p-53 * (1003.0 + 3.0), 1e-27);
  EXPECT_NEAR(rounded.bound[1], 0x1p-53 * (3000.0 + 3003.0), 1e-27);
}

// d(x / y) = dx / y - x dy / y^2
TEST(RoundingBound, CarriesTheErrorsOfInputs) {
  Program program;
  const auto in = program.add_argument("x", 2, expression::Binding::fast, "");
  program.add_output("r", {in[0] / in[1]}, "");
  const auto rounded = expression::RoundingBound(program)({8.0, 2.0}, {1e-3, 1e-4}, 0.0);
  EXPECT_NEAR(rounded.bound[0], 1e-3 / 2.0 + 8.0 * 1e-4 / 4.0, 1e-18);
}

// A chain of rotations keeps the length of what it turns, so its error grows with the number of joints and not with a
// power of |s| + |c|, as it would if bounds were carried from value to value.
TEST(RoundingBound, OfAChainOfRotationsGrowsNoFasterThanItsLength) {
  Program program;
  const auto q = program.add_argument("q", 60, expression::Binding::fast, "");
  Expr x(3.0), y(4.0);
  for (const Expr& angle : q) {
    const Expr turned = cos(angle) * x - sin(angle) * y;
    y = sin(angle) * x + cos(angle) * y, x = turned;
  }
  program.add_output("r", {x, y}, "");
  const std::vector<double> inputs(60, 0.785);
  const auto rounded = expression::RoundingBound(program)(inputs, std::vector<double>(60, 0.0), 0x1p-53);
  EXPECT_LT(rounded.bound[0], 60 * 20 * 5.0 * 0x1p-53);  // 1.41^60 is 1e9
}

}  // namespace
}  // namespace tauforge::tests
