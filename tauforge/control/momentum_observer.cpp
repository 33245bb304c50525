#include "tauforge/control/momentum_observer.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

MomentumObserver::MomentumObserver(const Model& model, std::vector<double> gains)
    : model_(model),
      gains_(std::move(gains)),
      r_(model.joints()),
      p_(model.joints()),
      b_(model.joints()),
      now_(2 * model.joints()),
      friction_(model.joints()) {
  diagnostic::require(gains_.size() == model.joints(), "a gain of the observer for every joint");
  for (const double K : gains_) diagnostic::require(K > 0.0, "gains of the observer are above zero");
}

void MomentumObserver::restart() noexcept {
  any_ = false;
  std::fill(r_.begin(), r_.end(), 0.0);
}

void MomentumObserver::step(const State& x, std::span<const double> tau, double dt) noexcept {
  const std::size_t n = r_.size();
  model_.momentum(x.q, x.qd, now_);
  model_.friction(x.q, x.qd, friction_);
  for (std::size_t i = 0; i < n; ++i) {
    const double p = now_[i], b = now_[n + i] - friction_[i], K = gains_[i];
    if (any_) r_[i] = (r_[i] + K * (p - p_[i] - dt * (tau[i] + 0.5 * (b_[i] + b)))) / (1.0 + K * dt);  // (3)
    p_[i] = p, b_[i] = b;
  }
  any_ = true;
}

}  // namespace tauforge::control
