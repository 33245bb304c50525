// Inverse kinematics in closed form for arms built like a PUMA: six turning joints, the second axis at right angles to the
// first, the third parallel to the second, the last three meeting in one point, the wrist, each at right angles to the next.
// Which arm it is is read off its axes, so it does not matter how the file places its frames.
//
// Axes z_i as they stand at theta = 0; n = z_2 x z_1; the wrist W = r n + D z_2 + h z_1, seen after turning joint 1 back:
//
//   r      = shoulder sqrt(x^2 + y^2 - D^2)                    x, y: the wanted wrist along n and z_2       (1)
//   q_1    = atan2(y, x) - atan2(D, r)                                                                      (2)
//   cos psi = (|w|^2 - l_2^2 - l_3^2) / (2 l_2 l_3)            w: from axis 2 to the wrist, in the plane    (3)
//   psi    = shoulder elbow acos(...)                          turn of the forearm against the upper arm    (4)
//   q_2    = arg w - arg(l_2 + l_3 turned by psi)                                                           (5)
//   z_4 . t = cos(phi + q_5)                                   t: the wanted axis 6, joints 1 to 3 undone   (6)
//
// shoulder +: the wrist is on the side of n. elbow +: with the arm stretched out to the side, the elbow is above the line
// to the wrist (along z_1). wrist +: sin(phi + q_5) > 0, phi the angle from axis 4 to axis 6 at q_5 = 0.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/motion/chain.h"

namespace tauforge::motion {

struct PumaBranch {
  int shoulder = 1, elbow = 1, wrist = 1;  // each +1 or -1

  friend bool operator==(const PumaBranch&, const PumaBranch&) = default;
};

// All eight.
std::array<PumaBranch, 8> puma_branches();

struct PumaSolution {
  bool reached = false;
  std::array<double, 6> q{};  // within half a turn of the guess; limits are not looked at
  double left = 0;            // how much too far or too near the wrist would have to be [m]
  bool singular = false;      // two axes are in line: q_4 is that of the guess, or q_1 where the wrist is on axis 1
};

class PumaInverseKinematics {
 public:
  struct Recognised;
  // Whether the robot is such an arm; if not, why.
  static Recognised recognise(const robot::Robot& robot, const robot::Frame& tip);

  PumaSolution solve(const Pose& pose, const PumaBranch& branch, std::span<const double> guess) const;
  PumaBranch branch_of(std::span<const double> q) const;

 private:
  PumaInverseKinematics() = default;

  std::array<Vector, 6> z_;                              // axes at q = 0
  Vector n_, foot_;                                      // z_2 x z_1; a point of axis 1
  double D_ = 0;                                         // of the wrist along z_2
  std::array<double, 2> shoulder_{}, upper_{}, fore_{};  // axis 2; axis 2 to 3; axis 3 to the wrist: along n and -z_1
  double sense_ = 1;                                     // of axis 3 against axis 2
  double phi_ = 0;
  Pose tip_;      // at q = 0
  Vector wrist_;  // in the frame of the tip
};

struct PumaInverseKinematics::Recognised {
  std::optional<PumaInverseKinematics> arm;
  std::string reason;  // when there is none
};

}  // namespace tauforge::motion
