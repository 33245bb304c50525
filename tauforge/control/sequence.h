// What happens around a motion, release by release, and what the digital outputs are told meanwhile.
//
//   held         brakes are engaged; the drives take over what they carry, for `overlap`
//   homing       potentiometers and index pulses (homing.h); brakes hold the arm while it only measures
//   approaching  from there to where the motion begins: a quintic at rest at both ends, no drive above its approach speed
//   moving       the motion in its own time; after its end the arm is held there
//   braked       brakes engage `settle` after the end; the drives still hold
//   resting      `overlap` later they let go
//
// held, braked and resting exist where brakes are asked for, homing where there are axes to home, approaching after either
// of the first two, or where it is asked for. Without any of them the motion begins at time zero.
//
// After every start a motion may begin slowly: its time passes at a rate that grows from `start_speed` to 1,
//   t_m = integral of s dt,   qd = s dq/dt_m,   qdd = s^2 d2q/dt_m^2 + s' dq/dt_m                                    (1)
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tauforge/control/homing.h"
#include "tauforge/executive/policy.h"
#include "tauforge/motion/sampled.h"

namespace tauforge::control {

using executive::Nanoseconds;

enum class Phase : std::uint8_t { held, homing, approaching, moving, braked, resting };

// A digital line is switched.
struct Switching {
  Nanoseconds at = 0;      // of the motion's own time
  std::uint64_t line = 0;  // its bit
  bool on = true;
};

struct SequenceSettings {
  bool brakes_at_start = false, brakes_at_end = false;
  Nanoseconds overlap = 200'000'000, settle = 200'000'000;
  bool approach = false;               // from where the arm is measured, though there are neither brakes nor homing
  double start_speed = 1.0;            // s of (1) at first
  double start_time = 0.0;             // how long it grows                       [s]
  std::vector<double> approach_speed;  // per drive, above zero  [rad/s or m/s]
  std::vector<Switching> outputs;      // in the order of time
};

class Sequence {
 public:
  // Keeps a reference to the motion. `homing`: one axis per drive, or none.
  Sequence(const motion::Sampled& motion, SequenceSettings settings = {}, std::vector<HomingAxis> homing = {});

  // Once per release, after Axes::update; true: the axes mean other positions than before.
  bool step(Nanoseconds now, const Reading& reading, double dt, Axes& axes) noexcept;
  // Instead of a step, while the arm is stopped: everything waits, and goes on from where it was.
  void pause(Nanoseconds now) noexcept;
  // The arm was stopped, stands at q, and goes on: held by brakes and drives, then to where the motion was left.
  void resume(Nanoseconds now, std::span<const double> q) noexcept;
  // What digital() and the law say has reached the machine: overlaps of brakes and drives begin there.
  void applied(Nanoseconds now) noexcept;

  std::size_t joints() const noexcept { return motion_.joints(); }
  // Where the arm should be at a time of the executive [s], as far as is known now.
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const noexcept;
  Phase phase() const noexcept { return phase_; }
  bool moves() const noexcept { return phase_ >= Phase::moving; }  // the motion has begun: its law leads
  std::uint64_t digital() const noexcept;                          // brakes among them

  const Homing* homing() const noexcept { return homing_ ? &*homing_ : nullptr; }
  bool homing_failed() const noexcept { return homing_ && homing_->phase() == HomingPhase::failed; }
  // How long a drive was homed; below zero: it is not yet [ns].
  Nanoseconds homed_after(std::size_t drive) const noexcept { return homed_after_[drive]; }
  // No approach over such distances takes longer [s].
  double approach_time(std::span<const double> distances) const noexcept;

 private:
  bool home(Nanoseconds now, const Reading& reading, double dt, Axes& axes) noexcept;
  void approach(Nanoseconds now, std::span<const double> from) noexcept;
  void switch_outputs(Nanoseconds now) noexcept;
  // (1) at a time of the executive [s]
  struct Pace {
    double time, rate, growth;
  };
  Pace pace(double t) const noexcept;

  const motion::Sampled& motion_;
  SequenceSettings settings_;
  std::optional<Homing> homing_;
  std::vector<Nanoseconds> homed_after_;
  Phase phase_ = Phase::moving;
  bool any_ = false;                                // a step was made
  bool applied_ = false;                            // since the phase began
  Nanoseconds last_ = 0;                            // step or pause
  Nanoseconds since_ = 0;                           // when the phase began
  Nanoseconds began_ = 0;                           // when the motion did
  double base_ = 0;                                 // t_m when it did            [s]
  double approach_time_ = 0;                        // [s]
  std::vector<double> from_, to_, apart_, unused_;  // of the approach; held at the first
  std::size_t switched_ = 0;                        // outputs that were
  std::uint64_t lines_ = 0;
};

}  // namespace tauforge::control
