// A straight line of a frame of the robot with constant orientation, as a motion of the drives.                  [Val]
//
//   p(t) = from + s(t) (to - from),   R constant                                                           (1)
//   J thetad  = [pd; 0]                                                                                    (2)
//   J thetadd = [pdd; 0] - Jd thetad                                                                       (3)
//
// At constant speed (TimeLaw::ramp) there are no ramps: the velocity is there from the first instant. Positions are solved
// to rounding at every instant that is asked for, from knots that were followed along the line beforehand, so velocities
// and accelerations belong exactly to them. Of more than six drives those that are needed least at the start are held.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tauforge/motion/inverse_kinematics.h"
#include "tauforge/motion/time_law.h"

namespace tauforge::motion {

struct LineRequest {
  robot::Frame tip;
  Vector from, to;  // of the tip's origin, in the base's frame [m]
  Rotation R = spatial::identity3<double>();
  double seconds = 1.0;
  TimeLaw law = TimeLaw::ramp;
};

struct LineFailure {
  IkOutcome outcome = IkOutcome::unreachable;  // singular: other joint positions reach on, but not from these
  double s = 0;                                // how far along the line, from 0 to 1
  Vector at;                                   // that point [m]
  double left = 0;                             // unreachable: how far away the tip stays, there or at the end [m]
  double turn_left = 0;                        // and how much is left to turn [rad]
  Index joint = -1;                            // joint_limit: whose, as a body of the robot
  double wanted = 0, limit = 0;                // and where it would have to be, and may be [rad or m]
};

class CartesianLine : public Trajectory {
 public:
  struct Planned;
  // From drive positions near those that reach the start. The line is followed without jumps.
  static Planned plan(const robot::Robot& robot, const LineRequest& request, std::span<const double> guess);

  std::size_t joints() const override { return chain_.drives(); }
  double duration() const override { return request_.seconds; }
  void evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const override;

  double length() const;  // [m]
  std::size_t knots() const { return knots_.size(); }

 private:
  struct Knot {
    double s;
    std::vector<double> q, q1, q2;  // and its derivatives with respect to s
  };
  CartesianLine(const Chain& chain, const LineRequest& request) : chain_(chain), request_(request) {}

  Pose pose(double s) const { return {request_.R, request_.from + s * (request_.to - request_.from)}; }
  bool choose_drives(std::span<const double> q);
  bool correct(double s, std::span<double> q) const;
  struct Steadiness {
    double conditioning = 0,
           orientation = 1;  // of J; the orientation turns over where the arm passes a singular posture
  };
  Steadiness slopes(std::span<const double> q, std::span<double> q1, std::span<double> q2) const;
  std::optional<LineFailure> follow(const InverseKinematics& ik, std::span<const double> start);
  LineFailure explain(const InverseKinematics& ik, double s, std::span<const double> q) const;

  Chain chain_;
  LineRequest request_;
  std::vector<std::size_t> drives_;  // that move, at most six
  std::vector<Knot> knots_;
};

struct CartesianLine::Planned {
  std::shared_ptr<const CartesianLine> line;  // null: see the failure
  LineFailure failure;
};

}  // namespace tauforge::motion
