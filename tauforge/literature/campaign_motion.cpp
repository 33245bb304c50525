#include "tauforge/literature/campaign_motion.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/motion/spline.h"

namespace tauforge::literature {

namespace {

constexpr std::size_t points_per_path = 4;
constexpr int passes = 10;

motion::Spline pass_of(const Points& points, double duration) {
  std::vector<double> times;
  for (std::size_t k = 0; k < points.size(); ++k)
    times.push_back(duration * static_cast<double>(k) / static_cast<double>(points.size() - 1));
  return {points, times};
}

}  // namespace

identify::Motion motion_at(const motion::Trajectory& motion, double t) {
  const std::size_t n = motion.joints();
  identify::Motion x{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
  motion.evaluate(std::clamp(t, 0.0, motion.duration()), x.q, x.qd, x.qdd);
  if (t <= 0.0 || t >= motion.duration()) x.qd.assign(n, 0.0), x.qdd.assign(n, 0.0);
  return x;
}

motion::ToAndFro scaled_to_torque(const Points& points, const std::vector<double>& limits,
                                  const std::function<std::vector<double>(const identify::Motion&)>& torque) {
  const auto worst = [&](const motion::Spline& pass) {
    double largest = 0.0;
    constexpr int looks = 400;
    for (int k = 0; k <= looks; ++k) {
      const std::vector<double> tau = torque(motion_at(pass, pass.duration() * k / looks));
      for (std::size_t j = 0; j < tau.size(); ++j) largest = std::max(largest, std::abs(tau[j]) / limits[j]);
    }
    return largest;
  };
  double low = 1.0, high = 120.0;  // [s]; at the slow end only gravity and friction are left
  for (int k = 0; k < 40; ++k) {
    const double middle = std::sqrt(low * high);
    (worst(pass_of(points, middle)) > 1.0 ? low : high) = middle;
  }
  return {std::make_shared<motion::Spline>(pass_of(points, high)), passes};
}

std::vector<Points> campaign_paths(const std::vector<double>& lower, const std::vector<double>& upper, int random_count,
                                   unsigned seed) {
  const std::size_t joints = lower.size();
  const auto place = [&](std::size_t j, double share) { return lower[j] + share * (upper[j] - lower[j]); };
  std::vector<Points> all;
  // chosen: every joint swings through its range, each at a pace of its own that changes from path to path
  for (int m = 0; m < 6; ++m) {
    Points points(points_per_path, std::vector<double>(joints));
    for (std::size_t k = 0; k < points_per_path; ++k)
      for (std::size_t j = 0; j < joints; ++j) {
        const double pace = 0.9 + 0.47 * static_cast<double>((j * 2 + static_cast<std::size_t>(m)) % joints);
        const double phase = 1.7 * static_cast<double>(j) + 0.9 * m;
        points[k][j] = place(j, 0.5 + 0.42 * std::sin(pace * static_cast<double>(k) + phase));
      }
    all.push_back(std::move(points));
  }
  std::mt19937 random(seed);
  for (int m = 0; m < random_count; ++m) {
    Points points(points_per_path, std::vector<double>(joints));
    for (auto& point : points)
      for (std::size_t j = 0; j < joints; ++j)
        point[j] = place(j, 0.05 + 0.9 * (static_cast<double>(random()) / 4294967296.0));
    all.push_back(std::move(points));
  }
  return all;
}

}  // namespace tauforge::literature
