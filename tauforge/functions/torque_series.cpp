#include "tauforge/functions/torque_series.h"

#include <algorithm>

#include "tauforge/functions/instances.h"

namespace tauforge::functions {

void friction_step(const robot::Tree& tree, const robot::Parameters<double>& par, std::span<const double> q,
                   std::span<const double> qd, std::span<const double> load, double dt,
                   std::span<dynamics::PreslidingState<double>> memory, std::span<double> f) noexcept {
  for (std::size_t j = 0; j < f.size(); ++j) {
    const robot::Drive<double>& drive = par.drive[j];
    f[j] = drive.memory ? dynamics::friction_step(drive, q[j], qd[j], load[j], dt, memory[j])
                        : dynamics::friction(tree.friction[j], drive, q[j], qd[j], load[j]);
  }
}

TorqueSeries::TorqueSeries(const robot::Robot& robot)
    : drives_(robot.tree, robot.parameters), memory_(robot.parameters.drive.size()) {}

void TorqueSeries::begin() {
  std::fill(memory_.begin(), memory_.end(), dynamics::PreslidingState<double>{});
  begun_ = false;
}

void TorqueSeries::torques(const State<double>& theta, double t, std::span<double> tau) {
  if (!drives_.tree().loaded_friction) return drives_.torques(theta, tau);
  if (begun_ && !(t > last_)) begin();
  const double dt = begun_ ? t - last_ : 0.0;
  begun_ = true, last_ = t;
  drives_.torques(theta, tau, {.friction = true});
  std::vector<double> f(memory_.size());
  const std::span<double> load = tau.last(f.size());
  friction_step(drives_.tree(), drives_.parameters(), theta.q, theta.qd, load, dt, memory_, f);
  for (std::size_t j = 0; j < f.size(); ++j) load[j] += f[j];
}

}  // namespace tauforge::functions
