#include "tauforge/identify/torque_model.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"
#include "tauforge/functions/torque_series.h"

namespace tauforge::identify {

std::size_t TorqueModel::fitted_numbers() const {
  return static_cast<std::size_t>(std::count(fitted.begin(), fitted.end(), true)) + fitted_widths +
         (fitted_delay ? 1 : 0);
}

recording::Channels predict(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples,
                            double begin, double end) {
  ColumnEvaluator columns(robot, model.columns, model.values);  // expanded about itself it is the model
  const std::size_t drives = samples.q.size();
  recording::Channels torque(drives, std::vector<double>(samples.size(), 0.0));
  Motion x;
  x.q.resize(drives), x.qd.resize(drives), x.qdd.resize(drives);
  std::vector<double> friction(columns.friction_columns());
  for (const auto& stretch : samples.stretches) {
    columns.forget();
    for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
      for (std::size_t j = 0; j < drives; ++j)
        x.q[j] = samples.q[j][k], x.qd[j] = samples.qd[j][k], x.qdd[j] = samples.qdd[j][k];
      x.t = samples.t[k];
      columns.friction(x, friction);
      if (x.t < begin || x.t >= end) continue;
      columns.evaluate(x, friction);
      for (std::size_t j = 0; j < drives; ++j)
        for (const int c : columns.of_row(static_cast<Index>(j)))
          torque[j][k] += columns.value(static_cast<Index>(j), c) * model.values[static_cast<std::size_t>(c)];
      for (std::size_t j = 0; j < drives; ++j) torque[j][k] -= columns.shift(static_cast<Index>(j));
    }
  }
  return torque;
}

recording::Channels predict(const robot::Robot& robot, const TorqueModel& model, const signals::Samples& samples) {
  return predict(robot, model, samples, -HUGE_VAL, HUGE_VAL);
}

recording::Channels predict(const robot::Robot& robot, const signals::Samples& samples) {
  functions::TorqueSeries series(robot);
  const std::size_t drives = samples.q.size();
  recording::Channels torque(drives, std::vector<double>(samples.size(), 0.0));
  dynamics::State<double> x;
  x.q.resize(drives), x.qd.resize(drives), x.qdd.resize(drives);
  std::vector<double> tau(drives);
  for (const auto& stretch : samples.stretches) {
    series.begin();
    for (std::size_t k = stretch.begin; k < stretch.end; ++k) {
      for (std::size_t j = 0; j < drives; ++j)
        x.q[j] = samples.q[j][k], x.qd[j] = samples.qd[j][k], x.qdd[j] = samples.qdd[j][k];
      series.torques(x, samples.t[k], tau);
      for (std::size_t j = 0; j < drives; ++j) torque[j][k] = tau[j];
    }
  }
  return torque;
}

RelativeError relative_error(const recording::Channels& torque, const recording::Channels& prediction) {
  diagnostic::require(torque.size() == prediction.size(), "a prediction has as many drives as the torques");
  RelativeError e;
  double squares = 0.0, error_squares = 0.0;
  for (std::size_t j = 0; j < torque.size(); ++j) {
    double of_torque = 0.0, of_error = 0.0, largest = 0.0;
    for (std::size_t k = 0; k < torque[j].size(); ++k) {
      const double error = torque[j][k] - prediction[j][k];
      of_torque += torque[j][k] * torque[j][k], of_error += error * error;
      largest = std::max(largest, std::abs(torque[j][k]));
    }
    e.of_drive.push_back(of_torque > 0.0 ? 100.0 * std::sqrt(of_error / of_torque) : 0.0);
    e.rms.push_back(std::sqrt(of_error / std::max<double>(1.0, static_cast<double>(torque[j].size()))));
    e.largest_torque.push_back(largest);
    squares += of_torque, error_squares += of_error;
  }
  e.all = squares > 0.0 ? 100.0 * std::sqrt(error_squares / squares) : 0.0;
  return e;
}

}  // namespace tauforge::identify
