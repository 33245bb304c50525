// With exact passes alone, generated C equals the double templates: ==, every function, every robot of robots/.
#include <gtest/gtest.h>

#include "tests/generated/built_model.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

const std::vector<std::string> flags = {"-O2", "-ffp-contract=off"};

compiler::Request exact_request(const robot::Robot& robot, bool derivatives) {
  compiler::Request request;
  request.exact = request.libm = true;
  for (const auto& info : functions::function_list()) {
    const bool is_large = info.function == functions::Function::inverse_dynamics_derivatives ||
                          info.function == functions::Function::forward_dynamics_derivatives;
    if (functions::why_not(info.function, robot.tree).empty() && (derivatives || !is_large))
      request.calls.push_back({{info.function}});
  }
  return request;
}

void expect_equal(const robot::Robot& robot, const compiler::Request& request, const std::string& compiler,
                  int states) {
  if (!is_installed(compiler)) GTEST_SKIP() << compiler << " is not installed";
  const BuiltModel built(robot, request, {compiler, flags});
  ASSERT_TRUE(built.ok()) << built.messages;
  const tauforge_model& model = **built.model;
  std::vector<std::max_align_t> constants(model.constants_size / sizeof(std::max_align_t) + 1);
  for (std::size_t index = 0; index < built.compiled.unit.functions.size(); ++index) {
    const std::string& name = built.compiled.unit.functions[index].name;
    SCOPED_TRACE(name);
    const tauforge_function* f = tauforge_find(&model, name.c_str());
    ASSERT_NE(f, nullptr);
    std::mt19937 random(7);
    for (int k = 0; k < states; ++k) {
      SCOPED_TRACE("state " + std::to_string(k));
      const emit::SelfTestCase c = compiler::reference_case(robot, request, built.compiled, index, random);
      ASSERT_EQ(f->results, c.expected.size());
      if (model.setup) {
        const tauforge_run_time inputs{c.payload.data(), c.gravity.data(), c.inertias.data(), c.friction.data()};
        model.setup(&inputs, constants.data());
      }
      std::vector<double> result(f->results, -1.0);
      const tauforge_state x = state_of(c);
      f->call(constants.data(), &x, result.data());
      ASSERT_EQ(result, c.expected);
    }
  }
}

class ExactCode : public ::testing::TestWithParam<const char*> {};

TEST_P(ExactCode, EqualsTheTemplatesInEveryFunctionOfAScara) {
  const robot::Robot robot = robot_in_folder("scara");
  expect_equal(robot, exact_request(robot, true), GetParam(), 100);
}

TEST_P(ExactCode, EqualsTheTemplatesWithEveryRunTimeInput) {
  const robot::Robot robot = robot_in_folder("scara");
  compiler::Request request = exact_request(robot, false);
  request.run_time = {true, true, true, true};
  request.wrench = true;
  expect_equal(robot, request, GetParam(), 100);
}

TEST_P(ExactCode, EqualsTheTemplatesWhenFunctionsShareTheirWork) {
  using functions::Function;
  const robot::Robot robot = robot_in_folder("puma260");
  compiler::Request request;
  request.exact = request.libm = true;
  request.calls = {{{Function::mass_matrix, Function::bias}}, {{Function::gravity, Function::velocity_torque}}};
  expect_equal(robot, request, GetParam(), 100);
}

INSTANTIATE_TEST_SUITE_P(Compilers, ExactCode, ::testing::Values("gcc", "clang"),
                         [](const auto& tested) { return std::string(tested.param); });

class ExactCodeLong : public ::testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(ExactCodeLong, EqualsTheTemplatesInEveryFunction) {
  const auto& [name, compiler] = GetParam();
  const robot::Robot robot = robot_in_folder(name);
  expect_equal(robot, exact_request(robot, true), compiler, 200);
}

INSTANTIATE_TEST_SUITE_P(Robots, ExactCodeLong,
                         ::testing::Combine(::testing::ValuesIn(robot_names()), ::testing::Values("gcc", "clang")),
                         [](const auto& tested) {
                           return std::get<0>(tested.param) + "_" + std::get<1>(tested.param);
                         });

}  // namespace
}  // namespace tauforge::tests
