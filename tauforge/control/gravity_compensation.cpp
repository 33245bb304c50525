#include "tauforge/control/gravity_compensation.h"

#include <utility>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

GravityCompensation::GravityCompensation(const Model& model, GravityLaw law, std::vector<double> Kp,
                                         std::vector<double> Kd, bool drives_carry_gravity)
    : model_(model),
      law_(law),
      Kp_(std::move(Kp)),
      Kd_(std::move(Kd)),
      drives_carry_gravity_(drives_carry_gravity),
      G_(model.joints()),
      G_d_(model.joints()) {
  diagnostic::require(law != GravityLaw::pd_with_gravity || (Kp_.size() == G_.size() && Kd_.size() == G_.size()),
                      "gains for every joint");
}

void GravityCompensation::step(const State& x, const Reference& r, std::span<double> tau) noexcept {
  const std::size_t n = G_.size();
  model_.gravity(x.q, G_);
  switch (law_) {
    case GravityLaw::feed_forward: model_.inverse_dynamics(r.q, r.qd, r.qdd, tau); break;  // (1)
    case GravityLaw::feed_forward_with_gravity:
      model_.inverse_dynamics(r.q, r.qd, r.qdd, tau);
      model_.gravity(r.q, G_d_);
      for (std::size_t j = 0; j < n; ++j) tau[j] += G_[j] - G_d_[j];  // (2)
      break;
    case GravityLaw::gravity:
      for (std::size_t j = 0; j < n; ++j) tau[j] = G_[j];  // (3)
      break;
    case GravityLaw::pd_with_gravity:
      for (std::size_t j = 0; j < n; ++j)
        tau[j] = G_[j] - Kd_[j] * (x.qd[j] - r.qd[j]) - Kp_[j] * (x.q[j] - r.q[j]);  // (4)
      break;
  }
  if (drives_carry_gravity_)
    for (std::size_t j = 0; j < n; ++j) tau[j] -= G_[j];
}

}  // namespace tauforge::control
