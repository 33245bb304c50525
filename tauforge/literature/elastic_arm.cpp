#include "tauforge/literature/elastic_arm.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tauforge/diagnostic/require.h"

namespace tauforge::literature {

namespace {

constexpr double longest_step = 1e-4;  // [s]

robot::Robot without_rotors(robot::Robot robot) {
  for (auto& drive : robot.parameters.drive) drive.inertia = 0.0;
  return robot;
}

}  // namespace

ElasticArm::ElasticArm(const robot::Robot& robot, double frequency, double damping)
    : bodies_(without_rotors(robot), false), rotor_(robot.parameters.drive) {
  diagnostic::require(robot.tree.direct && !robot.tree.floating, "an elastic arm has one drive per joint");
  const std::size_t n = rotor_.size();
  for (auto* x : {&q_, &qd_, &qdd_, &theta_, &thetad_, &spring_}) x->assign(n, 0.0);
  grips_.assign(n, simulate::Grip::free);
  // of the bodies behind each gear, the others held
  std::vector<double> free(n, 0.0), speed(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(speed.begin(), speed.end(), 0.0), speed[i] = 1.0;
    const double inertia = 2.0 * bodies_.kinetic_energy(free, speed);
    const double w = 2.0 * std::numbers::pi * frequency;
    stiffness_.push_back(inertia * w * w), damping_.push_back(2.0 * damping * inertia * w);  // (4)
  }
}

void ElasticArm::set_position(std::span<const double> q) {
  std::copy(q.begin(), q.end(), q_.begin());
  std::fill(qd_.begin(), qd_.end(), 0.0), std::fill(thetad_.begin(), thetad_.end(), 0.0);
  bodies_.gravity(q_, true, spring_);
  for (std::size_t i = 0; i < q_.size(); ++i) theta_[i] = q_[i] + spring_[i] / stiffness_[i];
}

void ElasticArm::advance(double duration, std::span<const double> tau) {
  const auto steps = static_cast<int>(std::ceil(duration / longest_step));
  const double h = duration / steps;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < q_.size(); ++i)
      spring_[i] = stiffness_[i] * (theta_[i] - q_[i]) + damping_[i] * (thetad_[i] - qd_[i]);  // (3)
    bodies_.acceleration(q_, qd_, spring_, grips_, qdd_);                                      // (1)
    for (std::size_t i = 0; i < q_.size(); ++i) {
      const auto& rotor = rotor_[i];
      // (2): friction opposes the speed at the end of the step
      const double free =
          thetad_[i] + h * (tau[i] - spring_[i] - rotor.offset - rotor.viscous * thetad_[i]) / rotor.inertia;
      const double most = h * rotor.coulomb / rotor.inertia;
      thetad_[i] = std::abs(free) <= most ? 0.0 : free - std::copysign(most, free);
      theta_[i] += h * thetad_[i];
      qd_[i] += h * qdd_[i], q_[i] += h * qd_[i];
    }
  }
}

}  // namespace tauforge::literature
