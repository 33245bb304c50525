// Start-up of a machine with incremental encoders: where is it? The potentiometer of a joint tells roughly, so in which
// revolution of the motor; a slow move to the next index pulse tells exactly.                          [Val, sec. 3]
//
//   x_s = (u_s - u0)/k - step counts_s          every sample s: where count zero was                           (1)
//   o   = mean of x_s,  s = 5 of its standard errors + what the potentiometer may be off                       (2)
//   L   = |step| counts per revolution, p_k = p_0 + k L the index positions                                    (3)
//   e   = o + step counts at the pulse, k the revolution with p_k nearest to e                                 (4)
//   certain when |e - p_k| + s < L/2: another pulse would lie outside of the error                             (5)
//
//   measuring -> searching -> braking -> found          each drive for itself, all at the same time
//        |           |
//        +-----------+-> failed: every drive brakes and holds
//
// Called once per period from the synchronous task, after Axes::update: noexcept, without allocation or lock. It keeps
// the axes calibrated as well as known, from the first step on, and asks for a motion in the same coordinates: a law with
// gravity compensation may follow q() and qd() throughout.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/axes.h"
#include "tauforge/control/hardware.h"

namespace tauforge::control {

struct HomingAxis {
  std::int64_t counts_per_revolution = 0;  // between two index pulses; above zero
  double index_position = 0;               // p_0, of one of them          [rad or m]
  double volts_per_unit = 1;               // k, not zero                  [V/rad or V/m]
  double volts_at_zero = 0;                // u0                           [V]
  double potentiometer_error = 0;          // besides noise: its steps, its linearity [rad or m]
  double middle = 0;                       // of the way: searching goes towards it   [rad or m]
  double speed = 0.1;                      // of searching, above zero     [rad/s or m/s]
  double acceleration = 0.5;               // above zero                   [rad/s^2 or m/s^2]
  int samples = 100;                       // before anything moves; at least 2
};

enum class HomingPhase : std::uint8_t { measuring, searching, braking, found, failed };
enum class HomingFault : std::uint8_t {
  none,
  potentiometer_too_noisy,  // (5) cannot become true
  revolution_ambiguous,     // (5) is false at the pulse: potentiometer and index contradict each other
  no_index,                 // more than a revolution without a pulse: a broken wire, or the joint does not move
};
const char* describe(HomingFault fault) noexcept;

class Homing {
 public:
  explicit Homing(std::vector<HomingAxis> axes);

  void step(const Reading& reading, double dt, Axes& axes) noexcept;
  // Of all drives: found or failed when the work is over.
  HomingPhase phase() const noexcept;
  bool over() const noexcept { return phase() == HomingPhase::found || phase() == HomingPhase::failed; }

  // Where the drives should be now.
  std::span<const double> q() const noexcept { return q_; }
  std::span<const double> qd() const noexcept { return qd_; }

  HomingPhase phase(std::size_t drive) const noexcept { return drives_[drive].phase; }
  HomingFault fault(std::size_t drive) const noexcept { return drives_[drive].fault; }
  std::int64_t revolution(std::size_t drive) const noexcept { return drives_[drive].revolution; }  // k
  double residual(std::size_t drive) const noexcept { return drives_[drive].residual; }            // e - p_k [rad or m]

 private:
  struct Progress {
    HomingPhase phase = HomingPhase::measuring;
    HomingFault fault = HomingFault::none;
    int samples = 0;
    double mean = 0, squares = 0;  // (2), after Welford
    std::uint32_t pulses = 0;      // when the search began
    double began = 0;              // reference at that moment
    double target = 0;             // speed wanted
    std::int64_t revolution = 0;
    double residual = 0;
  };
  void measure(std::size_t i, const Reading& reading, const Axis& axis) noexcept;
  double uncertainty(std::size_t i) const noexcept;
  void begin_search(std::size_t i, const Reading& reading, Axes& axes) noexcept;
  void search(std::size_t i, const Reading& reading, Axes& axes) noexcept;
  void fail(std::size_t i, HomingFault fault) noexcept;
  void move_to(std::size_t i, std::int64_t counts, double position, Axes& axes) noexcept;

  std::vector<HomingAxis> axes_;
  std::vector<Progress> drives_;
  std::vector<double> q_, qd_;
};

}  // namespace tauforge::control
