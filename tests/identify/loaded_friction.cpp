// Friction that grows with the load and remembers, found in logs of arms that have it, and not in logs of arms that have not.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tauforge/files/read_robot.h"
#include "tauforge/functions/torque_series.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/identify/memoryless.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {
namespace {

robot::Robot puma260() {
  return files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml", {}).take().robot;
}

constexpr double c1 = 0.12;

// Every drive rubs more under load and needs a distance to turn round.
robot::Robot loaded(robot::Robot robot) {
  robot.tree.loaded_friction = true;
  for (auto& drive : robot.parameters.drive)
    drive.memory = {4e-3, 0.5, drive.coulomb, drive.viscous, drive.offset, {c1, 0.0}, drive.coulomb, 1.0};
  return robot;
}

recording::Recording virtual_log(const robot::Robot& plant, unsigned seed, double noise) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  recording::Recording log;
  log.name = "virtual.csv", log.joints = plant.drives, log.effort_kind = recording::Effort::torque;
  log.q.resize(6), log.qd.resize(6), log.effort.resize(6);
  double amplitude[6][4], phase[6][4];
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t h = 0; h < 4; ++h) amplitude[j][h] = 0.2 + 0.3 * uniform(), phase[j][h] = 6.28 * uniform();
  functions::TorqueSeries series(plant);
  dynamics::State<double> x;
  x.q.resize(6), x.qd.resize(6), x.qdd.resize(6);
  std::vector<double> tau(6);
  for (std::size_t k = 0; k < 3000; ++k) {
    const double t = 0.01 * static_cast<double>(k);
    for (std::size_t j = 0; j < 6; ++j) {
      x.q[j] = x.qd[j] = x.qdd[j] = 0.0;
      for (std::size_t h = 0; h < 4; ++h) {
        const double w = (0.9 + 0.13 * static_cast<double>(j)) * static_cast<double>(h + 1), a = amplitude[j][h];
        const double angle = w * t + phase[j][h];
        x.q[j] += a * std::sin(angle), x.qd[j] += a * w * std::cos(angle), x.qdd[j] -= a * w * w * std::sin(angle);
      }
    }
    series.torques(x, t, tau);
    log.t.push_back(t);
    for (std::size_t j = 0; j < 6; ++j) {
      log.q[j].push_back(x.q[j]), log.qd[j].push_back(x.qd[j]);
      log.effort[j].push_back(tau[j] + noise * (uniform() + uniform() - 1.0));
    }
  }
  return log;
}

TEST(LoadedFriction, IsFoundWithItsShareOfTheLoad) {
  const robot::Robot truth = loaded(puma260());
  const auto found = identified_robot(puma260(), {virtual_log(truth, 5, 0.02)}).take();
  std::size_t with_load = 0;
  for (std::size_t j = 0; j < 6; ++j) {
    const auto& memory = found.possible.robot.parameters.drive[j].memory;
    ASSERT_TRUE(memory) << j;
    if (j > 2) continue;  // the wrist hardly has a load
    EXPECT_NEAR(memory->growth.load, c1, 0.2 * c1) << j;
    with_load += memory->growth.load > 0.0;
  }
  EXPECT_EQ(with_load, 3u);
  // what is written is what was fitted: both files along a log that they have not seen
  const recording::Recording fresh = virtual_log(truth, 17, 0.0);
  const double model = validate(found.prior, found.found.model, fresh).error.all;
  const double file = validate(found.reduced, found.found.model.preparation, fresh).error.all;
  EXPECT_LT(model, 3.0);
  EXPECT_NEAR(file, model, 1e-6);
  // without a memory it is worse than with one, and better than with the same levels
  robot::Robot refitted = without_memory(found.reduced), same_levels = refitted;
  for (std::size_t j = 0; j < 6; ++j) {
    const auto& m = *found.reduced.parameters.drive[j].memory;
    auto& drive = same_levels.parameters.drive[j];
    same_levels.tree.friction[j] = robot::FrictionKind::coulomb;
    drive.coulomb = m.coulomb, drive.viscous = m.viscous, drive.offset = m.offset, drive.growth = m.growth;
  }
  same_levels.tree.loaded_friction = true;
  const double stateless = validate(refitted, found.found.model.preparation, fresh).error.all;
  EXPECT_GT(stateless, file);
  EXPECT_LT(stateless, validate(same_levels, found.found.model.preparation, fresh).error.all);
}

TEST(LoadedFriction, IsNotFoundWhereThereIsNone) {
  const auto found = identify(puma260(), {virtual_log(puma260(), 7, 0.05)}).take();
  for (const ModelColumn& column : found.model.columns)
    if (column.kind == ModelColumn::Kind::friction) {
      EXPECT_EQ(column.part, FrictionPart::level) << column.name.name;
    }
}

TEST(LoadedFriction, IsSettledWhereTheWholeModelIsLeast) {
  // at the solution of the expanded rows no small change of any number makes the squared error of the model smaller
  const robot::Robot truth = loaded(puma260());
  const recording::Recording log = virtual_log(truth, 9, 0.05);
  Settings settings;
  settings.friction = {FrictionForm::presliding};
  settings.delay = 0.0, settings.cutoff_hz = 0.0, settings.window = 1, settings.cut_standstill = false;
  const auto found = identify(puma260(), {log}, settings).take();
  const auto squares = [&](const TorqueModel& model) {
    const Validation v = validate(puma260(), model, log);
    double sum = 0.0;
    for (std::size_t j = 0; j < 6; ++j) {
      double own = 0.0;
      for (std::size_t k = 0; k < v.samples.size(); ++k)
        own += (v.torque[j][k] - v.prediction[j][k]) * (v.torque[j][k] - v.prediction[j][k]);
      sum += own / (found.residual_deviation[j] * found.residual_deviation[j]);
    }
    return sum;
  };
  const double least = squares(found.full);
  for (std::size_t c = 0; c < found.full.columns.size(); ++c) {
    if (found.full.columns[c].kind != ModelColumn::Kind::friction) continue;
    for (const double change : {-0.05, 0.05}) {
      TorqueModel other = found.full;
      other.values[c] *= 1.0 + change;
      EXPECT_GT(squares(other), (1.0 - 2e-4) * least) << found.full.columns[c].name.name << " " << change;
    }
  }
}

TEST(LoadedFriction, CannotBeToldFromAGainWithoutBeingDrivenBack) {
  // a lift that only goes up: friction and weight always ask for the same direction
  robot::Robot lift;
  lift.name = "lift";
  lift.tree.add(robot::JointType::prismatic, robot::Tree::base);
  lift.tree.friction = {robot::FrictionKind::coulomb};
  auto& par = lift.parameters;
  par.gravity = {0.0, 0.0, -9.81};
  par.placement = {{spatial::identity3<double>(), {}}}, par.link_frame = par.placement;
  par.offset = {0.0}, par.q0 = {0.0}, par.body = {{3.0, {}, {}}}, par.drive.resize(1);
  lift.limits.emplace_back(), lift.drive_gain = {1.0};
  lift.joints = {"lift"}, lift.links = {"cabin"}, lift.drives = {"lift"};
  recording::Recording log;
  log.name = "up.csv", log.joints = lift.drives, log.effort_kind = recording::Effort::torque;
  log.q.resize(1), log.effort.resize(1);
  std::mt19937 random(3);
  for (std::size_t k = 0; k < 2000; ++k) {
    const double t = 0.01 * static_cast<double>(k);
    log.t.push_back(t), log.q[0].push_back(0.2 * t + 0.05 * std::sin(2.0 * t));
    log.effort[0].push_back(1.1 * 3.0 * (9.81 - 0.2 * std::sin(2.0 * t)) +
                            1e-9 * static_cast<double>(random() % 9999999));
  }
  const auto found = identify(lift, {log});
  ASSERT_TRUE(found.ok());
  std::string all;
  for (const auto& reason : found.value().reasons) all += reason + "\n";
  EXPECT_NE(all.find("cannot be told from the drive's gain"), std::string::npos) << all;
  EXPECT_NE(all.find("hardly is driven back"), std::string::npos) << all;
}

}  // namespace
}  // namespace tauforge::identify
