#include "tauforge/control/axes.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

Axes::Axes(std::vector<Axis> axes)
    : axes_(std::move(axes)), counts_(axes_.size()), q_(axes_.size()), qd_(axes_.size()) {
  for (const Axis& axis : axes_)
    diagnostic::require(axis.step != 0 && axis.torque_per_volt != 0, "an axis has a step and a torque per volt");
}

void Axes::update(const Reading& reading, double dt) noexcept {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Axis& axis = axes_[i];
    // the difference of counts is exact, that of positions is not
    const double moved = axis.step * static_cast<double>(reading.counts[i] - counts_[i]);
    counts_[i] = reading.counts[i];
    q_[i] = axis.step * static_cast<double>(counts_[i]) + axis.offset;  // (1)
    if (!started_) {
      qd_[i] = axis.start_speed;
    } else if (dt > 0) {
      qd_[i] += -std::expm1(-axis.cut_off * dt) * (moved / dt - qd_[i]);  // (2)
    }
  }
  started_ = true;
}

bool Axes::volts(std::span<const double> tau, std::span<double> volts) const noexcept {
  bool limited = false;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const double wanted = tau[i] / axes_[i].torque_per_volt;
    volts[i] = std::clamp(wanted, -axes_[i].max_volts, axes_[i].max_volts);
    limited = limited || volts[i] != wanted;
  }
  return limited;
}

void Axes::set_position(std::size_t drive, std::int64_t counts, double position) noexcept {
  Axis& axis = axes_[drive];
  axis.offset = position - axis.step * static_cast<double>(counts);
  q_[drive] = axis.step * static_cast<double>(counts_[drive]) + axis.offset;
}

}  // namespace tauforge::control
