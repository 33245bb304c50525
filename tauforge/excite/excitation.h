// Motions that make a robot's parameters visible: paths within the joints' ranges whose shape is searched for the best
// conditioned observation, each played as fast as velocities, accelerations and torques allow.  [IHPH92, sec. 4], [SGTVS97]
//
//   W = [Y_b(q_k, k qd_k, k^2 qdd_k) / limit of the row]           base columns at the samples of the motion            (1)
//   condition:   smallest  sigma_max(W) / sigma_min(W)                                                                  (2)
//   information: largest   log det(W'W)                            D-optimality                                         (3)
//   k = the largest speed at which nothing passes its limit        time scaling                                         (4)
//
// What was found is checked afterwards, on a finer grid and with Newton-Euler instead of the regressor. Neither the robot's
// own links nor the floor are known here: whoever plays the motion has to look.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"

namespace tauforge::excite {

enum class ExcitationForm { fourier, polynomial };
enum class ExcitationGoal { condition, information };

// How far the search is: evaluations of the goal, and its best value so far, (2) or (3) per column. Answering false ends
// it with the best found so far.
using ExcitationWatch = std::function<bool(int evaluations, double best)>;

struct ExcitationOptions {
  ExcitationForm form = ExcitationForm::fourier;
  ExcitationGoal goal = ExcitationGoal::condition;
  int harmonics = 5;       // of a Fourier series
  int points = 8;          // that a polynomial passes
  double margin = 0.9;     // share of every limit that is used
  int evaluations = 4000;  // of the goal
  unsigned seed = 1;
  std::size_t samples = 120;  // of W
  double longest = 60.0;      // [s]; slower motions are refused
  // where the robot's file has none, or to be stricter; one value for all joints
  std::optional<double> velocity, acceleration, torque;
  ExcitationWatch watch = {};
};

// How much of its limits a joint uses; a share is 0 where there is no limit.
struct JointUse {
  std::string name;
  double lowest = 0, highest = 0;  // [rad or m]
  double largest_velocity = 0, largest_acceleration = 0, largest_torque = 0;
  double position_share = 0, velocity_share = 0, acceleration_share = 0, torque_share = 0;
};

struct Excitation {
  std::shared_ptr<const motion::Trajectory> motion;  // a motion::Faster over a Fourier or a Polynomial
  std::shared_ptr<const motion::Trajectory> path;    // what is inside
  double speed = 1;                                  // k
  double condition = 0, information = 0;             // (2), (3) per column, as found
  double random_condition = 0;                       // (2) of the best of the random motions that the search began from
  std::size_t columns = 0;                           // base parameters
  std::size_t visible = 0;       // directions among them that motions show at all: (2) and (3) are of these
  std::string limited_by;        // what stopped k: "torque of joint elbow"
  std::vector<JointUse> joints;  // measured afterwards
  bool within_limits = false;    // of every limit, afterwards
  int evaluations = 0;
  bool cut_short = false;  // the search, by whoever watched
};

// Warnings name limits that were assumed; errors say why a robot cannot be excited.
diagnostic::Result<Excitation> excite(const robot::Robot& robot, const ExcitationOptions& options = {});

}  // namespace tauforge::excite
