// The momentum observer on the virtual arm: what acts on the arm besides its drives is what the observer says.
#include "tauforge/control/momentum_observer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/control/template_model.h"
#include "tauforge/simulate/virtual_robot.h"
#include "tests/support/robots.h"

namespace tauforge::simulate {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr double period = 1e-3, K = 30.0;

// A PUMA 260 that follows a slow sine by PD with gravity; `outside` is put on its drives without anybody being told.
class Watched {
 public:
  explicit Watched(const spatial::Inertia<double>& payload = {}, bool friction = false)
      : arm_(tests::robot_in_folder("puma260")), model_(arm_), robot_(arm_, settings(payload, friction)) {
    observer.emplace(model_, std::vector<double>(6, K));
  }

  std::vector<double> outside = std::vector<double>(6, 0.0);
  double amplitude = 0.4;  // of the motion [rad]
  std::optional<control::MomentumObserver> observer;

  control::TemplateModel& model() { return model_; }
  VirtualRobot& robot() { return robot_; }

  // One period; the observer sees the truth.
  void step() {
    observer->step({robot_.q(), robot_.qd()}, tau_, period);
    const double t = period * static_cast<double>(step_);
    model_.gravity(robot_.q(), tau_);
    std::vector<double> volts(6);
    for (std::size_t i = 0; i < 6; ++i) {
      const double w = 3.0 + 0.5 * static_cast<double>(i), inertia = i < 3 ? 0.5 : 0.02;
      const double q = start(i) + amplitude * (1.0 - std::cos(w * t)), qd = amplitude * w * std::sin(w * t);
      tau_[i] += inertia * (400.0 * (q - robot_.q()[i]) + 40.0 * (qd - robot_.qd()[i]));
      const double greatest = 10.0 * per_volt(i);
      tau_[i] = std::clamp(tau_[i], -greatest, greatest);
      volts[i] = (tau_[i] + outside[i]) / per_volt(i);
    }
    robot_.write(step_ * ms, {volts, 0});
    robot_.advance(++step_ * ms);
  }

 private:
  static double start(std::size_t i) { return 0.1 * static_cast<double>(i) - 0.6; }
  double per_volt(std::size_t i) const { return robot_.settings().amplifiers[i].torque_per_volt; }
  VirtualRobotSettings settings(const spatial::Inertia<double>& payload, bool friction) const {
    VirtualRobotSettings s;
    for (std::size_t i = 0; i < 6; ++i) s.start.push_back(start(i));
    s.friction = friction, s.payload = payload;
    s.converter.bits = 0;
    s.integrator.step = 2e-4;
    s.amplifiers = default_settings(arm_).amplifiers;
    for (auto& amplifier : s.amplifiers) amplifier.torque_per_volt *= 3.0;  // enough for all that acts
    return s;
  }

  robot::Robot arm_;
  control::TemplateModel model_;
  VirtualRobot robot_;
  std::vector<double> tau_ = std::vector<double>(6, 0.0);
  std::int64_t step_ = 0;
};

// Friction off: the model's own is taken away by a robot file without; the arm's dry friction has its own test below.
class Frictionless : public control::TemplateModel {
 public:
  using TemplateModel::TemplateModel;
  void friction(std::span<const double>, std::span<const double>, std::span<double> tau) const noexcept override {
    std::fill(tau.begin(), tau.end(), 0.0);
  }
};

TEST(MomentumObserverOnTheVirtualArm, SeesNothingWhereNothingActs) {
  Watched watched;
  const Frictionless model(tests::robot_in_folder("puma260"));
  watched.observer.emplace(model, std::vector<double>(6, K));
  double worst = 0.0, fastest = 0.0;
  for (int k = 0; k < 1500; ++k) {
    watched.step();
    if (k == 0) continue;
    for (const double r : watched.observer->residual()) worst = std::max(worst, std::abs(r));
    for (const double qd : watched.robot().qd()) fastest = std::max(fastest, std::abs(qd));
  }
  EXPECT_GT(fastest, 1.0);
  EXPECT_LT(worst, 2e-3);  // of torques of some 10 N m: what a mean over a period is off by
}

TEST(MomentumObserverOnTheVirtualArm, ShowsATorqueFromOutsideWithTheTimeConstantOfItsGain) {
  Watched watched;
  const Frictionless model(tests::robot_in_folder("puma260"));
  watched.observer.emplace(model, std::vector<double>(6, K));
  for (int k = 0; k < 300; ++k) watched.step();
  watched.outside = {1.0, -2.0, 0.5, 0.1, -0.1, 0.05};
  for (int k = 0; k < 200; ++k) {
    watched.step();  // the observer sees what the period before did
    const double t = period * k;
    for (std::size_t i = 0; i < 6; ++i) {
      const double expected = watched.outside[i] * (1.0 - std::exp(-K * t));
      EXPECT_NEAR(watched.observer->residual()[i], expected, 0.02 * std::abs(watched.outside[i]) + 2e-3)
          << "drive " << i + 1 << " after " << t << " s";
    }
  }
}

TEST(MomentumObserverOnTheVirtualArm, ShowsADroppedPayloadAsItsWeight) {
  const double m = 1.5;
  spatial::Inertia<double> payload;
  payload.m = m, payload.h.z = 0.05 * m;
  payload.I = {0.003 * m, 0.003 * m, 0.001 * m, 0, 0, 0};
  Watched watched(payload);
  watched.amplitude = 0.0;
  Frictionless model(tests::robot_in_folder("puma260"));
  model.carry({m, 0, 0, 0.05 * m, 0.003 * m, 0.003 * m, 0.001 * m, 0, 0, 0}), model.refresh();
  watched.model().carry({m, 0, 0, 0.05 * m, 0.003 * m, 0.003 * m, 0.001 * m, 0, 0, 0}), watched.model().refresh();
  watched.observer.emplace(model, std::vector<double>(6, K));
  for (int k = 0; k < 500; ++k) watched.step();
  for (const double r : watched.observer->residual()) EXPECT_NEAR(r, 0.0, 5e-3) << "held, and known";
  watched.robot().set_payload({});
  for (int k = 0; k < 1500; ++k) watched.step();
  std::vector<double> with(6), without(6);
  model.gravity(watched.robot().q(), with);
  control::TemplateModel(tests::robot_in_folder("puma260")).gravity(watched.robot().q(), without);
  EXPECT_GT(std::abs(with[1] - without[1]), 1.0);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(watched.observer->residual()[i], with[i] - without[i], 0.02 + 0.01 * std::abs(with[i] - without[i]))
        << "drive " << i + 1;
}

// Less than the dry friction of a drive at rest moves nothing, so it leaves no trace in any momentum.
TEST(MomentumObserverOnTheVirtualArm, CannotTellWhatDryFrictionHolds) {
  Watched watched({}, true);
  watched.amplitude = 0.0;
  for (int k = 0; k < 500; ++k) watched.step();
  for (const double qd : watched.robot().qd()) EXPECT_EQ(qd, 0.0);
  const robot::Robot arm = tests::robot_in_folder("puma260");
  watched.outside = {0.3, 0.0, 0.0, 0.0, 0.0, 0.0};  // less than the drive's friction holds
  ASSERT_GT(arm.parameters.drive[0].coulomb, 0.3);
  const double before = watched.observer->residual()[0];
  for (int k = 0; k < 500; ++k) watched.step();
  EXPECT_EQ(watched.robot().qd()[0], 0.0);
  EXPECT_NEAR(watched.observer->residual()[0], before, 1e-9) << "it is held: nobody can tell";
}

}  // namespace
}  // namespace tauforge::simulate
