#include "tauforge/control/homing.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::control {

namespace {

double revolution_way(const HomingAxis& homing, const Axis& axis) {
  return std::abs(axis.step) * static_cast<double>(homing.counts_per_revolution);  // (3)
}

}  // namespace

const char* describe(HomingFault fault) noexcept {
  switch (fault) {
    case HomingFault::none: return "none";
    case HomingFault::potentiometer_too_noisy: return "the potentiometer is too noisy to tell the revolution";
    case HomingFault::revolution_ambiguous: return "potentiometer and index pulse contradict each other";
    case HomingFault::no_index: return "no index pulse within a revolution";
  }
  return "";
}

Homing::Homing(std::vector<HomingAxis> axes)
    : axes_(std::move(axes)), drives_(axes_.size()), q_(axes_.size()), qd_(axes_.size()) {
  for (const HomingAxis& axis : axes_)
    diagnostic::require(axis.counts_per_revolution > 0 && axis.volts_per_unit != 0 && axis.speed > 0 &&
                            axis.acceleration > 0 && axis.samples >= 2,
                        "homing needs an index, a potentiometer, a speed and samples");
}

HomingPhase Homing::phase() const noexcept {
  HomingPhase least = HomingPhase::found;
  for (const Progress& drive : drives_) {
    if (drive.phase == HomingPhase::failed) return HomingPhase::failed;
    least = std::min(least, drive.phase);
  }
  return least;
}

void Homing::measure(std::size_t i, const Reading& reading, const Axis& axis) noexcept {
  Progress& drive = drives_[i];
  const double x = (reading.potentiometers[i] - axes_[i].volts_at_zero) / axes_[i].volts_per_unit -
                   axis.step * static_cast<double>(reading.counts[i]);  // (1)
  const double off = x - drive.mean;
  drive.mean += off / ++drive.samples;
  drive.squares += off * (x - drive.mean);
}

double Homing::uncertainty(std::size_t i) const noexcept {
  const double n = drives_[i].samples;
  return 5 * std::sqrt(drives_[i].squares / (n - 1) / n) + axes_[i].potentiometer_error;  // (2)
}

// The same place by another name: the reference goes along, so that a law sees no step.
void Homing::move_to(std::size_t i, std::int64_t counts, double position, Axes& axes) noexcept {
  const double before = axes[i].offset;
  axes.set_position(i, counts, position);
  q_[i] += axes[i].offset - before;
}

void Homing::step(const Reading& reading, double dt, Axes& axes) noexcept {
  const bool failed = phase() == HomingPhase::failed;
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    Progress& drive = drives_[i];
    if (drive.phase == HomingPhase::measuring || drive.phase == HomingPhase::searching) measure(i, reading, axes[i]);
    if (drive.phase == HomingPhase::measuring) {
      if (drive.samples == 1) {
        q_[i] = axes.q()[i];
        move_to(i, 0, drive.mean, axes);
      }
      if (drive.samples >= axes_[i].samples && !failed) begin_search(i, reading, axes);
    } else if (drive.phase == HomingPhase::searching) {
      search(i, reading, axes);
    } else if (drive.phase == HomingPhase::braking && qd_[i] == 0) {
      drive.phase = HomingPhase::found;
    }
    const double change = axes_[i].acceleration * std::max(dt, 0.0), wanted = failed ? 0.0 : drive.target;
    qd_[i] += std::clamp(wanted - qd_[i], -change, change);
    q_[i] += qd_[i] * std::max(dt, 0.0);
  }
}

void Homing::begin_search(std::size_t i, const Reading& reading, Axes& axes) noexcept {
  Progress& drive = drives_[i];
  if (!(uncertainty(i) < 0.5 * revolution_way(axes_[i], axes[i]))) return fail(i, HomingFault::potentiometer_too_noisy);
  move_to(i, 0, drive.mean, axes);
  drive.phase = HomingPhase::searching;
  drive.pulses = reading.index_pulses[i];
  drive.began = q_[i];
  drive.target = axes.q()[i] > axes_[i].middle ? -axes_[i].speed : axes_[i].speed;
}

void Homing::search(std::size_t i, const Reading& reading, Axes& axes) noexcept {
  Progress& drive = drives_[i];
  const double L = revolution_way(axes_[i], axes[i]);
  if (reading.index_pulses[i] == drive.pulses) {
    // the reference leads the arm a little: it gets a quarter more than a revolution
    if (std::abs(q_[i] - drive.began) > 1.25 * L) fail(i, HomingFault::no_index);
    return;
  }
  const std::int64_t counts = reading.index_counts[i];
  const double e = drive.mean + axes[i].step * static_cast<double>(counts);  // (4)
  drive.revolution = std::llround((e - axes_[i].index_position) / L);
  const double p_k = axes_[i].index_position + static_cast<double>(drive.revolution) * L;
  drive.residual = e - p_k;
  const double s = uncertainty(i);
  if (!(s < 0.5 * L)) return fail(i, HomingFault::potentiometer_too_noisy);
  if (!(std::abs(drive.residual) + s < 0.5 * L)) return fail(i, HomingFault::revolution_ambiguous);  // (5)
  move_to(i, counts, p_k, axes);
  drive.phase = HomingPhase::braking;
  drive.target = 0;
}

void Homing::fail(std::size_t i, HomingFault fault) noexcept {
  drives_[i].phase = HomingPhase::failed;
  drives_[i].fault = fault;
  drives_[i].target = 0;
}

}  // namespace tauforge::control
