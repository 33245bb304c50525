// How the efforts of a recording follow its motion, without a robot: a linear model of each joint from functions that
// any arm's torques are made of, fitted with the effort taken earlier or later.
//
//   effort_j(t + d) = f0 + f1 tanh(qd_j/v) + f2 qd_j + sum_k (a_k qdd_k + b_k sin q_k + c_k cos q_k + ...)      (1)
//
// The d with the smallest residual is the delay of the effort behind the motion; f1 < 0 says that friction drives the
// joint, so that the sign of one of the two signals is wrong.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/identify/differentiate.h"

namespace tauforge::identify {

struct JointFit {
  double delay = 0;             // where (1) fits best                                     [s]
  double improvement = 0;       // 1 - residual there / residual without a delay, in squares
  double explained = 0;         // share of the effort's variance that (1) explains there
  double friction = 0;          // f1
  double friction_spread = 0;   // its standard deviation, were the residuals white
  std::vector<double> squares;  // residual sum of squares for every delay that was tried
};

struct SignalFit {
  std::vector<double> delays;  // tried                                               [s]
  std::vector<JointFit> joints;
  double delay = 0;  // over all joints, each weighted by its own residual  [s]
  double improvement = 0;
};

// Nothing when there are too few samples. Samples on a uniform grid, with efforts.
std::optional<SignalFit> fit_signals(const Samples& samples, double longest_delay);

}  // namespace tauforge::identify
