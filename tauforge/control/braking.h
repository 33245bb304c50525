// Whether the arm can still be brought to rest before the limits of its joints, and how: the states from which that is
// possible are the viable ones, and the guard lets the arm into no other.
//
//   qd_j(t) = v_j (1 - t/T_j)                    each drive slows down evenly in its own time, the path stays straight (1)
//   tau = D(q) qdd + h(q, qd) + G(q)             qdd_j = -v_j/T_j until T_j, then zero                                  (2)
//   |tau_i| <= share tau_max_i                   at six instants of a long way, at the beginning of a short one       (3)
//   T: the least time with T_j = T for all       each row of (3) bounds 1/T; twice, since the way depends on it         (4)
//   L: what passes before any of this acts       periods, the lag of the drives, the rate of torques                    (5)
//   v_j = qd_j + a_j L,  a = D^-1 (tau - h - G)  meanwhile the torques of now go on                                     (6)
//   d_j = (qd_j + v_j)/2 L + v_j T_j/2           the way to rest                                                        (7)
//
// A drive that would pass its limit by (7) is given the T_j with which it would not; the state is viable when (3) allows
// that. Friction is not counted, for it only helps; gravity, coupling and payload are in D, h and G. Where the arm may carry
// anything up to a largest payload, the same is asked of a model with that one: (2) is linear in it, so what lies between
// is covered.
//
// Limits are those of the joints, q = G theta + q0 behind a transmission (robot/parameters.h).
//
// Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

// Rows are joints; infinity where there is no limit.
struct PositionLimits {
  std::vector<double> lower, upper;  // [rad or m]
  std::vector<double> G, q0;         // joints x drives, row by row; empty: drives are joints

  std::size_t rows() const noexcept { return lower.size(); }
  double position(std::size_t row, std::span<const double> theta) const noexcept;
  double way(std::size_t row, std::span<const double> theta) const noexcept;  // without q0
};

struct BrakingSettings {
  std::vector<double> torque, rate;  // what drives give and how fast it changes      [N m or N, and per second]
  double latency = 0.003;            // without the rate                              [s]
  double share = 0.85;               // of the torque that braking may count on
  double longest = 1.5;              // that braking may take: on a longer way nobody knows [s]
};

class Braking {
 public:
  // Keeps references; `laden` carries the largest payload, or is the same.
  Braking(const Model& model, const Model& laden, PositionLimits limits, BrakingSettings settings);

  // `tau`: in force. True: viable. Limits are kept at a distance, unless the arm is `wanted` closer to one.
  bool look(const State& x, std::span<const double> tau, std::span<const double> wanted) noexcept;

  // Of the last look: how long each drive takes to come to rest [s]; of the row that cannot stop, where it would.
  std::span<const double> times() const noexcept { return T_; }
  std::size_t row() const noexcept { return row_; }
  std::size_t drive() const noexcept;  // that moves this row the most
  double stops_at() const noexcept { return stops_at_; }
  double limit() const noexcept { return limit_; }
  // D of the last look [kg m^2 or kg].
  double inertia(std::size_t drive, std::size_t by) const noexcept { return nodes_[0].D[drive * n_ + by]; }

  // How far from a limit an arm is stopped that is not wanted closer to it; and how far it may be beyond where it is wanted,
  // which may be the limit itself: held there it must not alarm for the next count of an encoder.
  static constexpr double margin = 5e-3, slack = 2e-3;  // [rad or m]

 private:
  struct Node {       // an instant on the way to rest
    double time = 0;  // of braking [s]
    std::vector<double> D, h, G;
  };
  void equation(const Model& model, std::span<const double> q, std::span<const double> qd, Node& node) noexcept;
  void place_nodes(const Model& model, const State& x) noexcept;
  double common_time(std::span<const double> v) const noexcept;
  bool feasible() const noexcept;
  bool hurry(const Model& model, const State& x, std::span<const double> wanted) noexcept;
  bool viable(const Model& model, const State& x, std::span<const double> tau, std::span<const double> wanted) noexcept;

  const Model &model_, &laden_;
  PositionLimits limits_;
  BrakingSettings settings_;
  std::size_t n_;
  std::array<Node, 6> nodes_;
  std::size_t used_ = 0;  // of them
  std::vector<double> equation_, factors_, zero_, unit_, column_, place_, speed_;
  std::vector<double> v_, T_, a_, rests_;
  double latency_ = 0;
  bool endless_ = false;  // no time is long enough
  std::size_t row_ = 0;
  double stops_at_ = 0, limit_ = 0;
};

}  // namespace tauforge::control
