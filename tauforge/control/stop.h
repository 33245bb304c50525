// How an arm is brought to rest, by kind (IEC 60204-1), and left so that nothing moves any more.
//
//   category 0   drives off, brakes on, at once: nobody knows any more where the arm is
//   category 1   ramping    qd_j falls evenly to zero within T_j (braking.h), by the model and PD around it           (1)
//                engaging   at rest: brakes are told to engage; the drives hold the arm until they surely do
//                off        brakes hold it; no torque, no power
//   without brakes, instead of the last two:
//                lowering   tau = s G(q) - C qd, s from 1 to 0 within a second, C_j = max |G_j| / v: the arm sinks,   (2)
//                           no drive faster than v; a drive that comes to a limit of its joint is held there
//                off        at the bottom, or where friction holds it
//
// An arm with brakes that leaves its ramp, or is not at rest a second after it, is stopped by category 0 instead: its drives
// do not do what they are told.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/alarm.h"
#include "tauforge/control/braking.h"
#include "tauforge/control/law.h"
#include "tauforge/control/model.h"

namespace tauforge::control {

enum class StopPhase : std::uint8_t { none, ramping, engaging, lowering, off };

struct StopSettings {
  Gains gains;                 // PD around the ramp                                    [N m/rad, N m s/rad]
  TorqueLimits limits;         // torques; a rate only where the drives need one
  bool brakes = true;          // the machine has some
  double brake_delay = 0.05;   // from the command until they hold                      [s]
  double lowering = 0.1;       // v of (2)                                              [rad/s or m/s]
  std::vector<double> weight;  // max |G_j| over the workspace                          [N m or N]
  PositionLimits positions;    // of the joints
};

class Stop {
 public:
  // Keeps a reference to the model.
  Stop(const Model& model, StopSettings settings);

  // `times`: in which each drive comes to rest; `tau`: in force. A stop that has begun can only become more severe.
  void begin(StopCategory category, const State& x, std::span<const double> times,
             std::span<const double> tau) noexcept;
  // The torques of one period of dt seconds.
  void step(const State& x, double dt, std::span<double> tau) noexcept;
  // Somebody lets the arm go on.
  void release() noexcept { phase_ = StopPhase::none, category_ = StopCategory::none; }

  bool active() const noexcept { return phase_ != StopPhase::none; }
  bool over() const noexcept { return phase_ == StopPhase::off; }
  StopPhase phase() const noexcept { return phase_; }
  StopCategory category() const noexcept { return category_; }
  bool brakes() const noexcept { return settings_.brakes && phase_ >= StopPhase::engaging; }
  bool enable() const noexcept { return phase_ != StopPhase::off; }  // the drives have power

 private:
  void ramp(const State& x, double dt, std::span<double> tau) noexcept;
  void lower(const State& x, std::span<double> tau) noexcept;
  void enter(StopPhase phase) noexcept { phase_ = phase, since_ = stood_ = 0; }
  bool rests(const State& x, double dt) noexcept;
  bool leaves_its_ramp(const State& x) const noexcept;
  bool at_a_limit(std::size_t drive, const State& x, double push) const noexcept;

  const Model& model_;
  StopSettings settings_;
  StopPhase phase_ = StopPhase::none;
  StopCategory category_ = StopCategory::none;
  double since_ = 0, stood_ = 0;  // in this phase; at the same place  [s]
  std::vector<double> q_s_, v_s_, v0_, T_, qdd_, G_, last_, h_, equation_, place_;
};

}  // namespace tauforge::control
