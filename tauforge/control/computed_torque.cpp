#include "tauforge/control/computed_torque.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

Gains equal_poles(ComputedTorqueLaw law, std::size_t joints, double w) {
  const auto all = [&](double gain) { return std::vector<double>(joints, gain); };
  if (law == ComputedTorqueLaw::integral_tracking) return {all(3 * w * w), all(3 * w), all(w * w * w)};
  return {all(w * w), all(2 * w), all(0.0)};
}

ComputedTorque::ComputedTorque(const Model& model, ComputedTorqueLaw law, Gains gains, std::vector<double> max_torque)
    : model_(model), law_(law), gains_(std::move(gains)), max_torque_(std::move(max_torque)) {
  const std::size_t n = model.joints();
  diagnostic::require(
      gains_.Kp.size() == n && gains_.Kd.size() == n && gains_.Ki.size() == n && max_torque_.size() == n,
      "gains and limits for every joint");
  v_.assign(n, 0.0);
  z_.assign(n, 0.0);
}

void ComputedTorque::step(const State& x, const Reference& r, double dt, std::span<double> tau) noexcept {
  const std::size_t n = v_.size();
  for (std::size_t j = 0; j < n; ++j) {
    const double e = x.q[j] - r.q[j];
    if (law_ == ComputedTorqueLaw::point_to_point) {
      v_[j] = -gains_.Kd[j] * x.qd[j] - gains_.Kp[j] * e;  // (2)
    } else {
      v_[j] = r.qdd[j] - gains_.Kd[j] * (x.qd[j] - r.qd[j]) - gains_.Kp[j] * e;         // (3)
      if (law_ == ComputedTorqueLaw::integral_tracking) v_[j] -= gains_.Ki[j] * z_[j];  // (4)
    }
  }
  model_.inverse_dynamics(x.q, x.qd, v_, tau);  // (1)
  for (std::size_t j = 0; j < n; ++j) {
    const double e = x.q[j] - r.q[j], asked = tau[j];
    tau[j] = std::clamp(asked, -max_torque_[j], max_torque_[j]);
    // a negative e raises the torque
    const bool drives_further = std::abs(asked) > max_torque_[j] && asked * e < 0.0;
    if (law_ == ComputedTorqueLaw::integral_tracking && !drives_further) z_[j] += e * dt;
  }
}

void ComputedTorque::reset() noexcept { std::fill(z_.begin(), z_.end(), 0.0); }

}  // namespace tauforge::control
