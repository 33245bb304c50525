// What users do with a generated folder: build it with CMake, include it from C++, link two robots, feed it NaN.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/generated/built_model.h"
#include "tests/generated/generated_folder.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

TEST(GeneratedProject, ConfiguresBuildsAndPassesItsTestWithCMake) {
  const ScratchFolder scratch;
  const std::string folder = scratch.file("made"), build = scratch.file("made/build");
  const Finished generated = generate("scara.toml", folder, {"--effort", "50", "--no-verify", "--language", "c,c++"});
  ASSERT_EQ(generated.status, 0) << generated.output;
  const Finished configured = run_program({"cmake", "-S", folder, "-B", build});
  ASSERT_EQ(configured.status, 0) << configured.output;
  const Finished built = run_program({"cmake", "--build", build});
  ASSERT_EQ(built.status, 0) << built.output;
  const Finished tested = run_program({"ctest", "--test-dir", build, "--output-on-failure"});
  EXPECT_EQ(tested.status, 0) << tested.output;
  EXPECT_NE(tested.output.find("100% tests passed"), std::string::npos) << tested.output;
}

TEST(GeneratedProject, IsIncludedFromCppBesideAnotherRobot) {
  const ScratchFolder scratch;
  const std::vector<std::string> words = {"--effort", "50", "--no-verify", "--payload", "--batch"};
  for (const char* robot : {"scara", "puma260"}) {
    const Finished generated = generate(std::string(robot) + ".toml", scratch.file(robot), words);
    ASSERT_EQ(generated.status, 0) << generated.output;
    for (const char* ending : {"", "_model"}) {
      const std::string name = std::string(robot) + ending;
      const Finished built =
          compile_in(scratch.file(robot), "gcc", {"-O1"},
                     {"-c", scratch.file(robot) + "/" + name + ".c", "-o", scratch.file(name + ".o")});
      ASSERT_EQ(built.status, 0) << built.output;
    }
  }
  std::ofstream(scratch.file("both.cpp")) << R"(
#include "puma260.h"
#include "scara.h"
#include "tauforge/model.h"

extern "C" const tauforge_model scara_model, puma260_model;

int main() {
  const double q[6] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, payload[10] = {1};
  double tau[6] = {0}, result[6] = {0};
  scara_constants a;
  puma260_constants b;
  scara_setup(payload, &a);
  puma260_setup(payload, &b);
  scara_inverse_dynamics(&a, q, q, q, tau);
  puma260_inverse_dynamics(&b, q, q, q, tau);
  tauforge_state x{};
  x.q = q, x.qd = q, x.qdd = q;
  tauforge_find(&puma260_model, "inverse_dynamics")->call(&b, &x, result);
  for (int i = 0; i < 6; ++i)
    if (tau[i] != result[i]) return 1;
  return scara_model.nv == 4 && puma260_model.nv == 6 && tauforge_find(&scara_model, "nothing") == nullptr ? 0 : 2;
}
)";
  std::vector<std::string> link = {"g++",
                                   "-std=c++17",
                                   "-Wall",
                                   "-Wextra",
                                   "-Werror",
                                   "-I",
                                   scratch.file("scara"),
                                   "-I",
                                   scratch.file("puma260"),
                                   scratch.file("both.cpp")};
  for (const char* object : {"scara.o", "scara_model.o", "puma260.o", "puma260_model.o"})
    link.push_back(scratch.file(object));
  link.insert(link.end(), {"-o", scratch.file("both"), "-lm"});
  const Finished linked = run_program(link);
  ASSERT_EQ(linked.status, 0) << linked.output;
  EXPECT_EQ(run_program({scratch.file("both")}).status, 0);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(GeneratedProject, IsTheSameToTheByteWhenGeneratedAgain) {
  const ScratchFolder scratch;
  for (const char* folder : {"first", "second"}) {
    const Finished generated =
        generate("puma260.toml", scratch.file(folder), {"--effort", "50", "--payload", "--wrench"});
    ASSERT_EQ(generated.status, 0) << generated.output;
  }
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch.file("first"))) {
    if (!entry.is_regular_file()) continue;
    const auto relative = std::filesystem::relative(entry.path(), scratch.file("first"));
    EXPECT_EQ(bytes_of(entry.path()), bytes_of(scratch.file("second") / relative)) << relative;
    ++files;
  }
  EXPECT_GE(files, 7);
}

// Every result that an input changes becomes NaN with it; with all inputs NaN all results are.
TEST(GeneratedCode, GivesNaNForNaN) {
  const robot::Robot robot = robot_in_folder("puma260");
  compiler::Request request;
  request.calls = {{{functions::Function::inverse_dynamics}}};
  request.evaluations = 50;
  const BuiltModel built(robot, request, {"cc", {"-O2"}});
  ASSERT_TRUE(built.ok()) << built.messages;
  const tauforge_function* f = tauforge_find(&**built.model, "inverse_dynamics");
  std::mt19937 random(3);
  const emit::SelfTestCase c = compiler::reference_case(robot, request, built.compiled, 0, random);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto torques = [&](const emit::SelfTestCase& input) {
    std::vector<double> tau(f->results);
    const tauforge_state x = state_of(input);
    f->call(nullptr, &x, tau.data());
    return tau;
  };
  const std::vector<double> before = torques(c);
  int became_nan = 0;
  for (const auto list : {&emit::SelfTestCase::q, &emit::SelfTestCase::qd, &emit::SelfTestCase::qdd})
    for (std::size_t i = 0; i < c.q.size(); ++i) {
      emit::SelfTestCase moved = c, broken = c;
      (moved.*list)[i] += 0.3;
      (broken.*list)[i] = nan;
      const std::vector<double> after = torques(moved), wrong = torques(broken);
      for (std::size_t k = 0; k < before.size(); ++k) {
        EXPECT_TRUE(after[k] == before[k] || std::isnan(wrong[k])) << "input " << i << ", torque " << k;
        became_nan += std::isnan(wrong[k]);
      }
    }
  EXPECT_GT(became_nan, 60);
  emit::SelfTestCase all = c;
  for (auto* list : {&all.q, &all.qd, &all.qdd}) list->assign(list->size(), nan);
  for (const double tau : torques(all)) EXPECT_TRUE(std::isnan(tau));
}

}  // namespace
}  // namespace tauforge::tests
