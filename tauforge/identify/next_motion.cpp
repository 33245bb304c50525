#include "tauforge/identify/next_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "tauforge/identify/svd.h"

namespace tauforge::identify {

namespace {

constexpr double usual_range = 2.0 * std::numbers::pi, usual_speed = 2.0;  // [rad], [rad/s]
constexpr double not_small = 0.2;                                          // of the largest component of (4)

}  // namespace

std::vector<MotionSoFar> drive_motions(const robot::Robot& robot, const std::vector<signals::Samples>& logs) {
  std::vector<MotionSoFar> all(robot.drives.size());
  for (std::size_t j = 0; j < all.size(); ++j) {
    MotionSoFar& m = all[j];
    bool first = true;
    for (const signals::Samples& s : logs)
      for (std::size_t k = 0; k < s.size(); ++k) {
        m.lowest = first ? s.q[j][k] : std::min(m.lowest, s.q[j][k]);
        m.highest = first ? s.q[j][k] : std::max(m.highest, s.q[j][k]);
        m.fastest = std::max(m.fastest, std::abs(s.qd[j][k]));
        first = false;
      }
    double range = usual_range, speed = usual_speed;
    if (robot.tree.direct) {  // behind a transmission, limits are those of joints
      const auto& limits = robot.limits[j];
      if (limits.lower && limits.upper && *limits.upper > *limits.lower) range = *limits.upper - *limits.lower;
      if (limits.velocity && *limits.velocity > 0.0) speed = *limits.velocity;
    }
    m.range_share = (m.highest - m.lowest) / range;  // (1)
    m.speed_share = m.fastest / speed;               // (2)
  }
  return all;
}

std::size_t worst_moved(const std::vector<MotionSoFar>& motions) {
  const auto lively = [](const MotionSoFar& m) { return m.range_share * m.speed_share; };
  const auto worst = std::min_element(motions.begin(), motions.end(), [&](const MotionSoFar& a, const MotionSoFar& b) {
    return lively(a) < lively(b);
  });
  return static_cast<std::size_t>(worst - motions.begin());  // (3)
}

std::string motions_text(const robot::Robot& robot, const std::vector<MotionSoFar>& motions,
                         const std::vector<std::size_t>& drives) {
  std::string text;
  for (const std::size_t j : drives)
    text += fmt::format("{}{} (so far {:.2g} % of its range, {:.2g} % of its speed)", text.empty() ? "" : ", ",
                        robot.drives[j], 100.0 * motions[j].range_share, 100.0 * motions[j].speed_share);
  return text;
}

std::vector<std::string> weakest_combination(const Identification& found, std::size_t most) {
  const auto rows = static_cast<Eigen::Index>(found.evidence_b.size());
  const std::size_t width = found.evidence_columns.size();
  std::vector<std::size_t> free;  // refused ones are held, not told
  for (std::size_t c = 0; c < width; ++c)
    if (found.evidence_held[c] == 0.0) free.push_back(c);
  if (free.empty() || rows == 0) return {};
  Matrix A(rows, static_cast<Eigen::Index>(free.size()));
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      A(r, c) = found.evidence_A[static_cast<std::size_t>(r) * width + free[static_cast<std::size_t>(c)]];
  for (Eigen::Index c = 0; c < A.cols(); ++c)
    if (const double length = A.col(c).norm(); length > 0.0) A.col(c) /= length;
  const Svd svd = thin_svd(A);
  const Vector weak = svd.V.col(svd.V.cols() - 1).cwiseAbs();  // (4)
  std::vector<std::size_t> order(free.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t c) { return weak[static_cast<Eigen::Index>(c)]; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
  std::vector<std::string> names;
  for (const std::size_t c : order)
    if (names.size() < most && size(c) > not_small * size(order.front()))
      names.push_back(found.evidence_columns[free[c]].name.name);
  return names;
}

}  // namespace tauforge::identify
