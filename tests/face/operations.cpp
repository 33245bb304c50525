// Generate, identify and simulate through the face, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tauforge/tauforge.h"
#include "tests/support/compile_c.h"

namespace tauforge {
namespace {

std::string project_file(const std::string& name) { return std::string(TAUFORGE_SOURCE_DIR) + "/" + name; }

Robot robot_named(const std::string& name) {
  auto robot = load(project_file("robots/" + name));
  EXPECT_TRUE(robot.ok()) << name;
  return robot.take();
}

TEST(FaceGenerate, GivesCodeThatEqualsTheLibrary) {
  const Robot robot = robot_named("puma560.toml");
  std::vector<std::string> told;
  const auto code =
      generate(robot, {.functions = {"inverse_dynamics", "gravity+mass_matrix"}, .effort = 200}, [&](const Step& step) {
        told.push_back(step.what);
        return Answer::go_on;
      });
  ASSERT_TRUE(code.ok());
  EXPECT_FALSE(told.empty());
  ASSERT_EQ(code.value().functions().size(), 2u);
  EXPECT_EQ(code.value().functions()[1].name, "gravity_and_mass_matrix");
  EXPECT_EQ(code.value().functions()[1].results, 6u + 36u);
  for (const auto& f : code.value().functions()) {
    EXPECT_GT(f.multiplications, 0);
    EXPECT_GT(f.nanoseconds, 0.0);
    EXPECT_LE(f.deviation, 1e-12);
  }
  Dynamics dynamics(robot);
  const std::vector<double> q{0.1, -0.4, 0.8, 1.2, -0.3, 0.6}, qd(6, 0.7), qdd(6, -1.1);
  std::vector<double> tau(6), expected(6), both(42), M(36), g(6);
  EXPECT_EQ(code.value().call("inverse_dynamics", {q, qd, qdd}, tau), Status::fine);
  dynamics.inverse_dynamics(q, qd, qdd, expected);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(tau[i], expected[i], 1e-11);
  EXPECT_EQ(code.value().call("gravity_and_mass_matrix", {q}, both), Status::fine);
  dynamics.gravity(q, g), dynamics.mass_matrix(q, M);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(both[i], g[i], 1e-11);
  for (std::size_t i = 0; i < 36; ++i) EXPECT_NEAR(both[6 + i], M[i], 1e-11);
  EXPECT_EQ(code.value().call("inverse_dynamics", {q, qd}, tau), Status::wrong_size);
  EXPECT_TRUE(std::isnan(tau[0]));
  EXPECT_EQ(code.value().call("bias", {q, qd}, tau), Status::not_available);
}

TEST(FaceGenerate, SetsUpWhatStaysOpen) {
  const Robot robot = robot_named("scara.toml");
  auto code = generate(robot, {.functions = {"gravity"}, .run_time = {"payload"}, .effort = 100});
  ASSERT_TRUE(code.ok());
  GeneratedCode light = code.take(), heavy = light;
  const std::vector<double> none(10, 0.0), five{5, 0, 0, 0, 0, 0, 0, 0, 0, 0}, q(robot.nq(), 0.2);
  std::vector<double> early(robot.nv());
  EXPECT_EQ(light.call("gravity", {q}, early), Status::not_set_up);
  EXPECT_TRUE(std::isnan(early[0]));
  EXPECT_EQ(light.set_up({.payload = none}), Status::fine);
  EXPECT_EQ(heavy.set_up({.payload = five}), Status::fine);
  EXPECT_EQ(heavy.set_up({}), Status::wrong_size);
  Dynamics dynamics(robot);
  std::vector<double> g(robot.nv()), expected(robot.nv());
  light.call("gravity", {q}, g), dynamics.gravity(q, expected);
  for (std::size_t i = 0; i < g.size(); ++i) EXPECT_NEAR(g[i], expected[i], 1e-11);
  dynamics.set_payload({.mass = 5});
  heavy.call("gravity", {q}, g), dynamics.gravity(q, expected);
  for (std::size_t i = 0; i < g.size(); ++i) EXPECT_NEAR(g[i], expected[i], 1e-11);
}

TEST(FaceGenerate, WantsAllInertiasAtSetUp) {
  const Robot robot = robot_named("scara.toml");
  auto made = generate(robot, {.functions = {"gravity", "mass_matrix"}, .run_time = {"inertias"}, .effort = 50});
  ASSERT_TRUE(made.ok());
  GeneratedCode code = made.take();
  const std::vector<double> one(10, 0.1), all(10 * robot.nv(), 0.1);
  EXPECT_EQ(code.set_up({.inertias = one}), Status::wrong_size);
  EXPECT_EQ(code.set_up({.inertias = all}), Status::fine);
}

TEST(FaceGenerate, TakesAWrenchWhereItWasAskedFor) {
  const Robot robot = robot_named("scara.toml");
  const std::vector<double> q(robot.nq(), 0.3), qd(robot.nv(), 0.2), push{1, 2, 3, 4, 5, 6};
  std::vector<double> with(robot.nv()), without(robot.nv()), expected(robot.nv());
  const auto plain = generate(robot, {.functions = {"bias"}, .effort = 50});
  const auto pushed = generate(robot, {.functions = {"bias"}, .wrench = true, .effort = 50});
  ASSERT_TRUE(plain.ok() && pushed.ok());
  const State x{q, qd, {}, {}, push};
  EXPECT_EQ(plain.value().call("bias", x, with), Status::not_available);
  EXPECT_EQ(pushed.value().call("bias", x, with), Status::fine);
  EXPECT_EQ(pushed.value().call("bias", {q, qd}, without), Status::fine) << "no wrench is none";
  Dynamics dynamics(robot);
  dynamics.compute("bias", x, expected);
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_NEAR(with[i], expected[i], 1e-11);
  dynamics.bias(q, qd, expected);
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_NEAR(without[i], expected[i], 1e-11);
  EXPECT_NE(with, without);
}

TEST(Face, EndsWhatItsWatcherEnds) {
  const Progress never = [](const Step&) { return Answer::cancel; };
  const Robot robot = robot_named("puma560.toml");
  const auto code = generate(robot, {.effort = 1000000}, never);  // a search of minutes
  ASSERT_FALSE(code.ok());
  EXPECT_EQ(code.findings()[0].code, "cancelled");
  const auto scenario = read_scenario(robot, project_file("examples/first_steps.toml"));
  ASSERT_TRUE(scenario.ok());
  const auto run = simulate_scenario(scenario.value(), never);
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(run.findings()[0].code, "cancelled");
}

TEST(FaceGenerate, EndsASearchWithTheBestItHas) {
  const Robot robot = robot_named("puma560.toml");
  std::vector<std::string> steps;
  const auto code = generate(robot, {.effort = 1000000}, [&](const Step& step) {  // a search of minutes
    if (steps.empty() || steps.back() != step.what) steps.push_back(step.what);
    return step.share && *step.share > 0 ? Answer::enough : Answer::go_on;
  });
  ASSERT_TRUE(code.ok());
  EXPECT_GT(code.value().functions()[0].multiplications, 100);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0], "searching 1 of 1: inverse_dynamics");
}

TEST(FaceGenerate, BeginsWithPlans) {
  const Robot robot = load(project_file("robots/counting/renaud6r.toml")).value();
  const GenerateRequest little = {.rigid = true, .effort = 1};
  GenerateRequest started = little;
  started.plans = project_file("robots/counting/renaud6r.plans");
  const auto operations = [&](const GenerateRequest& request) {
    const GeneratedFunction f = generate(robot, request).value().functions()[0];
    return f.multiplications + f.additions;
  };
  EXPECT_LT(operations(started), operations(little));
  started.plans = "no_such.plans";
  EXPECT_FALSE(generate(robot, started).ok());
}

TEST(FaceGenerate, WritesWhatItMayNotCompile) {
  const tests::ScratchFolder scratch;
  const auto code =
      generate(robot_named("scara.toml"), {.effort = 100, .verify = false, .compiler = "no-such-compiler"});
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(code.value().model(), nullptr);
  std::vector<double> q(4, 0.1), tau(4);
  EXPECT_EQ(code.value().call("inverse_dynamics", {q, q, q}, tau), Status::not_available);
  EXPECT_TRUE(std::isnan(tau[0]));
  EXPECT_TRUE(code.value().write(scratch.file("code")).empty());
}

TEST(FaceGenerate, WritesAFolderThatHoldsWhatWasVerified) {
  const tests::ScratchFolder scratch;
  const auto code = generate(robot_named("scara.toml"), {.effort = 100});
  ASSERT_TRUE(code.ok());
  EXPECT_TRUE(code.value().write(scratch.file("code")).empty());
  EXPECT_TRUE(std::filesystem::exists(scratch.file("code/CMakeLists.txt")));
  EXPECT_TRUE(code.value().write(scratch.file("code")).empty()) << "its own folder is replaced";
  std::ofstream(scratch.file("code/notes.txt")) << "mine";
  const Findings refused = code.value().write(scratch.file("code"));
  ASSERT_FALSE(refused.empty());
  EXPECT_EQ(refused[0].code, "folder-foreign");
}

TEST(FaceGenerate, RefusesWithACode) {
  const Robot robot = robot_named("scara.toml");
  const auto code_of = [&](const GenerateRequest& request) {
    const auto code = generate(robot, request);
    return code.ok() || code.findings().empty() ? std::string("fine") : code.findings()[0].code;
  };
  EXPECT_EQ(code_of({.functions = {"gravitiy"}}), "function-unknown");
  EXPECT_EQ(code_of({.functions = {"gravity", "gravity"}}), "function-twice");
  EXPECT_EQ(code_of({.run_time = {"colour"}}), "run-time-unknown");
  EXPECT_EQ(code_of({.prefix = "test"}), "prefix-reserved");
  EXPECT_EQ(code_of({.functions = {}}), "functions-missing");
  EXPECT_EQ(code_of({.effort = 0}), "effort-invalid");
  EXPECT_EQ(code_of({.within = 0.7}), "within-invalid");
  EXPECT_EQ(code_of({.effort = 50, .compiler = "no-such-compiler"}), "compiler-missing");
}

TEST(FaceSimulate, RunsAScenario) {
  const auto scenario = read_scenario(robot_named("puma560.toml"), project_file("examples/first_steps.toml"));
  ASSERT_TRUE(scenario.ok());
  const auto run = simulate_scenario(scenario.value());
  ASSERT_TRUE(run.ok());
  const Simulation& s = run.value();
  ASSERT_GT(s.samples(), 100u);
  EXPECT_GT(s.time(s.samples() - 1), s.time(0));
  EXPECT_EQ(s.q(0).size(), 6u);
  double error = 0.0;
  for (std::size_t i = 0; i < 6; ++i)
    error = std::max(error, std::abs(s.q(s.samples() - 1)[i] - s.wanted(s.samples() - 1)[i]));
  EXPECT_LT(error, 0.05);
  EXPECT_TRUE(s.q(s.samples()).empty());
  EXPECT_TRUE(std::isnan(s.time(s.samples())));
  EXPECT_FALSE(read_scenario(robot_named("puma560.toml"), "no_such_scenario.toml").ok());
}

// Logs of a simulation whose robot is known.
TEST(FaceIdentify, FindsTheRobotThatMadeTheLogs) {
  const Robot robot = robot_named("puma260.toml");
  const tests::ScratchFolder scratch;
  const std::string program = std::string(TAUFORGE_BINARY_DIR) + "/tauforge";
  ASSERT_EQ(tests::run_program({program, "campaign", project_file("robots/puma260.toml"), "-o", scratch.file("logs"),
                                "--seeds", "1", "--quiet"})
                .status,
            0);
  std::vector<Recording> logs;
  for (const char* name : {"1", "2", "3"}) {
    auto log = read_recording(robot, scratch.file("logs/trajectory_" + std::string(name) + ".csv"));
    ASSERT_TRUE(log.ok());
    EXPECT_GT(log.value().duration(), 1.0);
    logs.push_back(log.take());
  }
  const Recording fresh = logs.back();
  logs.pop_back();
  const auto found = identify_robot(robot, logs);
  ASSERT_TRUE(found.ok());
  EXPECT_LT(found.value().training_error(), 15.0);
  EXPECT_LT(found.value().error_on(fresh).value(), 15.0);  // 2 % noise of the largest torque of each joint
  std::size_t kept = 0;
  for (const auto& p : found.value().parameters()) {
    kept += p.kept;
    if (p.kept) {
      EXPECT_LT(p.low, p.high) << p.name;
    }
  }
  EXPECT_GT(kept, 10u);
  // what is written is read again as what was found
  std::ofstream(scratch.file("possible.toml")) << found.value().possible().to_toml();
  const auto again = load(scratch.file("possible.toml"));
  ASSERT_TRUE(again.ok());
  Dynamics written(again.value()), kept_here(found.value().possible());
  const std::vector<double> q(6, 0.4), qd(6, 0.9), qdd(6, -2.0);
  std::vector<double> a(6), b(6);
  written.inverse_dynamics(q, qd, qdd, a), kept_here.inverse_dynamics(q, qd, qdd, b);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
  EXPECT_FALSE(identify_robot(robot, logs, {.solver = IdentifySettings::Solver::ridge}).ok()) << "no factor";
  EXPECT_FALSE(identify_robot(robot, logs, {.ridge = 0.1}).ok()) << "no ridge";
  // the recipe of 1992 on the same logs
  const auto recipe = identify_by_recipe(robot, logs);
  ASSERT_TRUE(recipe.ok());
  EXPECT_EQ(recipe.value().parameters().size(), 52u);
  EXPECT_LT(recipe.value().error_of(recipe.value().reduced(), fresh).value(), 15.0);
  EXPECT_FALSE(identify_by_recipe(robot, std::span(logs).first(1)).ok()) << "one log has no statistics";
  const auto end = identify_by_recipe(robot, logs, {}, [](const Step&) { return Answer::cancel; });
  EXPECT_EQ(end.findings().front().code, "cancelled");
  EXPECT_FALSE(read_recording(robot, "no_such_log.csv").ok());
  EXPECT_FALSE(identify_robot(robot, {}).ok());
  std::ofstream(scratch.file("other.csv"))
      << "t,q1,q2,q3,q4,tau1,tau2,tau3,tau4\n0,0,0,0,0,0,0,0,0\n0.1,0,0,0,0,0,0,0,0\n";
  const auto other = read_recording(robot_named("scara.toml"), scratch.file("other.csv"));
  ASSERT_TRUE(other.ok());
  EXPECT_FALSE(found.value().error_on(other.value()).ok()) << "a log of another robot";
}

}  // namespace
}  // namespace tauforge
