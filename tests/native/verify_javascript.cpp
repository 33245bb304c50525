// Generated JavaScript, run by Node, against the templates.
#include "tauforge/native/verify_javascript.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tauforge/compiler/two_rate.h"
#include "tauforge/emit/javascript_source.h"
#include "tauforge/functions/function.h"
#include "tauforge/native/run_program.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using compiler::Request;
using functions::Function;

constexpr double close = 1e-12;  // of the largest result

class JavaScript : public testing::Test {
 protected:
  void SetUp() override {
    if (native::run_program({native::node_program, "--version"}).ok()) return;
    const char* ci = std::getenv("CI");
    if (ci && std::string(ci) == "true") FAIL() << "there is no node";
    GTEST_SKIP() << "there is no node";
  }
};

Request request_for(const robot::Robot& robot) {
  Request request;
  for (const auto& info : functions::function_list())
    if (functions::is_available(info.function, robot.tree) && info.function != Function::base_regressor)
      request.calls.push_back({{info.function}});
  return request;
}

void expect_equal(const robot::Robot& robot, const Request& request, int states) {
  compiler::CompiledModel model = compiler::compile(robot, request);
  model.unit.prefix = "robot";
  const auto checks = native::verify_javascript(robot, request, model, emit::javascript_module(model.unit), states);
  ASSERT_TRUE(checks.ok()) << robot.name << ": " << to_text(checks.findings()[0]);
  ASSERT_EQ(checks.value().size(), model.unit.functions.size());
  for (const auto& check : checks.value()) {
    EXPECT_LE(check.deviation, close) << robot.name << ": " << check.name;
    EXPECT_TRUE(check.ok()) << robot.name << ": " << check.name;
  }
}

TEST_F(JavaScript, EqualsTheTemplatesOfEveryRobot) {
  for (const std::string& name : robot_names()) {
    const robot::Robot robot = robot_in_folder(name);
    Request request = request_for(robot);
    request.exact = true;
    expect_equal(robot, request, 1000);
  }
}

TEST_F(JavaScript, EqualsThemWithWhatComesAtRunTimeAndAtTwoRates) {
  for (const char* name : {"puma560", "stanford"}) {
    const robot::Robot robot = robot_in_folder(name);
    Request request;
    request.exact = true;
    request.calls = {{{Function::inverse_dynamics}}, {{Function::gravity, Function::mass_matrix}}};
    request.run_time = {true, true, true, true};
    expect_equal(robot, request, 1000);
    request = {};
    request.evaluations = 10;
    request.two_rate = true;
    compiler::add_two_rate_calls(request);
    expect_equal(robot, request, 1000);
  }
}

TEST_F(JavaScript, ThatIsWrongIsNoticed) {
  const robot::Robot robot = robot_in_folder("puma560");
  Request request;
  request.exact = true;
  request.calls = {{{Function::gravity}}};
  compiler::CompiledModel model = compiler::compile(robot, request);
  model.unit.prefix = "robot";
  const std::string good = emit::javascript_module(model.unit);
  const std::size_t at = good.find("const K1 = ");
  ASSERT_NE(at, std::string::npos);
  std::string off = good;
  off.insert(good.find(';', at), " + 1e-6");
  const auto checks = native::verify_javascript(robot, request, model, off, 20);
  ASSERT_TRUE(checks.ok());
  EXPECT_FALSE(checks.value()[0].ok());
  const auto stopped = native::verify_javascript(robot, request, model, good + "throw 1;", 20);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.findings()[0].code, "verification-impossible");
}

}  // namespace
}  // namespace tauforge::tests
