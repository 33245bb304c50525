// What the passes tell about themselves: each once, in the order of the list, and no more operations than it admits.
#include "tauforge/compiler/pass_trace.h"

#include <gtest/gtest.h>

#include "tauforge/compiler/compile.h"
#include "tauforge/files/read_robot.h"

namespace tauforge::tests {
namespace {

using compiler::Pass;
using compiler::PassRecord;
using functions::Function;

robot::Robot robot_at(const std::string& path) {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/" + path).take().robot;
}

compiler::Request little_effort(const std::vector<Function>& functions) {
  compiler::Request request;
  for (const Function f : functions) request.calls.push_back({{f}});
  request.evaluations = 20;
  return request;
}

std::vector<PassRecord> traced(const robot::Robot& robot, const compiler::Request& request) {
  std::vector<PassRecord> records;
  compile(robot, request, {.pass = [&](const PassRecord& record) { records.push_back(record); }});
  return records;
}

void expect_the_list(const std::vector<PassRecord>& records, const std::vector<std::string>& functions) {
  const auto list = compiler::pass_list();
  ASSERT_EQ(records.size(), functions.size() * list.size());
  for (std::size_t k = 0; k < records.size(); ++k) {
    const PassRecord& record = records[k];
    const compiler::PassInfo& info = list[k % list.size()];
    SCOPED_TRACE(record.function + " " + info.name);
    EXPECT_EQ(record.function, functions[k / list.size()]);
    EXPECT_EQ(record.pass, info.pass);
    EXPECT_GE(record.milliseconds, 0.0);
    if (info.pass == Pass::plan) continue;
    ASSERT_TRUE(record.size);
    EXPECT_GT(record.size->live_values, 0);
    EXPECT_GT(record.size->bytes, 0u);
    const auto& before = records[k - 1].size;
    if (before && !info.adds_operations) {
      EXPECT_LE(record.size->operations.total(), before->operations.total());
    }
  }
}

TEST(PassTrace, TellsEveryPassOfTheListInItsOrder) {
  auto request = little_effort({Function::inverse_dynamics, Function::mass_matrix});
  request.two_rate = true;
  const std::vector<std::string> functions = {"inverse_dynamics", "mass_matrix", "background", "synchronous"};
  expect_the_list(traced(robot_at("robots/puma560.toml"), request), functions);
  request.run_time.payload = request.batch = request.single_precision = true;
  expect_the_list(traced(robot_at("robots/scara.toml"), request), functions);
}

TEST(PassTrace, TellsOfLimbsThatAreRolled) {
  const auto records = traced(robot_at("benchmarks/quadruped.toml"), little_effort({Function::inverse_dynamics}));
  expect_the_list(records, {"inverse_dynamics"});
  const auto& drop = records[static_cast<std::size_t>(Pass::drop)];
  const auto& roll = records[static_cast<std::size_t>(Pass::roll)];
  EXPECT_TRUE(roll.ran);
  EXPECT_LT(roll.size->bytes, drop.size->bytes);
}

TEST(PassTrace, SaysWhichPassesAnExactRequestLeavesOut) {
  auto request = little_effort({Function::inverse_dynamics});
  request.exact = true;
  const auto records = traced(robot_at("robots/scara.toml"), request);
  expect_the_list(records, {"inverse_dynamics"});
  for (const Pass pass : {Pass::plan, Pass::factor, Pass::order, Pass::drop, Pass::roll})
    EXPECT_FALSE(records[static_cast<std::size_t>(pass)].ran) << static_cast<int>(pass);
  EXPECT_TRUE(records[static_cast<std::size_t>(Pass::record)].ran);
}

TEST(PassTrace, ChangesNothingInTheCode) {
  const robot::Robot robot = robot_at("robots/scara.toml");
  const auto request = little_effort({Function::inverse_dynamics});
  EXPECT_EQ(emit::c_source(compile(robot, request).unit),
            emit::c_source(compile(robot, request, {.pass = [](const PassRecord&) {}}).unit));
}

TEST(PassList, HasEveryPassAtItsPlace) {
  const auto list = compiler::pass_list();
  ASSERT_EQ(list.size(), static_cast<std::size_t>(Pass::emit) + 1);
  for (std::size_t k = 0; k < list.size(); ++k) EXPECT_EQ(static_cast<std::size_t>(list[k].pass), k);
}

}  // namespace
}  // namespace tauforge::tests
