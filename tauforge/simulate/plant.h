// A robot on a fixed base as the physical thing: torques of its drives in, accelerations out, with dry friction that
// really sticks.
//
//   M(q) qdd + b(q, qd) = tau - f = L                                                   (1)
//   f_i = level_i(v_i, L_i) sign(v_i) + fv_i v_i + f0_i   v_i = qd_i != 0, sliding      (2)
//   f_i = c_i + f0_i,  |c_i| <= hold_i(L_i),  qdd_i = 0   v_i = 0, stuck                (3)
//   f_i = +-level_i(0, L_i) + f0_i,  +-qdd_i > 0          v_i = 0, breaking away        (4)
//
// Where friction grows with the load, f_i stands on both sides of (2) and (4): level = level(v) + c1 |tau - f|. Drive by
// drive that is solved in closed form (dynamics/friction.h, (6)), so nothing iterates, and c1 < 1 makes it unique. The stick
// condition is (3) with hold = hold(0) + c1 |L|, L = tau - f what the bodies ask of the stuck drive: a gear under load
// holds more. Friction with a memory (dynamics/presliding.h) has its levels here; its spring, which gives way by
// thousandths of a radian, is taken as stuck. On request it is what it is, a state of the plant that gives way and
// nothing that sticks: with s of the drive in the place of sign(v),
//
//   ds/dt = v/d  where s sign(v) <= b,   else  v/d (1 - s sign(v)) / (1 - b)            (5)
//
// which is as fast as the drive swings on that spring: steps of the integrator have to be shorter than 1/sqrt(level/(d M)).
//
// q of the drives (theta where there is a transmission). level: dynamics/friction.h; hold: the level at standstill, or
// the break-away torque of the file where it is larger [N m or N]. (3) and (4) together decide which drives at rest
// stay there: a complementarity, since one that gives way changes what the others have to hold. With hold = level(0)
// its solution is unique, because M is positive definite.
//
// A stuck drive is a drive with infinite inertia on its axis: articulated bodies then give qdd = 0 exactly, and what is
// left over on that axis is c.
//
// Nothing is allocated after construction; noexcept throughout, for the synchronous task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/dynamics/energy.h"
#include "tauforge/functions/drive_dynamics.h"
#include "tauforge/robot/robot.h"

namespace tauforge::simulate {

// What the dry friction of a drive does.
enum class Grip : std::uint8_t {
  free,      // there is none
  stuck,     // (3)
  forward,   // slides or breaks away to where q grows
  backward,  // and the other way
};

class Plant {
 public:
  // The base must not float. Without friction: neither dry nor viscous nor offset. With memory: (5) for drives that have one.
  explicit Plant(const robot::Robot& robot, bool friction = true, bool memory = false);

  std::size_t drives() const noexcept { return hold_.size(); }
  // Ten moments in the frame of the last link, in place of those given before.
  void set_payload(const spatial::Inertia<double>& payload) noexcept;
  // Brakes are more dry friction: so much more, zero for released ones [N m or N].
  void set_brakes(std::span<const double> torque) noexcept;
  // Dry and viscous friction of a drive become so many times what its file says; not its offset.
  void set_friction(std::size_t drive, double factor) noexcept;

  // (5): whether any drive has a state, the states that the next calls are at, and how fast each moves.
  bool remembers() const noexcept { return !memory_.empty(); }
  void set_memory(std::span<const double> s) noexcept;
  double memory_rate(std::size_t i, double s, double v) const noexcept;

  // Who sticks and who slides under these torques: (3) and (4) for drives at rest, the others slide as they move.
  void grip(std::span<const double> q, std::span<const double> qd, std::span<const double> tau,
            std::span<Grip> grips) noexcept;
  // The accelerations (1) with these grips; stuck drives must be at rest.
  void acceleration(std::span<const double> q, std::span<const double> qd, std::span<const double> tau,
                    std::span<const Grip> grips, std::span<double> qdd) noexcept;
  // Of the last acceleration(): f, with what held stuck drives.
  std::span<const double> friction() const noexcept { return friction_; }
  // By how much the stuck drive i of the last acceleration() was asked to hold too much; <= 0 while it holds.
  double overload(std::size_t i) const noexcept;

  // Torques that hold the arm and its springs, without friction. Of the robot alone, without the payload, when asked so.
  void gravity(std::span<const double> q, bool with_payload, std::span<double> tau) noexcept;
  double kinetic_energy(std::span<const double> q, std::span<const double> qd) noexcept;  // rotors included [J]
  double potential_energy(std::span<const double> q) noexcept;                            // springs included [J]

 private:
  void to_state(std::span<const double> q, std::span<const double> qd) noexcept;
  void direct_acceleration(std::span<const Grip> grips, std::span<double> qdd) noexcept;
  void coupled_acceleration(std::span<const Grip> grips, std::span<double> qdd) noexcept;
  double level(std::size_t i, double v) const noexcept;
  double sliding_friction(std::size_t i, Grip grip, double v, double tau) const noexcept;

  robot::Parameters<double>& par() noexcept { return drives_.parameters(); }  // with the payload in the last body
  const robot::Parameters<double>& par() const noexcept { return drives_.parameters(); }

  robot::Tree tree_;
  functions::DriveDynamics<double> drives_;
  spatial::Inertia<double> unladen_;  // the last body without it
  std::vector<double> hold_;          // brakes included                               [N m or N]
  std::vector<double> ripple_;        // friction here, as a share of what it is on the mean
  std::vector<double> released_;      // hold_ without brakes                          [N m or N]
  std::vector<double> brakes_;        // [N m or N]
  struct Friction {
    double coulomb, viscous, static_level, hold;
    robot::FrictionGrowth<double> growth;
  };
  std::vector<Friction> friction_of_file_;
  struct Memory {
    double distance = 0, elastic = 0;  // distance 0: the drive has none
    double s = 0;
  };
  std::vector<Memory> memory_;  // one per drive; empty: none has one
  bool remembers(std::size_t i) const noexcept { return !memory_.empty() && memory_[i].distance > 0; }
  double dry_level(std::size_t i, double v) const noexcept;  // of sliding, without brakes

  // scratch
  dynamics::State<double> theta_, joints_;
  dynamics::ArticulatedBodyWorkspace<double> articulated_body_;
  dynamics::EnergyWorkspace<double> energy_;
  std::vector<double> friction_, net_, load_, inertia_, M_, factors_, bias_, qdd_;
};

}  // namespace tauforge::simulate
