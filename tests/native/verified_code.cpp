// From a request to code that was verified, in one call.
#include "tauforge/native/verified_code.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tauforge/native/same_code.h"
#include "tests/support/compile_c.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using functions::Function;
using native::CodeOptions;
using native::verified_code;

compiler::Request request_of(std::vector<Function> functions) {
  compiler::Request request;
  for (const Function f : functions) request.calls.push_back({{f}});
  request.evaluations = 50;
  return request;
}

std::string text_of(const native::VerifiedCode& code, const std::string& name) {
  for (const auto& file : code.files)
    if (file.name == name) return file.text;
  ADD_FAILURE() << "there is no " << name;
  return "";
}

std::string code_of(const diagnostic::Result<native::VerifiedCode>& result) {
  return result.ok() ? "" : result.findings().back().code;
}

TEST(VerifiedCode, IsLoadedCheckedAndSaysSoInItsHeader) {
  const auto result = verified_code(robot_in_folder("scara"), request_of({Function::mass_matrix, Function::gravity}),
                                    {.files = {}, .build = {}, .states = 30, .timed = true});
  ASSERT_TRUE(result.ok()) << code_of(result);
  const auto& code = result.value();
  ASSERT_EQ(code.checks.size(), 2u);
  for (const auto& check : code.checks) {
    EXPECT_TRUE(check.ok());
    EXPECT_GT(check.call.rounds, 0);
    EXPECT_EQ(check.batch.rounds, 0);
  }
  EXPECT_NE(native::how_timed(code.checks), "");
  ASSERT_TRUE(code.model.has_value());
  const tauforge_function* f = tauforge_find(&**code.model, "mass_matrix");
  ASSERT_NE(f, nullptr);
  const std::vector<double> q(4, 0.3);
  std::vector<double> M(f->results, -1.0);
  tauforge_state x{};
  x.q = q.data();
  f->call(nullptr, &x, M.data());
  EXPECT_GT(M[0], 0.0);
  for (const char* file : {"scara.h", "scara.c"}) {
    const std::string text = text_of(code, file);
    EXPECT_NE(text.find("Verified with cc -O2 -ffp-contract=fast on 30 random states"), std::string::npos) << text;
    EXPECT_NE(text.find("scara_mass_matrix: "), std::string::npos) << "stack";
  }
}

TEST(VerifiedCode, IsNotCompiledWhereNobodyAsksForThat) {
  CodeOptions options;
  options.verify = false, options.build.compiler = "no-such-compiler";
  const auto result = verified_code(robot_in_folder("scara"), request_of({Function::gravity}), options);
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result.value().model.has_value());
  EXPECT_TRUE(result.value().checks.empty());
  EXPECT_EQ(text_of(result.value(), "scara.c").find("Verified"), std::string::npos);
}

// The same text with other remarks is the same code; anything else is not.
TEST(VerifiedCode, IsWhatWasCompiledButForItsHeaderComment) {
  CodeOptions plain, verified;
  plain.verify = false, verified.states = 30;
  plain.files.octave = verified.files.octave = plain.files.cpp = verified.files.cpp = true;
  const auto before = verified_code(robot_in_folder("scara"), request_of({Function::mass_matrix}), plain);
  const auto after = verified_code(robot_in_folder("scara"), request_of({Function::mass_matrix}), verified);
  ASSERT_TRUE(before.ok() && after.ok());
  std::set<std::string> differ;
  ASSERT_EQ(before.value().files.size(), after.value().files.size());
  for (std::size_t k = 0; k < before.value().files.size(); ++k) {
    const auto &one = before.value().files[k], &other = after.value().files[k];
    EXPECT_TRUE(native::same_code(one, other)) << one.name;
    if (one.text != other.text) differ.insert(one.name);
    compiler::GeneratedFile edited = other;
    edited.text.insert(edited.text.rfind('\n'), " ");
    EXPECT_FALSE(native::same_code(one, edited)) << one.name;
    edited = other, edited.name += "x";
    EXPECT_FALSE(native::same_code(one, edited)) << one.name;
  }
  EXPECT_EQ(differ, (std::set<std::string>{"scara.c", "scara.h", "scara_mass_matrix.m"}));
}

TEST(VerifiedCode, EndsWithTheBestSoFarWhenItsWatchEndsTheSearch) {
  compiler::Request request = request_of({Function::inverse_dynamics});
  request.evaluations = 1000000;
  CodeOptions options;
  options.states = 30;
  native::CodeWatch watch;
  watch.search.search = [](const compiler::SearchProgress&) { return false; };
  std::string order;
  watch.compiling = [&] { order += "c"; };
  watch.comparing = [&] { order += "v"; };
  const auto result = verified_code(robot_in_folder("puma560"), request, options, watch);
  ASSERT_TRUE(result.ok()) << code_of(result);
  EXPECT_TRUE(result.value().cut_short);
  EXPECT_EQ(order, "cv");
  EXPECT_NE(text_of(result.value(), "puma560.c").find(native::cut_short_remark), std::string::npos);
}

TEST(VerifiedCode, KeepsFormulationsAsTheyAreWhereDrivesAreLightAndSaysSo) {
  robot::Robot robot = robot_in_folder("scara");
  for (auto& body : robot.parameters.body) body = robot::Inertia<double>{};
  auto& last = robot.parameters.body.back();
  last.m = 1e-9, last.I.xx = last.I.yy = last.I.zz = 1e-12;
  for (auto& drive : robot.parameters.drive) drive = {};
  CodeOptions options;
  options.states = 30;
  const auto result = verified_code(robot, request_of({Function::mass_matrix}), options);
  ASSERT_TRUE(result.ok()) << result.findings().back().message;
  EXPECT_TRUE(result.value().request.exact);
  ASSERT_EQ(result.findings().size(), 1u);
  EXPECT_EQ(result.findings()[0].code, "drive-light");
  EXPECT_EQ(result.findings()[0].severity, diagnostic::Severity::note);
}

TEST(VerifiedCode, IsRefusedWithTheCodeThatSaysWhy) {
  const robot::Robot scara = robot_in_folder("scara");
  const auto refusal_of = [&](const robot::Robot& robot, const compiler::Request& request, const CodeOptions& options) {
    return code_of(verified_code(robot, request, options));
  };
  const compiler::Request gravity = request_of({Function::gravity});
  CodeOptions options;
  options.build.compiler = "no-such-compiler";
  EXPECT_EQ(refusal_of(scara, gravity, options), "compiler-missing");
  options.build.compiler = "false";
  EXPECT_EQ(refusal_of(scara, gravity, options), "compiler-refused");
  options.build.compiler = "true";
  EXPECT_EQ(refusal_of(scara, gravity, options), "load-refused");
  options = {}, options.files.prefix = "math";
  EXPECT_EQ(refusal_of(scara, gravity, options), "prefix-reserved");
  options.files.prefix = "9 lives";
  EXPECT_EQ(refusal_of(scara, gravity, options), "prefix-invalid");

  robot::Robot bare = scara;
  for (auto& body : bare.parameters.body) body = robot::Inertia<double>{};
  EXPECT_EQ(refusal_of(bare, gravity, {}), "inertias-missing");
  robot::Robot floating = scara;
  floating.tree.floating = true;
  EXPECT_EQ(refusal_of(floating, request_of({Function::coriolis_matrix}), {}), "function-not-available");
  compiler::Request within = request_of({Function::gravity});
  within.within = 0.01, within.wrench = true;
  EXPECT_EQ(refusal_of(scara, within, {}), "options-conflict");

  setenv("TMPDIR", "/no/such/folder", 1);
  EXPECT_EQ(refusal_of(scara, gravity, {}), "temporary-folder");
  unsetenv("TMPDIR");
}

// A compiler that makes something else of the code is found out.
robot::Robot remembering() {
  robot::Robot robot = robot_in_folder("scara");
  robot.tree.loaded_friction = true;
  double k = 1.0;
  for (auto& drive : robot.parameters.drive) {
    drive.growth = {0.1 * k, 0.3};
    if (k < 3.5) drive.memory = {2e-3 * k, 0.5, 1.0 + k, 0.4, 0.1, {0.05 * k, 0.2}, 2.0 + k, 0.3};
    k += 1.0;
  }
  robot.parameters.drive[1].harmonics = {{7.0, 0.2, -0.1}};
  return robot;
}

TEST(VerifiedCode, HasFrictionThatRemembersAlongTrajectories) {
  for (const bool single : {false, true}) {
    compiler::Request request = request_of({Function::inverse_dynamics, Function::forward_dynamics});
    request.single_precision = single;
    const auto result =
        verified_code(remembering(), request, {.files = {}, .build = {}, .states = 400, .timed = false});
    ASSERT_TRUE(result.ok()) << code_of(result);
    const auto& code = result.value();
    ASSERT_TRUE(code.friction_step.has_value());
    EXPECT_TRUE(code.friction_step->ok());
    EXPECT_EQ(code.friction_step->steps, 400);
    EXPECT_GT(code.friction_step->deviation, 0.0) << "it compared something";
    EXPECT_NE(text_of(code, "scara.h").find("void scara_friction_step(struct scara_friction_state *state"),
              std::string::npos);
    if (single) continue;
    // a drive that came to rest remembers which way it came, through the function itself
    struct State {
      double s[4], qd[4];
    } state;
    code.model->symbol<void (*)(State*)>("scara_friction_reset")(&state);
    const auto step =
        code.model->symbol<void (*)(State*, const double*, const double*, const double*, double, double*)>(
            "scara_friction_step");
    const double q[4] = {0.1, 0.0, 0.0, 0.2}, forth[4] = {1, 1, 1, 1}, still[4] = {}, load[4] = {10, -10, 0, 5};
    double tau[4];
    step(&state, q, still, load, 0.1, tau);
    EXPECT_NEAR(tau[0], 0.1, 1e-12);  // the offset
    step(&state, q, forth, load, 0.1, tau), step(&state, q, forth, load, 0.1, tau);
    step(&state, q, still, load, 0.0, tau);
    EXPECT_NEAR(tau[0], 3.0 + 0.05 * 10 + 0.2e-6 + 0.1, 1e-9);
  }
}

TEST(VerifiedCode, HasNoFrictionStepWhereFrictionNeitherGrowsNorRemembers) {
  const auto result = verified_code(robot_in_folder("scara"), request_of({Function::friction}),
                                    {.files = {}, .build = {}, .states = 20, .timed = false});
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE(result.value().friction_step.has_value());
  for (const auto& file : result.value().files)
    EXPECT_EQ(file.text.find("friction_step"), std::string::npos) << file.name;
}

TEST(VerifiedCode, FailsWhereTheCompilerChangesResults) {
  CodeOptions options;
  options.states = 30;
  options.build.flags = {"-O1", "-Dsin=cos"};
  compiler::Request request = request_of({Function::inverse_dynamics});
  request.libm = true;
  EXPECT_EQ(code_of(verified_code(robot_in_folder("puma560"), request, options)), "verification-failed");
}

TEST(VerifiedCode, LeavesNoFolderBehind) {
  const ScratchFolder place;
  setenv("TMPDIR", place.file("").c_str(), 1);
  CodeOptions options;
  options.states = 30;
  {
    const auto result = verified_code(robot_in_folder("scara"), request_of({Function::gravity}), options);
    unsetenv("TMPDIR");
    EXPECT_TRUE(result.ok());
  }
  EXPECT_TRUE(std::filesystem::is_empty(place.file("")));  // the library lies there as long as somebody has the code
}

}  // namespace
}  // namespace tauforge::tests
