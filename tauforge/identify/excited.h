// What a log can say at all. A parameter, or a combination of parameters, that the motion of the log hardly moves is not
// reported: it is left as the robot's file has it, and named.
//
// "Hardly" is measured against a log of the same length in which every drive moves as lively as the drives of this one do
// on average, independently of each other:
//
//   column k of W scaled by its length in that log; pivoted QR;  |R_kk| < 1e-3: not excited        (1)
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

struct NotExcited {
  int column = 0;
  double excitation = 0;  // |R_kk| of (1)
  double lively = 0;      // the column's length per row in the log of (1)
  std::string why;
};

struct ExcitedColumns {
  std::vector<int> columns;             // that the log tells apart
  std::vector<NotExcited> not_excited;  // the others
  double smallest = 0, largest = 0;     // singular values of the scaled columns that are told apart
};

// How lively the drives of some samples are.
struct Liveliness {
  std::vector<double> range, centre;        // of positions           [rad]
  std::vector<double> speed, acceleration;  // root mean squares      [rad/s, rad/s^2]
};
Liveliness liveliness(const std::vector<signals::Samples>& logs);

// A log in which every drive moves like the usual one, or livelier where it does itself.
signals::Samples lively_samples(const Liveliness& motion);

ExcitedColumns excited_columns(const robot::Robot& robot, const ModelColumns& model, const Block& observed,
                               const std::vector<int>& columns, const Vector& weights, const Liveliness& motion,
                               const std::vector<double>& about = {});

}  // namespace tauforge::identify
