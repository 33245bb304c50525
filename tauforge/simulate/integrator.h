// The motion of a Plant over time, with an audit of its energy.
//
// Within a step everything is smooth: the grips are those at its beginning. A drive that comes to rest or breaks away
// within a step ends it there: the instant is located by taking the step again with other lengths, the speed becomes
// zero exactly, and the plant is asked again who sticks. So nothing chatters and nothing creeps.
//
//   rk4                  order 4
//   semi_implicit_euler  order 1; qd first, then q with the new qd: the energy of a free swing stays bounded
//   dormand_prince       order 5 with an estimate of order 4; steps as long as the tolerance allows     [DP80]
//
// The audit integrates the power of drives and friction by the same method:
//   T + V at the end = T + V at the beginning + work of the drives - loss by friction + changes of the payload
// What is left over is the integrator's error, in J.
//
// Nothing is allocated after construction; noexcept throughout, for the synchronous task.
#pragma once

#include "tauforge/simulate/plant.h"

namespace tauforge::simulate {

enum class Method : std::uint8_t { rk4, semi_implicit_euler, dormand_prince };

struct IntegratorSettings {
  Method method = Method::rk4;
  double step = 5e-4;       // the longest [s], above zero
  double tolerance = 1e-9;  // dormand_prince: of q and qd per step, absolute plus relative, above zero
};

// What the drives give. Smooth in time between two calls of Integrator::advance.
class Torques {
 public:
  virtual ~Torques() = default;
  virtual void at(double t, std::span<const double> q, std::span<double> tau) noexcept = 0;  // [s], [N m or N]
};

// All in J, since the beginning.
struct EnergyAudit {
  double begin = 0, end = 0;   // kinetic and potential energy
  double drives = 0;           // work of the drives
  double friction = 0;         // turned into heat, or held by the spring of friction that is a state
  double changes = 0;          // by changes of the payload
  double largest_kinetic = 0;  // at the ends of steps

  double error() const noexcept { return end - begin - (drives - friction + changes); }
  double relative() const noexcept;  // to the largest of the energies that were exchanged
};

struct IntegratorCounts {
  std::uint64_t steps = 0, rejected = 0, stops = 0;
};

class Integrator {
 public:
  // Keeps references to both. Starts at rest at zero, at time 0.
  Integrator(Plant& plant, Torques& torques, const IntegratorSettings& settings);

  void set_state(std::span<const double> q, std::span<const double> qd) noexcept;  // the audit begins anew
  void set_payload(const spatial::Inertia<double>& payload) noexcept;              // of the plant, accounted for
  // Up to this time [s]; an earlier one than now does nothing. `each` is asked after every step, where given.
  class Observer {
   public:
    virtual ~Observer() = default;
    virtual void after(double t, std::span<const double> q, std::span<const double> qd) noexcept = 0;
  };
  void advance(double until, Observer* each = nullptr) noexcept;

  double time() const noexcept { return t_; }
  std::span<const double> q() const noexcept { return std::span(y_).first(n_); }
  std::span<const double> qd() const noexcept { return std::span(y_).subspan(n_, n_); }
  std::span<const double> qdd() noexcept;  // under the grips and torques of this instant
  std::span<const Grip> grips() const noexcept { return grips_; }
  EnergyAudit audit() noexcept;
  const IntegratorCounts& counts() const noexcept { return counts_; }

 private:
  // One vector: q, qd, work of the drives, loss by friction, and what friction remembers where it is a state.
  using Vector = std::vector<double>;
  void derivative(double t, const Vector& y, Vector& dy) noexcept;
  void resolve() noexcept;         // grips at t_, y_
  double take(double h) noexcept;  // trial_ from y_; returns the error over the tolerance, or 0
  void take_semi_implicit(double h) noexcept;
  bool violated(double h, Vector& by) noexcept;  // within trial_ a grip has ended; by how much, above zero where
  double locate(double h) noexcept;              // the instant at which it ended, given high_ at h; trial_ ends there
  void accept(double h) noexcept;
  double energy() noexcept;

  Plant& plant_;
  Torques& torques_;
  IntegratorSettings settings_;
  std::size_t n_;
  double t_ = 0, next_;  // next_: the step that the tolerance allows [s]
  Vector y_, trial_, stage_;
  Vector low_, high_, there_;  // what violated() says of each drive: before and after an instant, and now
  std::vector<Vector> k_;
  std::vector<double> tau_, qdd_;
  std::vector<Grip> grips_;
  EnergyAudit audit_;
  IntegratorCounts counts_;
};

}  // namespace tauforge::simulate
