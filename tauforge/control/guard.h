// Looks whether what a machine says can be true, whether the arm is where it should be, and whether it can still be
// stopped where it must; the first thing that is not so is kept, and the loop stops the arm (stop.h). On for every law.
//
//   cards_silent  nothing new for N periods (10); cards_failed, emergency_stop: they say so                         (1)
//   clock         the time since the last release is not above zero                                                 (2)
//   jumped        |q_k - q_k-1| > 2 v_max max(t_k - t_k-1, T) + slack      no joint moves like that                 (3)
//   disagrees     |low-pass of (potentiometer - encoder)| > tolerance, a slow and a fast one (potentiometer_check.h)  (4)
//   frozen        q stood still while q_d went on by envelope/5, and is past q by as much; unmoved: for 50 ms while the
//                 residual of (9) is more than what friction can hold                                              (5)
//   too_fast      |qd| > 1.1 v_max + step/dt      one count more or less is no speed                               (6)
//   away          |q - q_d| > envelope; where the reference is a goal: further from it than before by as much        (7)
//   limit         the arm would not come to rest before a limit of its joints (braking.h)                           (8)
//   pushed        the residual of the momentum observer is above its threshold, with and without the largest payload  (9)
//                 more by K sum_j |D_ij| (speed that one count of j looks like): what encoders may do to it. Speeds and
//                 torques pass the same low-pass of 100 rad/s first: counts are rough, and both are late by the same
//   late          N releases in a row were missed, with half (tau_max/inertia) (N T)^2 = envelope                    (10)
//   swings        q - q_d has turned three times within half a second each, its peaks p_k > 1.2 p_k-1 > ... from
//                 envelope/400 to more than envelope/20: a loop that is stable does not do that                      (11)
//   torque, torque_rate, not_finite: what a law asks for (look_at_torques); hot, not_homed
//
// (9) for momentum observers r_0 of no payload and r_1 of the largest one, where there is such: r is linear in the payload, so
// with anything in between it lies between them, and only what is outside on the same side is an alarm.
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/control/alarm.h"
#include "tauforge/control/braking.h"
#include "tauforge/control/hardware.h"
#include "tauforge/control/homing.h"
#include "tauforge/control/model.h"
#include "tauforge/control/momentum_observer.h"
#include "tauforge/control/potentiometer_check.h"

namespace tauforge::control {

using executive::Nanoseconds;

// Per drive, infinity where there is none.
struct GuardLimits {
  std::vector<double> velocity;   // the largest a drive has                     [rad/s or m/s]
  std::vector<double> slack;      // what an encoder may step by itself          [rad or m]
  std::vector<double> envelope;   // how far the arm may be from its way         [rad or m]
  std::vector<double> residual;   // of the momentum observers                   [N m or N]
  std::vector<double> holding;    // what friction may hold at standstill        [N m or N]
  std::vector<double> torque;     // what a drive may be told                    [N m or N]
  std::vector<double> rate;       // ... and how fast that may change            [N m/s or N/s]
  std::vector<double> step = {};  // of the encoders                        [rad or m]
  double observer_gain = 0;       // K                                      [1/s]
  bool goal = false;              // the reference is a goal, not a way
};

// What the guard looks at at one release.
struct Watched {
  State x;
  Reference r;
  std::span<const double> tau;  // in force since the last release
  const Reading& reading;
  CardStatus status = CardStatus::fine;
  Nanoseconds now = 0;
  double dt = 0;        // since the last release                       [s]
  bool located = true;  // positions are as exact as encoders are: no homing is under way
  bool braked = false;  // brakes hold the arm: torques say nothing of its motion
};

struct GuardParts {
  Model& model;  // of braking and observer
  Braking& braking;
  MomentumObserver& observer;           // with the payload that is known of, or with none where it may be any
  MomentumObserver* laden = nullptr;    // with the largest; nothing: the payload is known
  PotentiometerCheck* check = nullptr;  // nothing: there are no potentiometers
};

class Guard {
 public:
  // Keeps references to the parts.
  Guard(GuardLimits limits, const GuardParts& parts, double period);

  void look(const Watched& watched) noexcept;  // (1) to (11), once per release
  void look_at_homing(const Homing& homing, Nanoseconds now) noexcept;
  // What a law asks for, before it is told to the drives; `before`: what they were told last.
  void look_at_torques(std::span<const double> tau, std::span<const double> before, double dt,
                       Nanoseconds now) noexcept;
  // From elsewhere: a policy of the executive.
  void raise(Alarm alarm, Nanoseconds now, std::size_t drive = 0, double seen = 0, double limit = 0,
             std::size_t joint = 0) noexcept;

  // From now on positions mean something else: the next cannot be compared with the last.
  void recalibrated() noexcept;

  const AlarmRecord& record() const noexcept { return record_; }  // of the first
  Alarm alarm() const noexcept { return record_.alarm; }
  std::size_t drive() const noexcept { return record_.drive; }
  StopCategory category() const noexcept { return category_; }  // the most severe since
  std::span<const double> residual() const noexcept { return parts_.observer.residual(); }
  std::span<const double> braking_times() const noexcept { return parts_.braking.times(); }
  int most_missed() const noexcept { return most_missed_; }  // N of (1) and (10), as of the last look
  void acknowledge() noexcept;

 private:
  void look_at_cards(const Watched& w) noexcept;
  void look_at_positions(const Watched& w) noexcept;
  void look_at_swings(const Watched& w) noexcept;
  void look_at_residuals(const Watched& w) noexcept;
  double disturbance(std::size_t drive) const noexcept;
  double noise(std::size_t drive) const noexcept;

  GuardLimits limits_;
  GuardParts parts_;
  double period_;
  std::vector<double> last_;     // positions
  std::vector<double> since_;    // q_d when they last changed
  std::vector<double> still_;    // for how long they have not                            [s]
  std::vector<double> nearest_;  // to the goal so far
  std::vector<double> goal_;
  // Of (11): the side that q is on, the peak of this half-wave and of the last, and how often in a row it was a larger one.
  struct Swing {
    double side = 0, peak = 0, before = 0, seconds = 0;
    int larger = 0;
  };
  std::vector<Swing> swings_;
  std::vector<double> qd_, tau_;  // behind the low-pass of (9)
  bool any_ = false;              // all of these are known
  int silent_ = 0;                // periods
  int most_missed_ = 10;
  AlarmRecord record_;
  StopCategory category_ = StopCategory::none;
};

}  // namespace tauforge::control
