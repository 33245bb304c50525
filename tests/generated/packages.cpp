// A generated folder as a part of somebody else's build: whatever the robot is called, added, installed, found, and with
// compilers that are no relatives of gcc.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/generated/generated_folder.h"
#include "tests/generated/pendulum.h"

namespace tauforge::tests {
namespace {

namespace fs = std::filesystem;

Finished configure(const std::string& source, const std::string& build, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"cmake", "-S", source, "-B", build};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

class NamedRobot : public ::testing::TestWithParam<const char*> {};

// Names of targets, of libraries and of headers that the generated code itself includes.
TEST_P(NamedRobot, ConfiguresBuildsAndPassesItsTest) {
  const ScratchFolder scratch;
  const std::string robot = scratch.file("robot.toml"), folder = scratch.file("made"), build = scratch.file("build");
  std::ofstream(robot) << pendulum_named(GetParam());
  const Finished generated = run_program({TAUFORGE_BINARY_DIR "/tauforge", "generate", robot, "-o", folder, "--quiet",
                                          "--functions", "inverse_dynamics", "--language", "c,c++"});
  ASSERT_EQ(generated.status, 0) << generated.output;
  const Finished configured = configure(folder, build);
  ASSERT_EQ(configured.status, 0) << configured.output;
  const Finished built = run_program({"cmake", "--build", build});
  ASSERT_EQ(built.status, 0) << built.output;
  const Finished tested = run_program({"ctest", "--test-dir", build});
  EXPECT_NE(tested.output.find("100% tests passed, 0 tests failed out of 1"), std::string::npos) << tested.output;
}

INSTANTIATE_TEST_SUITE_P(Reserved, NamedRobot,
                         ::testing::Values("test", "all", "install", "m", "math", "stdio", "call", "tauforge", "class"),
                         [](const auto& tested) { return std::string(tested.param); });

class Package : public ::testing::Test {
 protected:
  void SetUp() override {
    const Finished generated = generate(
        "scara.toml", folder(),
        {"--effort", "50", "--no-verify", "--functions", "inverse_dynamics,gravity", "--language", "c,c++", "--batch"});
    ASSERT_EQ(generated.status, 0) << generated.output;
    fs::create_directories(file("user"));
    std::ofstream(file("user/main.cpp")) << R"(
#include "scara.hpp"
#include "tauforge/model.h"
extern "C" const tauforge_model scara_model;
int main() {
  const std::array<double, 4> still{};
  const auto tau = scara::inverse_dynamics(still, still, still).tau;
  const auto g = scara::gravity(still).g;
  for (int i = 0; i < 4; ++i)
    if (!(tau[i] - g[i] < 1e-9 && g[i] - tau[i] < 1e-9)) return 1;
  return tauforge_find(&scara_model, "gravity") != nullptr && g[2] != 0.0 ? 0 : 2;
}
)";
  }
  std::string file(const std::string& name) const { return scratch_.file(name); }
  std::string folder() const { return file("made"); }

  // A project that gets the library by `line` and links what the package calls it.
  void builds_and_runs(const std::string& line, const std::vector<std::string>& options) const {
    std::ofstream(file("user/CMakeLists.txt"))
        << "cmake_minimum_required(VERSION 3.16)\nproject(user LANGUAGES C CXX)\n"
        << line << "\nadd_executable(user main.cpp)\n"
        << "target_link_libraries(user PRIVATE scara::scara)\n";
    const Finished configured = configure(file("user"), file("user/build"), options);
    ASSERT_EQ(configured.status, 0) << configured.output;
    const Finished built = run_program({"cmake", "--build", file("user/build")});
    ASSERT_EQ(built.status, 0) << built.output;
    EXPECT_EQ(run_program({file("user/build/user")}).status, 0);
  }

 private:
  ScratchFolder scratch_;
};

TEST_F(Package, IsInstalledAndFoundByAnOutsideProject) {
  const Finished configured =
      configure(folder(), file("build"), {"-DCMAKE_INSTALL_PREFIX=" + file("installed"), "-DSCARA_NATIVE=ON"});
  ASSERT_EQ(configured.status, 0) << configured.output;
  const Finished installed = run_program({"cmake", "--build", file("build"), "--target", "install"});
  ASSERT_EQ(installed.status, 0) << installed.output;
  fs::rename(file("installed"), file("elsewhere"));  // a package is not tied to where it was made
  fs::remove_all(folder());
  fs::remove_all(file("build"));
  builds_and_runs("find_package(scara CONFIG REQUIRED)", {"-DCMAKE_PREFIX_PATH=" + file("elsewhere")});
}

TEST_F(Package, IsAddedToAnotherProjectAsALibraryAlone) {
  builds_and_runs("enable_testing()\nadd_subdirectory(" + folder() + " scara)", {});
  for (const char* made : {"scara_example", "scara_selftest"})
    EXPECT_FALSE(fs::exists(file("user/build/scara/") + made)) << made;
  EXPECT_TRUE(fs::exists(file("user/build/scara/libscara.a")));
  const Finished installed = run_program({"cmake", "--install", file("user/build"), "--prefix", file("installed")});
  EXPECT_FALSE(fs::exists(file("installed/include"))) << installed.output;
  const Finished tests = run_program({"ctest", "--test-dir", file("user/build"), "-N"});
  EXPECT_NE(tests.output.find("Total Tests: 0"), std::string::npos) << tests.output;
}

TEST_F(Package, BuildsTheLibraryAloneWhenAsked) {
  const Finished configured =
      configure(folder(), file("build"), {"-DSCARA_BUILD_EXAMPLE=OFF", "-DSCARA_BUILD_TESTING=OFF"});
  ASSERT_EQ(configured.status, 0) << configured.output;
  const Finished built = run_program({"cmake", "--build", file("build")});
  ASSERT_EQ(built.status, 0) << built.output;
  EXPECT_TRUE(fs::exists(file("build/libscara.a")));
  for (const char* made : {"scara_example", "scara_selftest"}) EXPECT_FALSE(fs::exists(file("build/") + made)) << made;
}

struct Unrelated {
  std::string name, robot, prefix;
  std::vector<std::string> words;
};
class UnrelatedCompiler : public ::testing::TestWithParam<Unrelated> {};

// gcc that does not say it is gcc takes the paths of every other compiler; what uses extensions there is an error. The
// headers of the system are read before: those of glibc do not take gcc 12 for anything else.
TEST_P(UnrelatedCompiler, PassesTheSelfTest) {
  const ScratchFolder scratch;
  const std::string folder = scratch.file("made"), start = folder + "/" + GetParam().prefix;
  const Finished generated = generate(GetParam().robot, folder, GetParam().words);
  ASSERT_EQ(generated.status, 0) << generated.output;
  const std::string unsaid = scratch.file("unsaid.h");
  std::ofstream(unsaid) << "#include <math.h>\n#include <stddef.h>\n#include <stdio.h>\n#undef __GNUC__\n";
  for (const char* compiler : {"gcc", "clang", "tcc"}) {
    if (!is_installed(compiler)) continue;
    SCOPED_TRACE(compiler);
    std::vector<std::string> words = {compiler, "-std=c99", "-Wall", "-Werror", "-I", folder};
    if (std::string(compiler) != "tcc")
      words.insert(words.end(), {"-O2", "-pedantic-errors", "-Wextra", "-Wconversion", "-include", unsaid});
    for (const char* ending : {".c", "_model.c", "_selftest.c"}) words.push_back(start + ending);
    words.insert(words.end(), {"-o", scratch.file("selftest"), "-lm"});
    const Finished built = run_program(words);
    ASSERT_EQ(built.status, 0) << built.output;
    const Finished run = run_program({scratch.file("selftest")});
    EXPECT_EQ(run.status, 0) << run.output;
    EXPECT_NE(run.output.find("passed"), std::string::npos) << run.output;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Variants, UnrelatedCompiler,
    ::testing::Values(Unrelated{"every_stage",
                                "scara.toml",
                                "scara",
                                {"--effort", "50", "--no-verify", "--run-time", "payload,gravity,inertias,friction",
                                 "--wrench", "--two-rate", "--batch", "--functions",
                                 "inverse_dynamics,mass_matrix+bias,regressor"}},
                      Unrelated{"single_precision",
                                "scara.toml",
                                "scara",
                                {"--effort", "50", "--no-verify", "--float", "--batch", "--functions",
                                 "inverse_dynamics,forward_dynamics"}},
                      Unrelated{"limbs",
                                "../benchmarks/quadruped.toml",
                                "quadruped",
                                {"--effort", "50", "--no-verify", "--functions", "inverse_dynamics,gravity"}}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace tauforge::tests
