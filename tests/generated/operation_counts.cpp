// The counts that the program prints are the counts of the C that it writes: an independent counter reads the text.
#include <gtest/gtest.h>

#include <filesystem>

#include "tauforge/files/read_robot.h"
#include "tests/generated/built_model.h"
#include "tests/generated/c_counter.h"
#include "tests/support/values.h"

namespace tauforge::tests {
namespace {

using functions::Function;

robot::Robot robot_at(const std::string& name) {
  auto loaded = files::load_robot(TAUFORGE_SOURCE_DIR "/robots/" + name + ".toml");
  EXPECT_TRUE(loaded.ok()) << name;
  return loaded.take().robot;
}

void expect_counts_of_the_text(const robot::Robot& robot, const compiler::Request& request) {
  compiler::CompiledModel model = compiler::compile(robot, request);
  model.unit.prefix = "arm";
  model.unit.style.sincos = "arm_sincos";
  const std::string text = emit::c_source(model.unit);
  for (const auto& report : model.reports) {
    const CCount found = count_c_function(text, "arm_" + report.name);
    EXPECT_EQ(found.problem, "") << robot.name << " " << report.name;
    EXPECT_EQ(found.multiplications, report.run.multiplications) << robot.name << " " << report.name;
    EXPECT_EQ(found.additions, report.run.additions) << robot.name << " " << report.name;
    EXPECT_EQ(found.sines_or_cosines, report.trigonometry.sines + report.trigonometry.cosines) << report.name;
  }
}

compiler::Request torques(int evaluations) {
  compiler::Request request;
  request.calls = {{{Function::inverse_dynamics}}, {{Function::coefficients}}, {{Function::velocity_torque}}};
  request.evaluations = evaluations;
  return request;
}

TEST(CCounter, CountsByTheCustomisedConvention) {
  const std::string file = R"(
#include <math.h>
#define K1 3.25
void f(const double q[3], double y[2])
{
  double angle[1], sine[1], cosine[1];
  const double t1 = q[0] + q[1];          /* 1 addition: sums of angles count * + - */
  angle[0] = t1;
  arm_sincos1(angle, sine, cosine);
  (void)q;
  const double S1 = sine[0];
  const double t2 = -(q[0] * q[1]) - -K1; /* 1 multiplication, 1 addition: signs are free */
  const double t3 = 2.0 * t2 + t2 * 2.0;  /* 3 additions */
  const double t4 = t3 / q[2] * S1;       /* 2 multiplications */
  const double t5 = sign_of(q[2]) * 1e-12; /* 2 multiplications */
  y[0 + 1 * 0] = sqrt(t4) - t5;           /* 1 and 1: indices do not count */
  y[1] = -S1 * -(2.0 - t1);               /* 1 and 1 */
}
void g(void)
{
  const double no = 1.0 + 1.0;
}
)";
  const CCount found = count_c_function(file, "f");
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(found.multiplications, 1 + 2 + 2 + 1 + 1);
  EXPECT_EQ(found.additions, 1 + 1 + 3 + 1 + 1);
  EXPECT_EQ(found.sines_or_cosines, 1);
  EXPECT_NE(count_c_function(file, "h").problem, "");
  EXPECT_NE(count_c_function("\nvoid f(void)\n{\n  x = y +;\n}\n", "f").problem, "");
  EXPECT_NE(count_c_function("\nvoid f(void)\n{\n  x = malloc(3);\n}\n", "f").problem, "");
}

// Lane by lane below: a b (one product), c d + a b + a (two), b c (one), 0.
TEST(CCounter, CountsWhatLanesAddButNotTheZerosOfTheirTables) {
  const std::string file = R"(
void f(const double x[4], double y[4])
{
  const double a = x[0];
  const double b = x[1];
  const double c = x[2];
  const double F1[4] = {0.0, -(x[0] + x[3]), b, 0.0f}; /* 1 addition */
  const double F2[4] = {a, -a, 0.0, 0.0};                   /* b * a is one product for two lanes */
  const double F3[4] = {0.0, a, 0.0, 0.0};
  for (int k = 0; k < 4; ++k) y[0 + k] = -c * F1[k] + b * F2[k] - F3[k];
}
)";
  const CCount found = count_c_function(file, "f");
  EXPECT_EQ(found.problem, "");
  EXPECT_EQ(found.multiplications, 3);
  EXPECT_EQ(found.additions, 1 + 2);
  EXPECT_NE(count_c_function("\nvoid f(void)\n{\n  for (int k = 0; k < 4; ++k) y[k] = F[k];\n}\n", "f").problem, "");
}

class OperationCounts : public ::testing::TestWithParam<std::string> {};

TEST_P(OperationCounts, AreThoseOfTheEmittedText) { expect_counts_of_the_text(robot_at(GetParam()), torques(300)); }

std::vector<std::string> counted_robots() {
  std::vector<std::string> names = {"puma560", "puma260", "panda", "ur10e", "rx90", "stanford"};
  for (const auto& entry : std::filesystem::directory_iterator(TAUFORGE_SOURCE_DIR "/robots/counting"))
    if (entry.path().extension() == ".toml") names.push_back("counting/" + entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string word_of(const ::testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  for (char& c : name)
    if (c == '/') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Robots, OperationCounts, ::testing::ValuesIn(counted_robots()), word_of);

class OperationCountsLong : public ::testing::TestWithParam<std::string> {};

TEST_P(OperationCountsLong, AreThoseOfTheEmittedTextWithTheWholeSearch) {
  expect_counts_of_the_text(robot_at(GetParam()), torques(compiler::Request{}.evaluations));
}

INSTANTIATE_TEST_SUITE_P(Robots, OperationCountsLong, ::testing::ValuesIn(counted_robots()), word_of);

TEST(OperationCounts, AreThoseOfTheEmittedTextForEveryFunctionAndBothRates) {
  const robot::Robot robot = robot_at("scara");
  compiler::Request request;
  request.evaluations = 100;
  request.two_rate = true;
  for (const auto& info : functions::function_list()) request.calls.push_back({{info.function}});
  request.calls.push_back({{Function::mass_matrix, Function::bias}});
  expect_counts_of_the_text(robot, request);
  request.exact = request.libm = true;
  expect_counts_of_the_text(robot, request);
}

// What is left for the synchronous task of a general arm: six multiplications and six additions per joint.  [IHPH92]
TEST(OperationCounts, OfTheSynchronousTaskAreSixAndSixPerJoint) {
  compiler::Request request;
  request.evaluations = 100;
  request.two_rate = true;
  const robot::Robot robot = robot_at("counting/general6r");
  expect_counts_of_the_text(robot, request);
  for (const auto& report : compiler::compile(robot, request).reports)
    if (report.name == "synchronous") {
      EXPECT_EQ(report.run.multiplications, 36);
      EXPECT_EQ(report.run.additions, 36);
      return;
    }
  FAIL() << "no synchronous function";
}

TEST(OperationCounts, AreThoseOfTheEmittedTextWhereResultsAreComputedSideBySide) {
  for (const char* name : {"puma560", "panda", "ur10e"}) {
    compiler::Request request;
    request.rigid = true;
    request.calls = {{{Function::regressor}}};
    expect_counts_of_the_text(robot_at(name), request);
  }
}

TEST(OperationCounts, AreThoseOfTheEmittedTextWithRunTimeInputs) {
  for (const char* name : {"scara", "puma260", "stanford"}) {
    compiler::Request request = torques(100);
    request.two_rate = request.wrench = true;
    request.run_time.payload = true;
    expect_counts_of_the_text(robot_at(name), request);
    request.run_time = {true, true, true, true};
    expect_counts_of_the_text(robot_at(name), request);
  }
}

}  // namespace
}  // namespace tauforge::tests
