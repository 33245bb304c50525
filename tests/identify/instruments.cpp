// Instrumental variables and Hausman's test, on virtual arms whose feedback hands the noise of their encoders to their torques.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "tauforge/files/robot_toml.h"
#include "tauforge/files/source_text.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/identify/closed_loop.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/identify/verdict.h"
#include "tauforge/robot/assemble.h"
#include "tauforge/simulate/held_torques.h"
#include "tests/support/virtual_log.h"

namespace tauforge::identify {

namespace {

robot::Robot two_links(bool dry) {
  const char* text = R"(
schema = 1
name = "two links"
[[link]]
name = "base"
[[link]]
name = "upper"
mass = 8
centre = [0.2, 0.01, 0]
inertia = [0.02, 0.12, 0.12, 0, 0, 0]
[[link]]
name = "fore"
mass = 3
centre = [0.15, -0.02, 0]
inertia = [0.005, 0.03, 0.03, 0, 0, 0]
[[joint]]
name = "shoulder"
type = "revolute"
parent = "base"
child = "upper"
axis = [0, 1, 0]
motor_inertia = 0.4
[joint.friction]
coulomb = 3
viscous = 2
[[joint]]
name = "elbow"
type = "revolute"
parent = "upper"
child = "fore"
xyz = [0.4, 0, 0]
axis = [0, 1, 0]
motor_inertia = 0.1
[joint.friction]
coulomb = 1
viscous = 0.6
)";
  const auto description = files::read_robot_toml(files::source_from_text("two links.toml", text));
  EXPECT_TRUE(description);
  robot::Robot arm = robot::assemble(description.value()).take();
  if (!dry)
    for (auto& drive : arm.parameters.drive) drive.coulomb = 0.0;
  return arm;
}

constexpr double period = 5e-3;

// Led by proportional and derivative feedback of what its encoders say, noise [rad] included; the log has what they said and the
// torques that were commanded, with noise of their own [N m].
recording::Recording closed_loop_log(const robot::Robot& arm, unsigned seed, double of_encoder, double of_torque) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  double amplitude[2][4], phase[2][4];
  for (auto& of : amplitude)
    for (double& a : of) a = 0.1 + 0.15 * uniform();
  for (auto& of : phase)
    for (double& p : of) p = 6.28 * uniform();
  const auto reference = [&](std::size_t j, double t) {
    double q = 0, qd = 0;
    for (std::size_t h = 0; h < 4; ++h) {
      const double w = (1.9 + 0.23 * static_cast<double>(j)) * static_cast<double>(h + 1), a = amplitude[j][h];
      q += a * std::sin(w * t + phase[j][h]), qd += a * w * std::cos(w * t + phase[j][h]);
    }
    return std::pair(q, qd);
  };
  recording::Recording log;
  log.name = "loop.csv", log.joints = arm.drives, log.effort_kind = recording::Effort::torque;
  log.q.resize(2), log.effort.resize(2);
  simulate::Plant plant(arm);
  simulate::HeldTorques held;
  held.tau.assign(2, 0.0);
  simulate::Integrator integrator(plant, held, {simulate::Method::rk4, 2.5e-3});
  std::vector<double> q(2), qd(2), last(2), speed(2), gravity(2);
  for (std::size_t j = 0; j < 2; ++j) std::tie(q[j], qd[j]) = reference(j, 0.0);
  integrator.set_state(q, qd);
  last = q, speed = qd;
  constexpr double inertia[2] = {1.6, 0.25}, w = 25.0;
  for (std::size_t k = 0; k < 6000; ++k) {
    const double t = period * static_cast<double>(k);
    log.t.push_back(t);
    for (std::size_t j = 0; j < 2; ++j) q[j] = integrator.q()[j] + of_encoder * normal(random);
    plant.gravity(q, false, gravity);
    for (std::size_t j = 0; j < 2; ++j) {
      speed[j] += 0.4 * ((q[j] - last[j]) / period - speed[j]), last[j] = q[j];
      const auto [r, rd] = reference(j, t);
      held.tau[j] = gravity[j] + inertia[j] * (w * w * (r - q[j]) + 2.0 * w * (rd - speed[j]));
      log.q[j].push_back(q[j]), log.effort[j].push_back(held.tau[j] + of_torque * normal(random));
    }
    integrator.advance(t + period);
  }
  return log;
}

double truth_of(const robot::Robot& truth, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == ModelColumn::Kind::friction) return truth.parameters.drive[column.drive].coulomb;
  const std::vector<double> values = grouped(base, parameters_of(truth));
  const auto found = std::find(base.kept.begin(), base.kept.end(), column.regressor);
  return values[static_cast<std::size_t>(found - base.kept.begin())];
}

struct Off {
  std::string name;
  double relative = 0, deviations = 0;
};
// Of every number of the full model that the logs tell.
std::vector<Off> off_truth(const robot::Robot& truth, const Identification& found) {
  std::vector<Off> all;
  for (std::size_t c = 0; c < found.full.columns.size(); ++c) {
    const double right = truth_of(truth, found.base, found.full.columns[c]);
    const Estimate& e = found.estimates[c];
    if (!found.full.fitted[c] || right == 0.0) continue;
    all.push_back({e.name.name, (e.all - right) / right, (e.all - right) / e.all_deviation});
  }
  return all;
}

Settings settings(Method method) {
  Settings s;
  s.method = method, s.cutoff_hz = 20.0, s.delay = -0.5 * period, s.offsets = false;
  s.friction = {FrictionForm::coulomb}, s.growth = {};
  return s;
}

struct OverSeeds {
  std::map<std::string, std::vector<double>> relative, deviations;
  std::vector<double> p;  // of Hausman's test

  void add(const robot::Robot& truth, unsigned seed, const recording::Recording& log, Method method) {
    auto identified = identified_robot(testing::misjudged(truth, seed), {log}, settings(method));
    ASSERT_TRUE(identified);
    const IdentifiedRobot found = identified.take();
    ASSERT_EQ(found.hausman.why_not, "");
    EXPECT_EQ(found.found.instruments.settled, method != Method::least_squares);
    EXPECT_EQ(found.found.instruments.direct, method == Method::direct);
    for (const Off& o : off_truth(truth, found.found))
      relative[o.name].push_back(o.relative), deviations[o.name].push_back(o.deviations);
    p.push_back(found.hausman.p);
  }
};

constexpr unsigned seeds = 8;

}  // namespace

// Encoders with noise of 1 mrad: least squares misses inertias of rotors and links by a third and more, many times what its
// intervals say; instrumental variables and direct identification do not, and Hausman's test tells.
TEST(Instruments, AreNotBiasedByNoiseThatGoesThroughTheFeedback) {
  const robot::Robot truth = two_links(false);
  OverSeeds least_squares, instruments, direct;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const recording::Recording log = closed_loop_log(truth, seed, 1e-3, 0.3);
    least_squares.add(truth, seed, log, Method::least_squares);
    instruments.add(truth, seed, log, Method::instrumental_variables);
    direct.add(truth, seed, log, Method::direct);
  }
  const double limit = student_limit(0.95, 11.0);
  for (const char* name : {"ia1", "ia2", "b2"}) {
    EXPECT_GT(std::abs(median(least_squares.deviations.at(name))), 2.0 * limit) << name;
    EXPECT_LT(std::abs(median(instruments.deviations.at(name))), limit) << name;
    EXPECT_GT(std::abs(median(least_squares.relative.at(name))), 0.3) << name;
    EXPECT_LT(std::abs(median(instruments.relative.at(name))), 0.06) << name;
    EXPECT_LT(std::abs(median(direct.relative.at(name))), 0.06) << name;
  }
  for (const OverSeeds* each : {&least_squares, &instruments})
    EXPECT_LT(*std::max_element(each->p.begin(), each->p.end()), 1e-6);
}

// The same noise of torques, and hardly any of encoders.
TEST(Instruments, AreNotAskedForWhereTheMotionHasNoNoise) {
  const robot::Robot truth = two_links(false);
  OverSeeds least_squares;
  for (unsigned seed = 1; seed <= seeds; ++seed)
    least_squares.add(truth, seed, closed_loop_log(truth, seed, 1e-6, 0.3), Method::least_squares);
  EXPECT_GT(*std::min_element(least_squares.p.begin(), least_squares.p.end()), 0.01);
  EXPECT_GT(median(least_squares.p), 0.2);  // chance: 0.5
  for (const char* name : {"ia1", "ia2", "b2"})
    EXPECT_LT(std::abs(median(least_squares.deviations.at(name))), 1.0) << name;
}

// Three minutes in six logs: more than the test takes whole.
TEST(Instruments, AreAskedForByPartsOfLongLogsAndMayBeStoppedInBetween) {
  const robot::Robot truth = two_links(false);
  std::vector<double> p;
  for (const double noise : {1e-3, 1e-6}) {
    std::vector<recording::Recording> logs;
    for (unsigned seed = 11; seed <= 16; ++seed) logs.push_back(closed_loop_log(truth, seed, noise, 0.3));
    std::size_t told = 0;
    const Progress count = [&](const std::string& what) { told += what == "Hausman's test"; };
    auto found = identified_robot(testing::misjudged(truth, 11), logs, settings(Method::least_squares), count);
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().hausman.why_not, "");
    EXPECT_GT(told, 3 * 12u);  // simulated, and observed twice
    p.push_back(found.value().hausman.p);
  }
  EXPECT_LT(p[0], 1e-6);
  EXPECT_GT(p[1], 0.01);

  struct Ended {};
  std::size_t told = 0;
  const Progress end = [&](const std::string& what) {
    if (what == "Hausman's test" && ++told == 5) throw Ended{};
  };
  std::vector<recording::Recording> logs;
  for (unsigned seed = 11; seed <= 16; ++seed) logs.push_back(closed_loop_log(truth, seed, 1e-3, 0.3));
  EXPECT_THROW(identified_robot(testing::misjudged(truth, 11), logs, settings(Method::least_squares), end), Ended);
}

// With dry friction: numbers are handed over as those of least squares are, and another motion is predicted.
TEST(Instruments, AreHandedOverAsTheyWereFitted) {
  const robot::Robot truth = two_links(true);
  const recording::Recording log = closed_loop_log(truth, 3, 1e-3, 0.3), fresh = closed_loop_log(truth, 4, 1e-6, 0.0);
  Settings how = settings(Method::instrumental_variables);
  const auto found = identified_robot(testing::misjudged(truth, 3), {log}, how).take();
  const std::vector<Validation> along = {validate(found.prior, found.reduced_model, fresh)};
  const HandOver of_file = handed_over(found.reduced, along);
  EXPECT_LT(of_file.difference, largest_rounding);
  const auto by_least_squares =
      identified_robot(testing::misjudged(truth, 3), {log}, settings(Method::least_squares)).take();
  const double other = validate(by_least_squares.prior, by_least_squares.found.model, fresh).error.all;
  EXPECT_LT(of_file.all.all, other);
  how.reference_hz = 2.5;
  EXPECT_EQ(identify(truth, {log}, how).take().instruments.reference_hz, 2.5);
}

TEST(ClosedLoop, FollowsItsReferenceButForFriction) {
  signals::Samples r;
  r.q.resize(2), r.qd.resize(2), r.qdd.resize(2), r.period = 0.01, r.stretches = {{0, 500}};
  for (std::size_t k = 0; k < 500; ++k) {
    r.t.push_back(0.01 * static_cast<double>(k));
    for (std::size_t j = 0; j < 2; ++j) {
      const double w = 2.0 + static_cast<double>(j), a = w * r.t[k];
      r.q[j].push_back(std::sin(a)), r.qd[j].push_back(w * std::cos(a)), r.qdd[j].push_back(-w * w * std::sin(a));
    }
  }
  const auto furthest = [&](robot::Robot arm, double viscous) {
    for (auto& drive : arm.parameters.drive) drive.viscous = viscous;
    const auto motion = simulated_loop(arm, r);
    double off = 0.0;
    for (std::size_t k = 0; motion && k < r.size(); ++k)
      for (std::size_t j = 0; j < 2; ++j) off = std::max(off, std::abs(motion->q[j][k] - r.q[j][k]));
    return motion ? off : HUGE_VAL;
  };
  EXPECT_LT(furthest(two_links(false), 0.0), 0.005);  // held for 2 ms: 1 ms late
  EXPECT_GT(furthest(two_links(true), 0.5), 0.005);
  EXPECT_LT(furthest(two_links(true), 0.5), 0.1);
}

// Rounds that ended before the fit stood still are no fit to be trusted.
TEST(Instruments, ThatDidNotSettleAreADoubt) {
  const robot::Robot truth = two_links(false);
  const recording::Recording log = closed_loop_log(truth, 1, 1e-6, 0.3);
  IdentifiedRobot found = identified_robot(truth, {log}, settings(Method::direct)).take();
  const auto unsettled = [&] {
    const Verdict v = verdict_on(found, {log}, {}, {});
    const bool named =
        std::any_of(v.doubts.begin(), v.doubts.end(), [](const auto& d) { return d.code == "method-unsettled"; });
    return named && !v.trusted();
  };
  EXPECT_TRUE(found.found.instruments.settled);
  EXPECT_FALSE(unsettled());
  found.found.instruments.settled = false;
  EXPECT_TRUE(unsettled());
}

TEST(Statistics, HasTheTailOfFishersDistribution) {
  for (const double freedom : {3.0, 11.0, 60.0}) {  // F(1, n) is the square of Student's t
    const double t = student_limit(0.95, freedom);
    EXPECT_NEAR(fisher_tail(t * t, 1.0, freedom), 0.05, 1e-9);
  }
  EXPECT_NEAR(fisher_tail(3.32583, 5.0, 10.0), 0.05, 1e-5);  // printed tables
  EXPECT_NEAR(fisher_tail(3.36819, 10.0, 20.0), 0.01, 1e-5);
  EXPECT_DOUBLE_EQ(fisher_tail(0.0, 4.0, 7.0), 1.0);
}

}  // namespace tauforge::identify
