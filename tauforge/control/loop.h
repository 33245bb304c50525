// A control loop as the synchronous task of an executive: cards -> positions and speeds -> law -> torques -> cards.
//
//   receive    read the cards; home where that is asked for (sequence.h); where should the arm be?; may this be true, and
//              can the arm still be stopped? (guard.h); newest models; state to background
//   full       the law with those models; PD with gravity until the motion begins
//   degraded   PD with gravity, by a model that the synchronous task computes itself
//   stop       brings the arm to rest and leaves it without torque (stop.h); an alarm of the guard asks for it
//   apply      torques to the cards
//
// Until the cards have said for the first time where the arm is, brakes hold it and nothing else happens.
//
// Each release leaves one LoopSample in a ring, with the torques that were in force from then on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tauforge/control/axes.h"
#include "tauforge/control/guard.h"
#include "tauforge/control/law.h"
#include "tauforge/control/sequence.h"
#include "tauforge/control/stop.h"
#include "tauforge/control/two_rate.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/task.h"

namespace tauforge::control {

constexpr std::size_t most_drives = 32;

struct LoopSample {
  Nanoseconds time = 0;
  AlarmRecord alarm;
  Phase phase = Phase::moving;
  StopPhase stop = StopPhase::none;
  CardStatus cards = CardStatus::fine;
  std::uint64_t digital = 0;  // outputs, in force from then on as the torques
  std::array<double, most_drives> q{}, qd{}, q_d{}, qd_d{}, qdd_d{}, tau{}, residual{};
};

// How much of what drives can give a law may use besides gravity: less after every start, and for good as long as nobody
// has put the machine into service.
struct TorqueScale {
  double start = 1;    // share at first,
  double seconds = 0;  // and how long it takes to grow to
  double most = 1;     // this one
};

// What a loop is made of; it keeps references to all of it.
struct LoopParts {
  Model& model;  // that the laws ask
  Hardware& hardware;
  Axes& axes;
  Sequence& motion;  // and what happens around it
  Controller& law;
  Controller& fallback;  // of Law::pd_with_gravity, in one pass
  Guard& guard;
  Stop& stop;
  executive::Ring<LoopSample>& samples;
  TwoRate* models = nullptr;                                 // with two rates: where they arrive,
  std::vector<executive::Mailbox<Moment>*> background = {};  // and who wants to know the state
  TorqueScale scale = {};
};

class Loop : public executive::SynchronousTask {
 public:
  Loop(const LoopParts& parts, Nanoseconds period);

  Nanoseconds receive(Nanoseconds now) noexcept override;
  bool alarmed() const noexcept override { return parts_.guard.alarm() != Alarm::none; }
  void acknowledge() noexcept override;
  void stopped_by_policy(executive::PolicyStop why, Nanoseconds seen, Nanoseconds limit) noexcept override;
  void full(Nanoseconds now) noexcept override;
  void degraded(Nanoseconds now) noexcept override;
  void stop(Nanoseconds now) noexcept override;
  bool rests() const noexcept override { return parts_.stop.over(); }
  void apply(Nanoseconds now) noexcept override;
  void keep(Nanoseconds now) noexcept override { write(now); }
  Nanoseconds machine_time() const noexcept override { return parts_.hardware.computing_time(); }

  // After the last step: the sample that is still open goes to the ring; brakes, no torque, no power, since outputs hold what
  // was written last and nobody looks after the arm any more.
  void finish() noexcept;

 private:
  State state() const noexcept { return {parts_.axes.q(), parts_.axes.qd()}; }
  Reference reference() const noexcept { return {q_d_, qd_d_, qdd_d_}; }
  void tell_background(Nanoseconds now) noexcept;
  void follow(Controller& controller, Nanoseconds now) noexcept;
  void scale_torques(Nanoseconds now) noexcept;
  void write(Nanoseconds now) noexcept;
  std::uint64_t digital() noexcept;

  LoopParts parts_;
  double period_;  // [s]
  Reading reading_;
  Nanoseconds last_ = 0, news_ = 0;  // the last release, and the last with something new from the cards
  Nanoseconds first_ = 0;            // the first release
  Nanoseconds began_ = -1;           // when the law began to lead, after every start
  bool any_ = false;                 // `last_` and `sample_` are of an earlier release
  bool heard_ = false;               // the cards have said where the arm is
  std::vector<double> q_d_, qd_d_, qdd_d_, tau_, volts_, applied_, unused_;
  std::uint64_t digital_ = 0;     // outputs besides the brakes of a stop: those are not switched any more
  Controller* active_ = nullptr;  // whose torques were the last
  LoopSample sample_;
};

}  // namespace tauforge::control
