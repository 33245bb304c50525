// Drive positions that bring a frame of any chain to a pose, by damped least squares from a first guess.
//
//   e       = what is left: displacement / reach, rotation vector                                          (1)
//   dtheta  = (J' J + (mu |e|^2 + eps) I)^-1 J' e                                                          (2)
//
// over the drives that are not held at a limit they are pushed against. mu follows the progress, so the steps become those of
// Gauss-Newton near a solution, also where the Jacobian has lost rank. Arms with fewer than six drives reach what they can;
// of those with more, the solution nearest to the start is found. When the first guess leads nowhere, further starts are
// spread over the ranges of the drives, the same ones every time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/motion/chain.h"

namespace tauforge::motion {

enum class IkOutcome : std::uint8_t {
  reached,
  unreachable,  // no start came there, with or without limits
  singular,     // one start only: it is stuck where the arm cannot move towards the pose; others were not tried
  joint_limit,  // only beyond the limit of a joint
};

struct IkOptions {
  int starts = 300;  // the guess, then others
  int iterations = 200;
  bool limits = true;       // respected
  double position = 1e-12;  // what may be left of the displacement, of the reach
  double rotation = 1e-12;  // and of the rotation [rad]
  std::uint32_t seed = 1;   // of the further starts
};

struct IkResult {
  IkOutcome outcome = IkOutcome::unreachable;
  std::vector<double> theta;     // the solution, or the nearest that was found
  double position_left = 0;      // [m]
  double rotation_left = 0;      // [rad]
  Index joint = -1;              // joint_limit: whose, as a body of the robot
  double wanted = 0, limit = 0;  // joint_limit: where it would have to be, and may be [rad or m]
  int starts = 0;                // that were made
};

class InverseKinematics {
 public:
  InverseKinematics(const robot::Robot& robot, const robot::Frame& tip);

  // The guess is one value per drive; drives that do not move the tip keep it. Turns that are no matter for the pose are
  // chosen nearest to the guess.
  IkResult solve(const Pose& pose, std::span<const double> guess, const IkOptions& options = {}) const;

  const Chain& chain() const { return chain_; }
  // Half-way between the limits of every drive, 0 where there are none.
  std::vector<double> middle() const;
  // Somewhere within the ranges: another place at every call, the same ones from the same `random`. Drives that do not move
  // the tip keep the guess.
  std::vector<double> somewhere(std::span<const double> guess, std::uint32_t& random) const;
  // The first joint beyond its limit, as a body; -1: none is.
  Index beyond_limits(std::span<const double> theta) const;
  // A distance to the joint's limits that is below zero beyond them; the nearer limit in `limit`.
  double room(std::size_t joint_of_chain, double q, double& limit) const;

 private:
  struct Attempt {
    std::vector<double> theta;
    double cost = 0;  // |e|^2
    bool reached = false;
  };
  struct Range {
    double lower, upper;
  };

  class Search;

  void turn_towards(std::span<const double> guess, bool limits, std::vector<double>& theta) const;
  void explain_limit(const Pose& pose, const IkOptions& options, IkResult& result) const;

  Chain chain_;
  std::vector<Range> range_;        // of every drive, from the joints that it alone moves
  std::vector<Range> joint_range_;  // of every joint of the chain
};

}  // namespace tauforge::motion
