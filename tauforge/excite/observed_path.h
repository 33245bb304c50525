// What a path shows of a robot's base parameters at any speed k. The regressor is split into what does not depend on k and
// what grows with its square,
//
//   Y(q, k qd, k^2 qdd) = Y(q, 0, 0) + k^2 (Y(q, qd, qdd) - Y(q, 0, 0))        bodies               (1)
//   W'W = sum_j W_j'W_j,   W_j: the rows of drive j, of the columns that move it alone               (2)
//
// so that a path is followed once, whatever speeds are tried. A search asks this thousands of times: (2) leaves out the
// zeros, two thirds of the products for an arm of seven joints.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/excite/excitation_shape.h"
#include "tauforge/motion/trajectory.h"
#include "tauforge/robot/robot.h"

namespace tauforge::excite {

struct Bounds {
  std::vector<JointRange> range;
  std::vector<double> velocity, acceleration, torque;  // per joint, margin included; infinite: none
};

// Of robots on a fixed base with one drive per joint; robot and bounds are kept by reference.
class ObservedPath {
 public:
  ObservedPath(const robot::Robot& robot, const Bounds& bounds, std::size_t samples);

  std::size_t columns() const { return base_.size(); }
  std::size_t visible() const { return static_cast<std::size_t>(visible_.cols()); }

  void follow(const motion::Trajectory& path);

  // Directions that the path shows at all. Axes that are nearly but not quite parallel make base columns that no motion can
  // tell apart; a condition number with them would say nothing about the rest.
  void find_visible(double k);

  // The largest speed at which nothing passes its limit, and what stops it; 0 when even the slowest motion breaks one.
  struct Speed {
    double k = 0;
    const char* limit = nullptr;  // "torque"; null: nothing
    std::size_t joint = 0;
  };
  Speed speed() const;

  // Smallest and largest eigenvalue of W'W / rows and the mean logarithm of all, of the visible directions.
  struct Spectrum {
    double smallest = 0, largest = 0, mean_log = 0;
  };
  Spectrum spectrum(double k) const;

 private:
  using Matrix = Eigen::MatrixXd;

  Matrix information(double k) const;  // W'W / rows
  bool too_much(std::size_t state, std::size_t j, double k) const;

  // The base columns that move drive j.
  struct OfDrive {
    std::vector<Eigen::Index> columns;  // their places among the base columns
    std::vector<robot::Index> moments;  // regressor columns of bodies; the first of `columns`
    std::vector<robot::Index> own;      // places among the drive's own columns; the next of `columns`
    struct OfSpring {
      std::size_t spring;
      bool force;  // or its stiffness
    };
    std::vector<OfSpring> springs;       // on its joint; the rest of `columns`
    std::vector<double> still, growing;  // (1), sample by sample, `moments` each
  };

  const robot::Robot& robot_;
  const Bounds& bounds_;
  std::vector<double> pi_;          // the file's moments
  std::vector<robot::Index> base_;  // columns of the regressor
  std::vector<OfDrive> drives_;
  Matrix visible_;  // columns: directions among the base columns
  std::vector<dynamics::State<double>> states_;
  std::vector<double> still_torque_, growing_torque_;  // of bodies and rotors, sample by sample
  dynamics::State<double> rest_;
  std::vector<double> Y_rest_, Y_;
  dynamics::RegressorWorkspace<double> workspace_;
};

}  // namespace tauforge::excite
