// What drives do in steps 2 to 4 while brakes are released: they carry the weight of the arm by the model, one of them pushes,
// and those that are trusted hold their joint where it was released:
//
//   tau_j = G_j(q) - m_j w^2 (q_j - q_j0) - 2 m_j w qd_j           at most `most` besides G_j                          (1)
//   m_j = 1 / (M(q)^-1)_jj                                         inertia of a drive while all others are free        (2)
//   a_j = (rounding + |G_j| / 10) / m_j                            what rounded volts and a model's errors do to it    (3)
//
// A joint without friction goes wherever (3) drives it. So the most restless ones are pushed first, with little and for a
// short time, and are held while the others are pushed; a drive that moved against its push is not trusted.
#pragma once

#include <span>
#include <vector>

#include "tauforge/commission/bench.h"
#include "tauforge/robot/robot.h"

namespace tauforge::commission {

class Carrier {
 public:
  // How much of what a drive can give its converter may be off: half a step of one with 12 bits at +-10 V [Val, sec. 3] is
  // 0.024 %, gravity changes by as much on the way.
  static constexpr double rounding = 5e-4;

  Carrier(const robot::Robot& robot, Bench& bench);

  // The encoder is right; and the drive pushes where it is told to.
  void believe(std::size_t drive) { believed_[drive] = true; }
  void trust(std::size_t drive) { trusted_[drive] = believed_[drive]; }

  // Brakes are about to be released here: (2) and where joints are held.
  void release();
  // A period with this push on top; the drive that pushes does not hold its joint. False: trouble.
  bool cycle(std::size_t drive, double push);
  bool hold() { return cycle(tau_.size(), 0.0); }
  // Brakes engage while drives go on carrying; then the power goes. False: trouble.
  bool secure();

  double told(std::size_t drive) const { return tau_[drive]; }   // torque of the last period         [N m or N]
  double speed(std::size_t drive) const { return qd_[drive]; }   // by the encoder, behind a low-pass [rad/s or m/s]
  double inertia(std::size_t drive) const { return m_[drive]; }  // (2)                               [kg m^2 or kg]
  // What may hinder it: friction as the file says, and a tenth of its weight here, for the model may be wrong by that.
  double hindrance(std::size_t drive) const { return friction_[drive] + weight_[drive] / 10; }  // [N m or N]
  double most(std::size_t drive) const;  // 10 % of the largest torque, and 1.5 times what hinders it [N m or N]
  double rounded(std::size_t drive) const { return rounding * bench_.largest_torque()[drive]; }  //      [N m or N]
  double friction(std::size_t drive) const { return friction_[drive]; }  // at rest, as the file says     [N m or N]
  // What accelerates the drive so that it is as fast as `speed` after `way`, at least `apart` times what its converter may
  // be off, at most 2 % of its largest torque; and overcomes what hinders it [N m or N].
  double push(std::size_t drive, double speed, double way, double apart) const;
  static constexpr double usual = 0.02;
  // Another one that nobody holds has gone half as far as it may: time to engage the brakes. Models and amplifiers are never
  // quite right, and without friction that is enough to move a joint.
  bool another_wanders(std::size_t drive) const;
  // Where it is trusted: slowly back to where it was, as long as no other wanders.
  bool bring_back(std::size_t drive, double to, double speed);
  std::vector<std::size_t> most_restless_first() const;  // by (3)

 private:
  bool period(std::size_t drive, double push, bool brakes);
  double q(std::size_t drive) const { return believed_[drive] ? bench_.q()[drive] : bench_.coarse()[drive]; }

  Bench& bench_;
  std::vector<char> believed_, trusted_;
  std::vector<double> friction_, weight_, m_, place_, q_, last_, qd_, tau_;  // last_: of the encoders
  double last_time_ = 0;
};

}  // namespace tauforge::commission
