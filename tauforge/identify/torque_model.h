// A model of the torques of a robot, as identified: what it consists of, and what it predicts.
#pragma once

#include <vector>

#include "tauforge/identify/model_columns.h"
#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

struct TorqueModel {
  ModelColumns columns;
  std::vector<double> values;        // one per column
  std::vector<bool> fitted;          // false: taken over from the robot's file, the log said nothing about it
  std::size_t fitted_widths = 0;     // of friction shapes
  bool fitted_delay = false;         // the one of `preparation`
  signals::Preparation preparation;  // of logs, for this model

  // Numbers that the logs decided, widths and delay included.
  std::size_t fitted_numbers() const;
};

// Torques of the drives at the samples, one series per drive.
recording::Channels predict(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples);
// Between these times [s] alone, zero elsewhere; friction remembers what came before all the same.
recording::Channels predict(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples,
                            double begin, double end);
// The same by the inverse dynamics of a robot as it is, drives included, with friction that remembers where it has such.
recording::Channels predict(const robot::Robot& robot, const signals::Samples& samples);

// How far a prediction is off: 100 |tau - prediction| / |tau|.
struct RelativeError {
  double all = 0;                      // [%], drives stacked
  std::vector<double> of_drive;        // [%]
  std::vector<double> rms;             // [N m]
  std::vector<double> largest_torque;  // [N m]
};
RelativeError relative_error(const recording::Channels& torque, const recording::Channels& prediction);

}  // namespace tauforge::identify
