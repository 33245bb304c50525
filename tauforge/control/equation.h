// The equation that a control law puts its acceleration into, and the point at which it is taken:
//
//   tau = D v + b                                                                                            (1)
//
//   point                          D         b                             + friction at
//   measured                       M(q)      C(q, qd) qd + G(q)            qd_d, nothing of it at a goal that stands
//   followed                       M(q)      C(q, qd) qd + G(q)            qd_d
//   wanted                         M(q_d)    C(q_d, qd_d) qd_d + G(q_d)    qd_d
//   wanted_with_measured_gravity   M(q_d)    C(q_d, qd_d) qd_d + G(q)      qd_d                    [IHPH92, sec. 5]
//   gravity                        0         G(q)                          -
//
// An arm that sticks has no speed, and friction at that speed would leave it stuck: where there is a way to follow, its
// speed says which way the friction is to be overcome. Where there is none, friction is left to brake: taken at a measured
// speed it would cancel the damping, and follow every count of the encoder. What is left out is not the drive's own affair
// alone: v of (1) grows until it overcomes the friction, and through D that pushes the drives beside it from their goals.
//
// Friction that grows with the load or remembers is a step function of the way to be followed (Model::friction_step); its
// load is D v + b.
//
// On request friction is taken at the measured speed after all (MeasuredFriction): of a motion that was not planned, by hand or
// by a task in contact, nobody knows the speed before. Less than all of it, so that some is left to brake, and none of it
// below the speed that one count of an encoder looks like.
//
// Where the drives carry gravity by themselves, b is less by G(q).
//
// In one pass (1) is a call of inverse dynamics at every step. With two rates (two_rate.h) background tasks compute D and
// the parts of b when they can, and (1) is all that is left for the synchronous task.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

enum class Point : std::uint8_t { measured, followed, wanted, wanted_with_measured_gravity, gravity };

// Where friction is taken, and at which speeds; empty where it is not.
struct FrictionState {
  std::span<const double> q, qd;
};
FrictionState friction_state(Point point, const State& x, const Reference& r) noexcept;

// Friction at speeds that were measured.
struct MeasuredFriction {
  double share = 0;               // of it, above 0 and below 1                    [1]
  std::vector<double> dead_band;  // speeds below are none, larger ones less by it [rad/s or m/s]
};

// What friction asks for on top of torques, at the way to be followed; with its memory where it has one.
class FollowedFriction {
 public:
  // Keeps a reference to the model.
  explicit FollowedFriction(const Model& model)
      : model_(model), memory_(model.friction_memory(), 0.0), f_(model.joints()) {}

  void take_measured_speeds(const MeasuredFriction& how) { measured_ = how, qd_.assign(f_.size(), 0.0); }
  void restart() noexcept { std::fill(memory_.begin(), memory_.end(), 0.0); }
  bool grows() const noexcept { return !memory_.empty(); }  // with the load: `tau` is all but friction
  bool is_measured() const noexcept { return measured_.share > 0; }
  void add(Point point, const State& x, const Reference& r, double dt, std::span<double> tau) noexcept;

 private:
  const Model& model_;
  std::vector<double> memory_, f_;
  MeasuredFriction measured_;
  std::vector<double> qd_;
};

class Equation {
 public:
  virtual ~Equation() = default;
  virtual std::size_t joints() const noexcept = 0;
  // Begins afresh: friction forgets.
  virtual void restart() noexcept {}
  virtual void take_friction_at_measured_speeds(const MeasuredFriction&) {}
  // Of the torques to come [s].
  void set_period(double dt) noexcept { period_ = dt; }
  virtual void torques(const State& x, const Reference& r, std::span<const double> v,
                       std::span<double> tau) noexcept = 0;  // (1)

 protected:
  double period_ = 0;
};

class OnePass : public Equation {
 public:
  // Keeps a reference to the model.
  OnePass(const Model& model, Point point, bool drives_carry_gravity = false)
      : model_(model),
        point_(point),
        drives_carry_gravity_(drives_carry_gravity),
        G_(model.joints()),
        f_(model.joints()),
        followed_(model),
        equation_(followed_.grows() ? model.equation_size() + model.joints() : 0) {}

  std::size_t joints() const noexcept override { return model_.joints(); }
  void restart() noexcept override { followed_.restart(); }
  void take_friction_at_measured_speeds(const MeasuredFriction& how) override { followed_.take_measured_speeds(how); }
  void torques(const State& x, const Reference& r, std::span<const double> v, std::span<double> tau) noexcept override;

 private:
  void without_friction(std::span<const double> q, std::span<const double> qd, std::span<const double> v,
                        std::span<double> tau) noexcept;
  void exchange_gravity(const State& x, const Reference& r, std::span<double> tau) noexcept;
  void exchange_friction(const State& x, const Reference& r, std::span<double> tau) noexcept;
  void add_friction(const FrictionState& at, double sign, std::span<double> tau) noexcept;

  const Model& model_;
  Point point_;
  bool drives_carry_gravity_;
  std::vector<double> G_;  // of one position
  std::vector<double> f_;  // of one velocity
  FollowedFriction followed_;
  std::vector<double> equation_;  // where friction grows with the load: D and D_i
};

}  // namespace tauforge::control
