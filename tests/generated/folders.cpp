// Folders as `tauforge generate` writes them: they compile everywhere, pass their own test, and need nothing but math.h.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/generated/generated_folder.h"

namespace tauforge::tests {
namespace {

struct Variant {
  std::string name, robot, prefix;
  std::vector<std::string> words;
};

void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

const std::vector<Variant> variants = {
    {"two_rate", "scara.toml", "scara", {"--effort", "50"}},
    {"every_run_time_input",
     "scara.toml",
     "scara",
     {"--effort", "50", "--run-time", "payload,gravity,inertias,friction", "--wrench", "--two-rate", "--batch",
      "--functions", "inverse_dynamics,mass_matrix+bias"}},
    {"single_precision",
     "scara.toml",
     "scara",
     {"--effort", "50", "--float", "--batch", "--two-rate", "--payload", "--functions",
      "inverse_dynamics,coefficients"}},
    {"batch",
     "scara.toml",
     "scara",
     {"--effort", "50", "--batch", "--functions", "inverse_dynamics,mass_matrix,regressor"}},
    {"floating_base",
     "scara.toml",
     "scara",
     {"--effort", "50", "--floating", "--functions", "inverse_dynamics,mass_matrix,jacobian"}},
    {"limbs",
     "../benchmarks/quadruped.toml",
     "quadruped",
     {"--effort", "50", "--functions", "inverse_dynamics,gravity"}},
};

const std::vector<Variant> long_variants = {
    {"every_function_libm",
     "scara.toml",
     "scara",
     {"--libm", "--effort", "50", "--functions",
      "inverse_dynamics,gravity,velocity_torque,bias,mass_matrix,coefficients,forward_dynamics,regressor,"
      "base_regressor,forward_kinematics,jacobian,coriolis_matrix,inverse_dynamics_derivatives,"
      "forward_dynamics_derivatives"}},
    {"limbs_libm_batch",
     "../benchmarks/quadruped.toml",
     "quadruped",
     {"--effort", "50", "--libm", "--batch", "--functions", "inverse_dynamics,velocity_torque"}},
    {"limbs_single_precision",
     "../benchmarks/quadruped.toml",
     "quadruped",
     {"--effort", "50", "--float", "--functions", "inverse_dynamics,bias"}},
    {"panda_two_rate", "panda.toml", "panda", {"--batch"}},
    {"panda_inertias",
     "panda.toml",
     "panda",
     {"--effort", "500", "--run-time", "inertias,gravity", "--functions", "inverse_dynamics,mass_matrix", "--batch"}},
    {"ur10e_single_precision",
     "ur10e.toml",
     "ur10e",
     {"--effort", "500", "--float", "--functions", "inverse_dynamics,forward_dynamics", "--batch", "--two-rate"}},
    {"stanford_wrench",
     "stanford.toml",
     "stanford",
     {"--effort", "500", "--wrench", "--payload", "--two-rate", "--functions", "inverse_dynamics,bias"}},
    {"puma560_exact", "puma560.toml", "puma560", {"--exact", "--libm", "--functions", "inverse_dynamics,regressor"}},
    {"specification", "puma260.dyn", "puma260", {}},
};

class GeneratedFolder : public ::testing::TestWithParam<Variant> {
 protected:
  void SetUp() override {
    const Finished generated = generate(GetParam().robot, folder(), GetParam().words);
    ASSERT_EQ(generated.status, 0) << generated.output;
  }
  std::string folder() const { return scratch_.file("made"); }
  std::string file(const std::string& ending) const { return folder() + "/" + GetParam().prefix + ending; }
  std::string out(const std::string& name) const { return scratch_.file(name); }

  void passes_its_self_test(const std::string& compiler, const std::vector<std::string>& flags) {
    if (!is_installed(compiler)) return;
    std::string shown = compiler;
    for (const auto& flag : flags) shown += " " + flag;
    SCOPED_TRACE(shown);
    const Finished built = compile_in(
        folder(), compiler, flags, {file(".c"), file("_model.c"), file("_selftest.c"), "-o", out("selftest"), "-lm"});
    ASSERT_EQ(built.status, 0) << built.output;
    const Finished run = run_program({out("selftest")});
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_NE(run.output.find("passed"), std::string::npos) << run.output;
  }

  void needs_math_only(const std::string& compiler, const std::vector<std::string>& flags) {
    if (!is_installed(compiler)) return;
    std::vector<std::string> more = {"-c", file(".c"), "-o", out("unit.o")};
    const Finished built = compile_in(folder(), compiler, flags, more);
    ASSERT_EQ(built.status, 0) << built.output;
    const Finished listed = run_program({"nm", "-u", out("unit.o")});
    ASSERT_EQ(listed.status, 0) << listed.output;
    // sincos: what gcc makes of sin and cos of one angle; the rest of a platform's default flags may add
    const std::set<std::string> allowed = {"sin",
                                           "cos",
                                           "sqrt",
                                           "fabs",
                                           "exp",
                                           "tanh",
                                           "sinf",
                                           "cosf",
                                           "sqrtf",
                                           "fabsf",
                                           "expf",
                                           "tanhf",
                                           "sincos",
                                           "sincosf",
                                           "__stack_chk_fail",
                                           "_GLOBAL_OFFSET_TABLE_"};
    std::istringstream words(listed.output);
    for (std::string word; words >> word;) EXPECT_TRUE(word == "U" || allowed.count(word)) << compiler << ": " << word;
  }

 private:
  ScratchFolder scratch_;
};

TEST_P(GeneratedFolder, PassesItsSelfTestWhateverTheFlags) {
  for (const char* compiler : {"gcc", "clang"}) {
    passes_its_self_test(compiler, {"-O0"});
    passes_its_self_test(compiler, {"-O2"});
    passes_its_self_test(compiler, {"-Ofast"});
    passes_its_self_test(compiler, {"-O3", "-march=native"});
    if (HasFatalFailure()) return;
  }
  const Finished example =
      compile_in(folder(), "gcc", {"-O1"}, {file(".c"), file("_example.c"), "-o", out("example"), "-lm"});
  ASSERT_EQ(example.status, 0) << example.output;
  EXPECT_EQ(run_program({out("example")}).status, 0);
  if (!is_installed("clang")) GTEST_SKIP() << "clang is not installed: gcc alone was tried";
}

TEST_P(GeneratedFolder, NeedsNothingBeyondMathFunctions) {
  for (const char* compiler : {"gcc", "clang"}) needs_math_only(compiler, {"-O2"});
}

TEST_P(GeneratedFolder, CompilesForOtherMachines) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> machines = {
      {"aarch64-linux-gnu-gcc", {"-O1"}},
      {"arm-none-eabi-gcc", {"-O1", "-mcpu=cortex-m7", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv5-d16"}}};
  std::string missing;
  for (const auto& [compiler, flags] : machines) {
    if (!is_installed(compiler)) {
      missing += compiler + " ";
      continue;
    }
    for (const char* ending : {".c", "_model.c", "_selftest.c", "_example.c"}) {
      const Finished built = compile_in(folder(), compiler, flags, {"-c", file(ending), "-o", out("unit.o")});
      EXPECT_EQ(built.status, 0) << compiler << " " << ending << "\n" << built.output;
    }
  }
  if (!missing.empty()) GTEST_SKIP() << "not installed: " << missing;
}

std::string name_of(const ::testing::TestParamInfo<Variant>& tested) { return tested.param.name; }

INSTANTIATE_TEST_SUITE_P(Variants, GeneratedFolder, ::testing::ValuesIn(variants), name_of);

using GeneratedFolderLong = GeneratedFolder;
TEST_P(GeneratedFolderLong, PassesItsSelfTestAndCompilesEverywhere) {
  for (const char* compiler : {"gcc", "clang"}) {
    for (const char* level : {"-O0", "-O1", "-O2", "-O3", "-Os", "-Ofast"}) passes_its_self_test(compiler, {level});
    passes_its_self_test(compiler, {"-O3", "-march=native"});
    passes_its_self_test(compiler, {"-O3", "-march=native", "-ffp-contract=fast"});
    passes_its_self_test(compiler, {"-Ofast", "-march=native"});
    needs_math_only(compiler, {"-O2"});
    needs_math_only(compiler, {"-O3", "-march=native"});
  }
  for (const char* compiler : {"aarch64-linux-gnu-gcc", "arm-none-eabi-gcc"})
    for (const char* ending : {".c", "_model.c", "_selftest.c", "_example.c"})
      if (is_installed(compiler)) {
        const Finished built = compile_in(folder(), compiler, {"-O2"}, {"-c", file(ending), "-o", out("unit.o")});
        EXPECT_EQ(built.status, 0) << compiler << " " << ending << "\n" << built.output;
      }
}
INSTANTIATE_TEST_SUITE_P(Variants, GeneratedFolderLong, ::testing::ValuesIn(long_variants), name_of);

}  // namespace
}  // namespace tauforge::tests
