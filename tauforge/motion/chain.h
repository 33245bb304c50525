// The joints between the base of a robot and one of its frames, the tip: where the tip is, how fast it moves, how it
// accelerates. All in the frame of the base; nothing is allocated after construction.
//
//   [v; w]  = J(theta) thetad                                                                              (1)
//   [a; wd] = J thetadd + Jd thetad                                                                        (2)
//
// with theta the drives: J is that of the joints (dynamics/jacobian.h) times the transmission G. Jd thetad comes from one
// walk along the chain with the accelerations of all joints zero:
//
//   w_i  = w_a  + z_i qd_i                                       revolute                                  (3)
//   wd_i = wd_a + w_a x z_i qd_i                                 revolute                                  (4)
//   a_i  = a_a  + wd_a x r + w_a x (w_a x r)  (+ 2 w_a x z_i qd_i  prismatic),   r = p_i - p_a             (5)
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tauforge/robot/robot.h"
#include "tauforge/spatial/twist.h"

namespace tauforge::motion {

using robot::Index;
using Pose = spatial::Pose<double>;
using Vector = spatial::Vec3<double>;
using Rotation = spatial::Mat3<double>;
using spatial::Twist;

class Chain {
 public:
  static constexpr std::size_t most_joints = 64;

  // The tip is a frame of the robot that some joint moves; at most `most_joints` joints lie before it.
  Chain(const robot::Robot& robot, const robot::Frame& tip);

  std::size_t drives() const { return drives_; }
  std::size_t joints() const { return joints_.size(); }
  Index body(std::size_t i) const { return joints_[i].body; }  // of joint i of the chain, from the base
  bool revolute(std::size_t i) const { return joints_[i].revolute; }
  const std::vector<Index>& moving_drives() const { return moving_; }  // that move the tip
  bool turns(Index drive) const;                                       // rather than slides
  double reach() const { return reach_; }  // a length that no pose is much farther away than [m]

  double joint_value(std::size_t i, std::span<const double> theta) const;
  double gain(std::size_t i, Index drive) const;  // G: of joint i on a drive

  Pose tip(std::span<const double> theta) const;
  // J is 6 x drives, row-major, linear rows first; returns the tip.
  Pose jacobian(std::span<const double> theta, std::span<double> J) const;
  Twist<double> bias_acceleration(std::span<const double> theta, std::span<const double> thetad) const;  // Jd thetad
  // Axes and origins of the joints.
  struct Axis {
    Vector z, p;
  };
  Axis axis(std::size_t i, std::span<const double> theta) const;

 private:
  struct Joint {
    Index body;
    bool revolute;
    Pose placement;  // after the joint before
    double offset, q0;
    std::vector<double> G;  // per drive
  };
  Pose step(const Joint& joint, double q) const;

  std::vector<Joint> joints_;
  Pose tip_;  // in the last body
  std::size_t drives_;
  std::vector<Index> moving_;
  double reach_ = 0;
};

// The frame that is meant when none is named: that of the last link.
robot::Frame last_frame(const robot::Robot& robot);

// What turns and moves one pose into another: displacement of the origin and rotation vector, in the base's frame.
Twist<double> difference(const Pose& from, const Pose& to);

}  // namespace tauforge::motion
