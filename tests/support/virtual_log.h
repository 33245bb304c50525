// Logs of a robot that is known: joints that swing, torques with noise.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "tauforge/identify/robot_parameters.h"
#include "tauforge/identify/torque_model.h"
#include "tauforge/recording/recording.h"

namespace tauforge::testing {

struct VirtualMotion {
  unsigned seed = 1;
  std::vector<std::size_t> still = {};  // drives that do not move
  std::size_t samples = 2000;
  double period = 0.01, noise = 0.02;  // [s], of the root mean square of a drive's torque
  double swing = 1.0;                  // of all joints
};

// Torques are those of the robot's own inverse dynamics at the exact motion.
inline recording::Recording swinging_log(const robot::Robot& plant, const VirtualMotion& how) {
  std::mt19937 random(how.seed);
  const auto uniform = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const std::size_t drives = plant.drives.size();
  recording::Recording log;
  log.name = "virtual.csv", log.joints = plant.drives, log.effort_kind = recording::Effort::torque;
  signals::Samples s;
  s.q.resize(drives), s.qd.resize(drives), s.qdd.resize(drives), s.period = how.period;
  for (std::size_t k = 0; k < how.samples; ++k) s.t.push_back(how.period * static_cast<double>(k));
  for (std::size_t j = 0; j < drives; ++j) {
    bool moves = true;
    for (const std::size_t other : how.still) moves = moves && other != j;
    double amplitude[4], phase[4];
    for (std::size_t h = 0; h < 4; ++h)
      amplitude[h] = moves ? how.swing * (0.3 + 0.5 * uniform()) : 0.0, phase[h] = 6.28 * uniform();
    for (const double t : s.t) {
      double q = 0, qd = 0, qdd = 0;
      for (std::size_t h = 0; h < 4; ++h) {
        const double w = (0.9 + 0.13 * static_cast<double>(j)) * static_cast<double>(h + 1), a = amplitude[h];
        q += a * std::sin(w * t + phase[h]), qd += a * w * std::cos(w * t + phase[h]);
        qdd -= a * w * w * std::sin(w * t + phase[h]);
      }
      s.q[j].push_back(q), s.qd[j].push_back(qd), s.qdd[j].push_back(qdd);
    }
  }
  s.stretches = {{0, how.samples}};
  log.t = s.t, log.q = s.q;
  log.effort = identify::predict(plant, s);
  for (auto& tau : log.effort) {
    double squares = 0;
    for (const double x : tau) squares += x * x / static_cast<double>(how.samples);
    for (double& x : tau) x += how.noise * std::sqrt(squares) * 3.46 * (uniform() - 0.5);
  }
  return log;
}

// The robot's file as someone knows it who never measured: every body heavier or lighter, every drive's numbers off, by up to
// this share. Bodies stay possible.
inline robot::Robot misjudged(const robot::Robot& plant, unsigned seed, double by = 0.3) {
  std::mt19937 random(seed);
  const auto factor = [&] { return 1.0 + by * (2.0 * (static_cast<double>(random()) / 4294967296.0) - 1.0); };
  std::vector<double> values = identify::parameters_of(plant);
  const std::size_t of_bodies = 10 * plant.parameters.body.size();
  double f = 1.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k % 10 == 0 || k >= of_bodies) f = factor();
    values[k] *= f;
  }
  return identify::with_parameters(plant, values);
}

}  // namespace tauforge::testing
