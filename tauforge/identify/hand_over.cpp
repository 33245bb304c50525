#include "tauforge/identify/hand_over.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"

namespace tauforge::identify {

using recording::Channels;

namespace {

void put_behind(Channels& all, const Channels& more) {
  all.resize(more.size());
  for (std::size_t j = 0; j < more.size(); ++j) all[j].insert(all[j].end(), more[j].begin(), more[j].end());
}

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

// A NaN is as far from everything as can be.
double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (const double off = std::abs(a[k] - b[k]); !(off <= most)) most = std::isfinite(off) ? off : HUGE_VAL;
  return most;
}

}  // namespace

HandOver handed_over(const TorquesAlong& handed, const std::vector<Validation>& logs) {
  HandOver result;
  Channels torque, prediction, model;
  for (const Validation& log : logs) {
    const Channels own = handed(log.samples);
    diagnostic::require(own.size() == log.prediction.size(), "what is handed over has the drives of its model");
    result.of_log.push_back(relative_error(log.torque, own));  // (1)
    put_behind(torque, log.torque), put_behind(prediction, own), put_behind(model, log.prediction);
  }
  result.all = relative_error(torque, prediction);
  for (std::size_t j = 0; j < model.size(); ++j) {
    const double off = largest_difference(prediction[j], model[j]);
    if (off > 0.0) result.difference = std::max(result.difference, off / std::max(largest(model[j]), 1e-300));  // (2)
  }
  return result;
}

HandOver handed_over(const robot::Robot& as_read, const std::vector<Validation>& logs) {
  return handed_over([&](const signals::Samples& samples) { return predict(as_read, samples); }, logs);
}

RelativeError error_of(const std::vector<Validation>& logs) {
  Channels torque, prediction;
  for (const Validation& log : logs) put_behind(torque, log.torque), put_behind(prediction, log.prediction);
  return relative_error(torque, prediction);
}

RelativeError error_over(const std::vector<recording::Recording>& logs,
                         const std::function<Validation(const recording::Recording&)>& validated) {
  RelativeError e;
  std::vector<double> torque, error;
  std::size_t samples = 0;
  for (const recording::Recording& log : logs) {
    const Validation v = validated(log);
    torque.resize(v.torque.size()), error.resize(v.torque.size()), e.largest_torque.resize(v.torque.size());
    for (std::size_t j = 0; j < v.torque.size(); ++j) {
      e.largest_torque[j] = std::max(e.largest_torque[j], largest(v.torque[j]));
      for (std::size_t k = 0; k < v.torque[j].size(); ++k) {
        const double off = v.torque[j][k] - v.prediction[j][k];
        torque[j] += v.torque[j][k] * v.torque[j][k], error[j] += off * off;
      }
    }
    samples += v.samples.size();
  }
  double torques = 0.0, errors = 0.0;
  for (std::size_t j = 0; j < torque.size(); ++j) {
    e.of_drive.push_back(torque[j] > 0.0 ? 100.0 * std::sqrt(error[j] / torque[j]) : 0.0);
    e.rms.push_back(std::sqrt(error[j] / std::max<double>(1.0, static_cast<double>(samples))));
    torques += torque[j], errors += error[j];
  }
  e.all = torques > 0.0 ? 100.0 * std::sqrt(errors / torques) : 0.0;
  return e;
}

}  // namespace tauforge::identify
