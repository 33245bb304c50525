// Generated code takes the same instructions whatever the numbers are: nothing in it branches on a value.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/generated/generated_folder.h"

namespace tauforge::tests {
namespace {

// Only `measured` is counted: 10,000 states of the kind that the argument names.
constexpr const char* driver = R"(
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include "arm.h"

enum { n = JOINTS, positions = POSITIONS, states = 10000 };
static double q[states][positions], qd[states][n], qdd[states][n], tau[states][n];

void measured(void);
void measured(void)
{
  int k;
  for (k = 0; k < states; ++k) arm_inverse_dynamics(q[k], qd[k], qdd[k], tau[k]);
}

static double number(char kind, double bound)
{
  const double u = 2.0 * rand() / (double)RAND_MAX - 1.0;
  return kind == 'r' ? bound * u : kind == 'n' ? atof("nan") : kind == 'd' ? DBL_MIN * (u / 2.0) : 0.0;
}

int main(int argc, char **argv)
{
  const char kind = argc > 1 ? argv[1][0] : 'z';
  void (*volatile call)(void) = measured;
  int k, i;
  for (k = 0; k < states; ++k) {
    for (i = 0; i < positions; ++i) q[k][i] = number(kind, 9999.0);
    for (i = 0; i < n; ++i) {
      qd[k][i] = number(kind, 10.0);
      qdd[k][i] = number(kind, 100.0);
    }
  }
  call();
  printf("%g\n", tau[states - 1][0]);
  return 0;
}
)";

class Instructions : public ::testing::TestWithParam<std::string> {
 protected:
  void are_the_same(const std::string& robot, int joints, int positions, const std::vector<std::string>& flags) {
    const ScratchFolder scratch;
    const std::string folder = scratch.file("made");
    const Finished generated = generate(
        robot, folder, {"--prefix", "arm", "--functions", "inverse_dynamics", "--effort", "50", "--no-verify"});
    ASSERT_EQ(generated.status, 0) << generated.output;
    std::ofstream(folder + "/driver.c") << driver;
    std::vector<std::string> all = flags;
    all.push_back("-DJOINTS=" + std::to_string(joints));
    all.push_back("-DPOSITIONS=" + std::to_string(positions));
    const Finished built = compile_in(folder, GetParam(), all,
                                      {folder + "/arm.c", folder + "/driver.c", "-o", scratch.file("driver"), "-lm"});
    ASSERT_EQ(built.status, 0) << built.output;
    std::string expected;
    for (const char* kind : {"random", "zero", "denormal", "nan"}) {
      const Finished run = run_program({"valgrind", "--tool=callgrind", "--toggle-collect=measured",
                                        "--callgrind-out-file=" + scratch.file("out"), scratch.file("driver"), kind});
      ASSERT_EQ(run.status, 0) << run.output;
      const std::size_t at = run.output.find("Collected : ");
      ASSERT_NE(at, std::string::npos) << run.output;
      const std::string collected = run.output.substr(at + 12, run.output.find('\n', at) - at - 12);
      ASSERT_GT(std::stoll(collected), 10000 * 30) << "the function was not seen";
      if (expected.empty()) expected = collected;
      EXPECT_EQ(collected, expected) << robot << ", " << GetParam() << ", " << kind;
    }
  }
};

// The robot has Coulomb friction: the sign of a velocity is no branch.
TEST_P(Instructions, AreTheSameForRandomZeroDenormalAndNaNStates) {
  if (!is_installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  if (!is_installed("valgrind")) GTEST_SKIP() << "valgrind is not installed";
  are_the_same("puma260.toml", 6, 6, {"-O2"});
}

TEST_P(Instructions, AreTheSameWhereLimbsAreSideBySide) {
  if (!is_installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  if (!is_installed("valgrind")) GTEST_SKIP() << "valgrind is not installed";
  are_the_same("../benchmarks/quadruped.toml", 18, 19, {"-O2"});
}

INSTANTIATE_TEST_SUITE_P(Compilers, Instructions, ::testing::Values("gcc", "clang"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace tauforge::tests
