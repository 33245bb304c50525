// Looks whether what a machine says can be true and whether the arm is where it should be; the first thing that is not
// so is kept, and the loop stops the arm.
//
//   jumped      |q_k - q_k-1| > 2 v_max (t_k - t_k-1) + slack    no joint moves like that; the encoder slipped      (1)
//   away        |q - q_d| > envelope                             a collision, a lost payload, a weak drive          (2)
//   frozen      q stood still while q_d went on by envelope/5    the encoder, or the arm is blocked                 (3)
//   hot         a thermal switch has opened                                                                         (4)
//   not_homed   the start-up could not find out where the arm is (homing.h)                                         (5)
//   not_finite  a torque is not a number                                                                            (6)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/homing.h"
#include "tauforge/control/model.h"

namespace tauforge::control {

enum class Alarm : std::uint8_t { none, jumped, away, frozen, hot, not_homed, not_finite };
const char* to_text(Alarm alarm);

// Per joint, infinity where there is none.
struct GuardLimits {
  std::vector<double> velocity;  // the largest a joint has                 [rad/s or m/s]
  std::vector<double> slack;     // what an encoder may step by itself      [rad or m]
  std::vector<double> envelope;  // how far the arm may be from its way     [rad or m]
};

class Guard {
 public:
  explicit Guard(GuardLimits limits);

  // Once per release, dt seconds after the last.
  void look(const State& x, const Reference& r, std::uint64_t hot, double dt) noexcept;
  void look_at_homing(const Homing& homing) noexcept;          // (5), when it has failed
  void look_at_torques(std::span<const double> tau) noexcept;  // (6)

  // From now on positions mean something else: the next cannot be compared with the last.
  void recalibrated() noexcept { any_ = false; }

  Alarm alarm() const noexcept { return alarm_; }
  std::size_t drive() const noexcept { return drive_; }  // that raised it
  void acknowledge() noexcept;

 private:
  void raise(Alarm alarm, std::size_t drive) noexcept;

  GuardLimits limits_;
  std::vector<double> last_;   // positions
  std::vector<double> since_;  // q_d when they last changed
  bool any_ = false;           // both are known
  Alarm alarm_ = Alarm::none;
  std::size_t drive_ = 0;
};

}  // namespace tauforge::control
