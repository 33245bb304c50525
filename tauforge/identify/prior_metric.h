// How far a model is from the robot's file, in a measure that depends neither on units nor on frames.   [LWP20], [WKS18]
//
//   d_i^2 = tr((P_i0^-1 (P_i - P_i0))^2)      second order of the divergence of P_i from P_i0, and of the affine invariant    (1)
//                                             distance; P_i the pseudo-inertia of body i, P_i0 the file's
//   d_c^2 = ((x_c - x_c0) / s_c)^2            numbers of drives                                                               (2)
//
// Logs tell base parameters beta = K pi alone. What they do not tell is free to be what keeps the bodies closest:
//
//   min { |D (pi - pi_0)|^2 : K pi = beta } = |P (beta - beta_0)|^2,   P' P = (K (D' D)^-1 K')^-1                             (3)
//
// so the measure is the same whichever columns are kept. In (2) a number that the file has counts relative to itself; one
// that it does not have, and friction, which files seldom know, relative to what makes the usual torque of the logs.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/base_parameters.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/pull.h"

namespace tauforge::identify {

class PriorMetric {
 public:
  // `torque` has the root mean square of each drive's torque.
  PriorMetric(const robot::Robot& robot, const BaseParameters& base, std::vector<double> torque,
              const Liveliness& motion);

  // (3) and (2) times `strength`, of these columns of a model: a deviation of 1 counts as much as `strength` rows that are off
  // by their deviation.
  Pull pull(const ModelColumns& columns, double strength) const;

  const std::vector<std::string>& replaced() const { return replaced_; }  // see possible_prior.h
  // s_c: per column of the regressor, zero for bodies; and of the parts of friction
  const std::vector<double>& scales() const { return scale_; }
  double scale_of(const ModelColumn& friction) const;
  const robot::Robot& robot() const { return robot_; }

 private:
  robot::Robot robot_;  // its own: callers' robots may end before
  BaseParameters base_;
  std::vector<double> torque_, speed_, scale_;
  std::vector<double> described_;  // beta_0, in the order of base.kept
  Matrix inverse_;                 // K (D' D)^-1 K', likewise
  std::vector<std::string> replaced_;
};

// Root mean squares of the torques of some logs, per drive; none is below a thousandth of the largest.
std::vector<double> usual_torques(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                  const std::vector<signals::Samples>& samples);

// What the logs have in a fit that is pulled: R = (A'A + P'P)^-1 A'A, the matrix of resolution.
struct ShareOfLogs {
  Vector share;    // its diagonal: 1 where the logs decide alone, 0 where the file does
  double all = 0;  // its trace, the same in all frames
  Vector
      deviation;  // by which the file's part may be off: of (I - R)(x - x0), file and truth as far apart as file and fit
};
ShareOfLogs share_of_logs(const Stacked& rows, const Fit& fit, const Pull& pull);

}  // namespace tauforge::identify
