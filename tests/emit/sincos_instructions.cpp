// The time of generated sines and cosines does not depend on the angles: callgrind counts the same instructions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tauforge/emit/sincos.h"
#include "tests/support/compile_c.h"

namespace tauforge::tests {
namespace {

// Only `measured` is counted: 100 sets of angles of the kind that the argument names.
std::string program(int count, bool single_precision, bool in_vectors) {
  const emit::SincosOptions options{"arm_sincos", count, single_precision, false, in_vectors};
  const std::string real = single_precision ? "float" : "double";
  std::string text = "#include <float.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n\n";
  text += emit::sincos_source(options);
  text += "\nenum { count = " + std::to_string(count) + ", room = " + std::to_string(emit::sincos_room(options)) +
          ", sets = 100 };\ntypedef " + real + " real;\n";
  return text + R"(
void measured(real a[sets][count], real s[sets][room], real c[sets][room]);
void measured(real a[sets][count], real s[sets][room], real c[sets][room])
{
  for (int k = 0; k < sets; ++k) arm_sincos(a[k], s[k], c[k]);
}

static real a[sets][count], s[sets][room], c[sets][room];

int main(int argc, char **argv)
{
  const char kind = argc > 1 ? argv[1][0] : '0';
  void (*volatile call)(real[sets][count], real[sets][room], real[sets][room]) = measured;
  srand(kind == 'r' ? 1 : 2);
  for (int k = 0; k < sets; ++k)
    for (int i = 0; i < count; ++i) {
      const real u = (real)rand() / (real)RAND_MAX;
      a[k][i] = kind == 'r' || kind == 's' ? (2 * u - 1) * (real)9999
              : kind == 'n' ? (real)atof("nan")
              : kind == 'd' ? (sizeof(real) == sizeof(float) ? (real)FLT_MIN : (real)DBL_MIN) * (u - 1)
              : 0;
    }
  call(a, s, c);
  printf("%g %g\n", (double)s[sets - 1][0], (double)c[0][count - 1]);
  return 0;
}
)";
}

class SincosInstructions : public testing::TestWithParam<const char*> {
 protected:
  void counts_the_same(const std::string& optimisation, int count, bool single_precision, bool in_vectors = false) {
    ScratchFolder folder;
    const Finished compiled =
        compile_c(folder, program(count, single_precision, in_vectors), GetParam(), {optimisation}, "program");
    ASSERT_EQ(compiled.status, 0) << compiled.output;
    std::string expected;
    for (const char* kind : {"random", "some_other_random", "zero", "denormal", "nan"}) {
      const Finished run = run_program({"valgrind", "--tool=callgrind", "--toggle-collect=measured",
                                        "--callgrind-out-file=" + folder.file("out"), folder.file("program"), kind});
      ASSERT_EQ(run.status, 0) << run.output;
      const std::size_t at = run.output.find("Collected : ");
      ASSERT_NE(at, std::string::npos) << run.output;
      const std::string collected = run.output.substr(at + 12, run.output.find('\n', at) - at - 12);
      ASSERT_GT(std::stoll(collected), 100 * count) << "the function was not seen";
      if (expected.empty()) expected = collected;
      EXPECT_EQ(collected, expected) << GetParam() << " " << optimisation << ", " << count << " angles, " << kind;
    }
  }
};

TEST_P(SincosInstructions, AreTheSameForRandomZeroDenormalAndNaNAngles) {
  if (!is_installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  if (!is_installed("valgrind")) GTEST_SKIP() << "valgrind is not installed";
  counts_the_same("-O0", 6, false);
  counts_the_same("-O2", 6, false);
  counts_the_same("-O3", 7, false);
  counts_the_same("-O2", 7, true);
  counts_the_same("-O0", 5, false, true);
  counts_the_same("-O2", 7, false, true);
  counts_the_same("-O2", 7, true, true);
}

INSTANTIATE_TEST_SUITE_P(Compilers, SincosInstructions, testing::Values("gcc", "clang"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace tauforge::tests
