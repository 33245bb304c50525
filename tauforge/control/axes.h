// The calibration of a machine: what its cards say and are told, in the units of control laws.
//
//   q_i  = step_i counts_i + offset_i                                                   (1), step negative: counts down
//   qd_i = first-order low-pass of (q_i - q_i before) / dt                              (2)
//   u_i  = tau_i / torque_per_volt_i, at most max_volts                                 (3)
//
// (2) with the cut-off w_c [rad/s]: x += (1 - exp(-w_c dt)) (difference - x). A step of one count in a period is a speed
// of step/dt: the cut-off decides how much of that noise a law sees, and how late.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/hardware.h"

namespace tauforge::control {

struct Axis {
  double step = 1e-4;          // way per count, with its sign        [rad or m]
  double offset = 0;           // position at count zero              [rad or m]
  double torque_per_volt = 1;  // with its sign                       [N m/V or N/V]
  double max_volts = 10;       //                                     [V]
  double cut_off = 1000;       // of the speed; infinity: unfiltered  [rad/s]
  double start_speed = 0;      // that the first reading finds        [rad/s or m/s]
};

class Axes {
 public:
  explicit Axes(std::vector<Axis> axes);

  std::size_t drives() const noexcept { return axes_.size(); }
  // dt since the last call [s]; the first call finds the arm at its start speed.
  void update(const Reading& reading, double dt) noexcept;
  std::span<const double> q() const noexcept { return q_; }
  std::span<const double> qd() const noexcept { return qd_; }

  // (3); returns whether any drive is told less than was asked.
  bool volts(std::span<const double> tau, std::span<double> volts) const noexcept;
  // What a homing has found: q(counts) = position. Speeds go on undisturbed.
  void set_position(std::size_t drive, std::int64_t counts, double position) noexcept;

  const Axis& operator[](std::size_t drive) const noexcept { return axes_[drive]; }

 private:
  std::vector<Axis> axes_;
  std::vector<std::int64_t> counts_;
  std::vector<double> q_, qd_;
  bool started_ = false;
};

}  // namespace tauforge::control
