#include "tauforge/literature/campaign_motion.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tauforge::literature {

namespace {

constexpr std::size_t points_per_motion = 4;
constexpr int passes = 10;

// Slopes of the cubic spline through y with slope zero at both ends; unit distance between points.
std::vector<double> spline_slopes(const std::vector<double>& y) {
  const std::size_t n = y.size();
  std::vector<double> slope(n, 0.0), diagonal(n, 4.0), right(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) right[k] = 3.0 * (y[k + 1] - y[k - 1]);
  for (std::size_t k = 2; k + 1 < n; ++k) {  // s_(k-1) + 4 s_k + s_(k+1) = 3 (y_(k+1) - y_(k-1))
    const double factor = 1.0 / diagonal[k - 1];
    diagonal[k] -= factor;
    right[k] -= factor * right[k - 1];
  }
  for (std::size_t k = n - 2; k > 0; --k) slope[k] = (right[k] - slope[k + 1]) / diagonal[k];
  return slope;
}

}  // namespace

CampaignMotion::CampaignMotion(std::vector<std::vector<double>> points, int passes_to_make, double duration)
    : points_(std::move(points)), slopes_(points_), passes_(passes_to_make), pass_duration_(duration) {
  for (std::size_t j = 0; j < points_.front().size(); ++j) {
    std::vector<double> y;
    for (const auto& point : points_) y.push_back(point[j]);
    const std::vector<double> slope = spline_slopes(y);
    for (std::size_t k = 0; k < y.size(); ++k) slopes_[k][j] = slope[k];
  }
}

identify::Motion CampaignMotion::at(double t) const {
  // to and fro: every other pass is the path backwards
  const auto pass = static_cast<int>(std::floor(t / pass_duration_));
  if (pass < 0 || pass >= passes_) return along_path(pass < 0 || passes_ % 2 == 0 ? 0.0 : pass_duration_);
  const double within = t - pass * pass_duration_;
  if (pass % 2 == 0) return along_path(within);
  identify::Motion x = along_path(pass_duration_ - within);
  for (double& v : x.qd) v = -v;
  return x;
}

identify::Motion CampaignMotion::along_path(double t) const {
  const std::size_t joints = points_.front().size(), intervals = points_.size() - 1;
  const double per_interval = pass_duration_ / static_cast<double>(intervals);
  identify::Motion x;
  x.q.resize(joints), x.qd.assign(joints, 0.0), x.qdd.assign(joints, 0.0);
  if (t <= 0.0 || t >= pass_duration_) {
    x.q = t <= 0.0 ? points_.front() : points_.back();
    return x;
  }
  const std::size_t k = std::min(static_cast<std::size_t>(t / per_interval), intervals - 1);
  const double u = t / per_interval - static_cast<double>(k);
  for (std::size_t j = 0; j < joints; ++j) {
    const double y0 = points_[k][j], y1 = points_[k + 1][j], s0 = slopes_[k][j], s1 = slopes_[k + 1][j];
    const double c2 = 3.0 * (y1 - y0) - 2.0 * s0 - s1, c3 = 2.0 * (y0 - y1) + s0 + s1;
    x.q[j] = y0 + u * (s0 + u * (c2 + u * c3));
    x.qd[j] = (s0 + u * (2.0 * c2 + 3.0 * u * c3)) / per_interval;
    x.qdd[j] = (2.0 * c2 + 6.0 * u * c3) / (per_interval * per_interval);
  }
  return x;
}

CampaignMotion CampaignMotion::with_pass_duration(double duration) const {
  CampaignMotion other = *this;
  other.pass_duration_ = duration;
  return other;
}

CampaignMotion scaled_to_torque(const CampaignMotion& motion, const std::vector<double>& limits,
                                const std::function<std::vector<double>(const identify::Motion&)>& torque) {
  const auto worst = [&](const CampaignMotion& m) {
    double largest = 0.0;
    constexpr int looks = 400;
    for (int k = 0; k <= looks; ++k) {
      const std::vector<double> tau = torque(m.at(m.pass_duration() * k / looks));
      for (std::size_t j = 0; j < tau.size(); ++j) largest = std::max(largest, std::abs(tau[j]) / limits[j]);
    }
    return largest;
  };
  double low = 1.0, high = 120.0;  // [s]; at the slow end only gravity and friction are left
  for (int k = 0; k < 40; ++k) {
    const double middle = std::sqrt(low * high);
    (worst(motion.with_pass_duration(middle)) > 1.0 ? low : high) = middle;
  }
  return motion.with_pass_duration(high);
}

std::vector<CampaignMotion> campaign_motions(const std::vector<double>& lower, const std::vector<double>& upper,
                                             int random_count, unsigned seed) {
  const std::size_t joints = lower.size();
  const auto place = [&](std::size_t j, double share) { return lower[j] + share * (upper[j] - lower[j]); };
  std::vector<CampaignMotion> all;
  // chosen: every joint swings through its range, each at a pace of its own that changes from motion to motion
  for (int m = 0; m < 6; ++m) {
    std::vector<std::vector<double>> points(points_per_motion, std::vector<double>(joints));
    for (std::size_t k = 0; k < points_per_motion; ++k)
      for (std::size_t j = 0; j < joints; ++j) {
        const double pace = 0.9 + 0.47 * static_cast<double>((j * 2 + static_cast<std::size_t>(m)) % joints);
        const double phase = 1.7 * static_cast<double>(j) + 0.9 * m;
        points[k][j] = place(j, 0.5 + 0.42 * std::sin(pace * static_cast<double>(k) + phase));
      }
    all.emplace_back(points, passes, 10.0);
  }
  std::mt19937 random(seed);
  for (int m = 0; m < random_count; ++m) {
    std::vector<std::vector<double>> points(points_per_motion, std::vector<double>(joints));
    for (auto& point : points)
      for (std::size_t j = 0; j < joints; ++j)
        point[j] = place(j, 0.05 + 0.9 * (static_cast<double>(random()) / 4294967296.0));
    all.emplace_back(points, passes, 10.0);
  }
  return all;
}

}  // namespace tauforge::literature
