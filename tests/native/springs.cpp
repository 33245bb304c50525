// Generated code of an arm with springs, in every language that is verified.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tauforge/emit/javascript_source.h"
#include "tauforge/native/run_program.h"
#include "tauforge/native/verified_code.h"
#include "tauforge/native/verify_javascript.h"
#include "tests/support/counterbalanced_arm.h"

namespace tauforge::tests {
namespace {

using functions::Function;

compiler::Request every_function(const robot::Robot& robot) {
  compiler::Request request;
  for (const auto& info : functions::function_list())
    if (functions::is_available(info.function, robot.tree)) request.calls.push_back({{info.function}});
  request.evaluations = 30;
  return request;
}

TEST(SpringsInCode, AreVerifiedInEveryFunction) {
  const robot::Robot robot = counterbalanced_arm();
  for (const bool single : {false, true}) {
    compiler::Request request = every_function(robot);
    request.single_precision = single;
    request.two_rate = true, request.observer = true;
    const auto result =
        native::verified_code(robot, request, {.files = {}, .build = {}, .states = 200, .timed = false});
    ASSERT_TRUE(result.ok()) << result.findings().back().message;
    for (const auto& check : result.value().checks) EXPECT_TRUE(check.ok()) << check.name;
    std::string text;
    for (const auto& file : result.value().files)
      if (file.name == "counterbalanced.c") text = file.text;
    EXPECT_NE(text.find("of the counterbalance of shoulder"), std::string::npos) << "constants say what they are";
  }
}

TEST(SpringsInCode, AreThereForCasadi) {
  compiler::Request request;
  request.calls = {{{Function::inverse_dynamics}}, {{Function::forward_dynamics}}};
  request.evaluations = 30;
  native::CodeOptions options{.files = {}, .build = {}, .states = 50, .timed = false};
  options.files.casadi = true;
  const auto result = native::verified_code(counterbalanced_arm(), request, options);
  ASSERT_TRUE(result.ok()) << result.findings().back().message;
  ASSERT_TRUE(result.value().casadi.has_value());
  EXPECT_TRUE(result.value().casadi->ok());
}

TEST(SpringsInCode, AreThereInJavaScript) {
  if (!native::run_program({native::node_program, "--version"}).ok()) GTEST_SKIP() << "there is no node";
  const robot::Robot robot = counterbalanced_arm();
  compiler::Request request;
  request.calls = {{{Function::inverse_dynamics}}, {{Function::gravity}}, {{Function::forward_dynamics}}};
  request.exact = true;
  compiler::CompiledModel model = compiler::compile(robot, request);
  model.unit.prefix = "robot";
  const auto checks = native::verify_javascript(robot, request, model, emit::javascript_module(model.unit), 200);
  ASSERT_TRUE(checks.ok());
  for (const auto& check : checks.value()) EXPECT_TRUE(check.ok()) << check.name;
}

TEST(SpringsInCode, AreAnotherRobotThanWithout) {
  const robot::Robot robot = counterbalanced_arm();
  robot::Robot other = robot, moved = robot;
  other.parameters.spring[0].stiffness += 1;
  moved.tree.springs[1].joint = 0;
  EXPECT_NE(compiler::source_hash(robot), compiler::source_hash(other));
  EXPECT_NE(compiler::source_hash(robot), compiler::source_hash(moved));
}

}  // namespace
}  // namespace tauforge::tests
