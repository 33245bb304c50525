// The equations of a robot with and without a load, on reduced blocks of two logs (observation.h):
//
//   y_j = e^-g_j Y_j pi              + F_j f_j + G_j k_j    without the load, drive j: effort y by first gains        (1)
//   y_j = e^-g_j Y_j (pi + E pi_L)   + F_j h_j + G_j k_j    with it: the load adds to the moments of the last link    (2)
//
// F f is friction of each log, G k what a gear adds to it with its load and speed, the same in both.
//
// g corrects the logarithms of the first gains. Base parameters pi, load pi_L, frictions and g are found together
// by Gauss and Newton, with beliefs as further rows:
//
//   minimise  |A(x)|^2 + (x - b)' P (x - b)                                                                          (3)
//   C = (J'J + P)^-1,   variances = jackknife over blocks + diagonal of C P C,   correlations = those of C           (4)
//
// The first part of (4) shrinks with the length of the logs, the second is what the beliefs do to the result and does not. A
// dozen blocks give variances; correlations from so few would make some combinations look far surer than they are.
#pragma once

#include <vector>

#include "tauforge/identify/observation.h"

namespace tauforge::identify {

class PayloadEquations {
 public:
  struct Columns {
    std::vector<int> bodies;                 // base parameters of bodies and rotors, in both logs
    std::vector<int> load;                   // moments of the last link: ten
    std::vector<std::vector<int>> friction;  // per drive, anew in each log
    std::vector<std::vector<int>> gear;      // per drive: what its friction grows by, the same in both logs
  };
  // Blocks of the two logs, as many of each; the k-th of both are left out together.
  PayloadEquations(Columns columns, std::vector<Block> unloaded, std::vector<Block> loaded);

  // Places in x.
  Index bodies() const { return 0; }
  Index load() const { return static_cast<Index>(columns_.bodies.size()); }
  Index gain(Index drive) const { return load() + static_cast<Index>(columns_.load.size()) + drive; }
  Index gear(Index drive) const;
  Index friction(std::size_t log, Index drive) const;
  Index size() const { return friction(2, 0); }
  Index drives() const { return static_cast<Index>(columns_.friction.size()); }

  void believe(Index place, double value, double deviation);
  // Of consecutive places, with a covariance.
  void believe(Index first, const Vector& values, const Matrix& covariance);

  // (3) from a first guess; false where it has no solution.
  bool solve(const Vector& first_guess);
  // The same without covariances.
  bool find(const Vector& first_guess);

  const Vector& x() const { return x_; }
  Matrix covariance() const;                                               // (4)
  Matrix covariance_of_beliefs() const { return of_beliefs(precision_); }  // C P C
  // What beliefs about some places alone do to the result.
  Matrix of_beliefs_about(Index first, Index count) const;
  std::size_t blocks() const { return blocks_[0].size(); }
  double relative_error(std::size_t log, Index drive) const;  // |y - fit| / |y|
  // |Y x| of a drive without the load, bodies and rotors alone.
  double squared_torque(Index drive, const Vector& bodies) const;

 private:
  struct Log {
    std::vector<DriveRows> drives;
  };
  void weigh();
  void linearise(const Log* logs, const Vector& x, Matrix& J, Vector& r) const;
  bool descend(const Log* logs, Vector& x) const;
  Matrix of_beliefs(const Matrix& precision) const { return inverse_ * precision * inverse_; }
  Log merged_log(std::size_t log, std::size_t left_out) const;
  Matrix chosen(const DriveRows& rows, const std::vector<int>& columns) const;

  Columns columns_;
  std::vector<Block> blocks_[2];
  Log all_[2];
  Vector weights_[2];        // per drive
  Vector believed_;          // b of (3)
  Matrix precision_, root_;  // P = root' root
  Vector x_;
  Matrix inverse_, jackknife_;
};

}  // namespace tauforge::identify
