#include "tauforge/signals/differentiate.h"

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/require.h"
#include "tauforge/recording/resample.h"

namespace tauforge::signals {

using diagnostic::require;
using recording::Channels;
using recording::Recording;
using recording::Stretch;

namespace {

constexpr std::size_t shortest_stretch = 5;  // differences reach two samples to each side

// One stretch of one joint on the grid.
struct Series {
  std::vector<double> q, qd, qdd;
};

Series differentiate(const std::vector<double>& q, const std::vector<double>& measured_qd, double period,
                     const Preparation& how) {
  Series s;
  s.q = zero_phase(how.motion, period, q);
  if (how.derivatives == Derivatives::measured_velocity) {
    s.qd = zero_phase(how.motion, period, measured_qd);
    s.qdd = central_differences(s.qd, period).first;  // (3)
    return s;
  }
  SeriesDerivatives d =
      how.derivatives == Derivatives::two_step ? two_step_differences(s.q, period) : central_differences(s.q, period);
  s.qd = std::move(d.first), s.qdd = std::move(d.second);
  return s;
}

std::span<const double> part(const std::vector<double>& x, const Stretch& s) {
  return std::span<const double>(x).subspan(s.begin, s.size());
}

bool is_uniform(std::span<const double> t, double period) {
  for (std::size_t k = 0; k < t.size(); ++k)
    if (std::abs(t[k] - t[0] - static_cast<double>(k) * period) > 1e-3 * period) return false;
  return true;
}

// What is kept of n samples after trimming and thinning.
std::vector<std::size_t> kept(std::size_t n, const Preparation& how) {
  std::vector<std::size_t> indices;
  for (std::size_t k = how.trim; k + how.trim < n; k += how.every) indices.push_back(k);
  return indices;
}

// The shortest differences that have a middle; values at the ends are those of their neighbours.
SeriesDerivatives three_point_differences(const std::vector<double>& x, double period) {
  const std::size_t n = x.size();
  SeriesDerivatives d{std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
  for (std::size_t k = 1; k + 1 < n; ++k) {
    d.first[k] = (x[k + 1] - x[k - 1]) / (2.0 * period);
    d.second[k] = ((x[k + 1] - x[k]) - (x[k] - x[k - 1])) / (period * period);
  }
  if (n < 3) return d;
  for (auto* series : {&d.first, &d.second}) {
    series->front() = (*series)[1];
    series->back() = (*series)[n - 2];
  }
  return d;
}

void append(std::vector<double>& to, const std::vector<double>& from, const std::vector<std::size_t>& indices) {
  for (const std::size_t k : indices) to.push_back(from[k]);
}

}  // namespace

SeriesDerivatives central_differences(const std::vector<double>& x, double period) {
  SeriesDerivatives d = three_point_differences(x, period);
  for (std::size_t k = 2; k + 2 < x.size(); ++k) {
    d.first[k] = (8.0 * (x[k + 1] - x[k - 1]) - (x[k + 2] - x[k - 2])) / (12.0 * period);  // (1)
    const double near = (x[k + 1] - x[k]) - (x[k] - x[k - 1]), far = (x[k + 2] - x[k]) - (x[k] - x[k - 2]);
    d.second[k] = (16.0 * near - far) / (12.0 * period * period);
  }
  return d;
}

SeriesDerivatives two_step_differences(const std::vector<double>& x, double period) {
  SeriesDerivatives d = three_point_differences(x, period);
  const std::size_t n = x.size();
  if (n < shortest_stretch) return d;
  for (std::size_t k = 2; k + 2 < n; ++k)
    d.second[k] = ((x[k + 2] - x[k]) - (x[k] - x[k - 2])) / (4.0 * period * period);  // (2)
  d.second[0] = d.second[1] = d.second[2];
  d.second[n - 1] = d.second[n - 2] = d.second[n - 3];
  return d;
}

Samples prepare(const Recording& recording, const Preparation& how) {
  require(how.every > 0, "every k-th sample has a k");
  require(how.derivatives != Derivatives::measured_velocity || !recording.qd.empty(),
          "measured velocities are used where there are some");
  const std::size_t n = recording.joint_count();
  Samples out;
  out.period = how.rate_hz > 0.0 ? 1.0 / how.rate_hz : recording::usual_period(recording.t);
  out.q.resize(n), out.qd.resize(n), out.qdd.resize(n), out.effort.resize(recording.effort.size());
  if (out.period <= 0.0) return out;
  for (const Stretch& stretch : recording::stretches(recording)) {
    const std::span<const double> t = part(recording.t, stretch);
    if (t.size() < shortest_stretch) continue;
    const bool uniform = is_uniform(t, out.period);
    const std::vector<double> grid =
        uniform ? std::vector<double>(t.begin(), t.end()) : recording::uniform_times(t.front(), t.back(), out.period);
    if (grid.size() < shortest_stretch) continue;
    const bool back = how.times == Times::recorded && !uniform;  // motion goes back to the recorded times
    const std::vector<double> times = back ? std::vector<double>(t.begin(), t.end()) : grid;
    std::vector<double> of_motion = times;
    for (double& time : of_motion) time -= how.delay;
    const std::vector<std::size_t> indices = kept(times.size(), how);
    if (indices.empty()) continue;
    const std::size_t begin = out.t.size();
    append(out.t, times, indices);
    out.stretches.push_back({begin, out.t.size()});
    const auto on_grid = [&](const std::vector<double>& x) {
      const auto values = part(x, stretch);
      return uniform ? std::vector<double>(values.begin(), values.end()) : recording::by_spline(t, values, grid);
    };
    for (std::size_t j = 0; j < n; ++j) {
      Series s =
          differentiate(on_grid(recording.q[j]),
                        recording.qd.empty() ? std::vector<double>{} : on_grid(recording.qd[j]), out.period, how);
      for (auto* series : {&s.q, &s.qd, &s.qdd})
        if (back || how.delay != 0.0) *series = recording::by_spline(grid, *series, of_motion);
      append(out.q[j], s.q, indices), append(out.qd[j], s.qd, indices), append(out.qdd[j], s.qdd, indices);
    }
    for (std::size_t j = 0; j < recording.effort.size(); ++j) {
      const auto measured = part(recording.effort[j], stretch);
      std::vector<double> effort = uniform || how.times == Times::recorded
                                       ? std::vector<double>(measured.begin(), measured.end())
                                       : recording::by_lines(t, measured, grid);
      if (!back) effort = zero_phase(how.effort, out.period, effort);
      append(out.effort[j], effort, indices);
    }
  }
  return out;
}

}  // namespace tauforge::signals
