#include "tauforge/explicit_model/angle.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tauforge::explicit_model {

Digits digits(Angle angle) {
  Digits out;
  while (angle != 0) {
    int digit = static_cast<int>(angle & 15);
    if (digit > 7) digit -= 16;
    out.multiple[out.count++] = digit;
    angle = (angle - digit) / 16;
  }
  return out;
}

int digit_at(Angle angle, int joint) {
  const auto d = digits(angle);
  return joint < static_cast<int>(d.size()) ? d[static_cast<std::size_t>(joint)] : 0;
}

int first_joint(Angle angle) {
  const auto d = digits(angle);
  return static_cast<int>(std::find_if(d.begin(), d.end(), [](int x) { return x != 0; }) - d.begin());
}

std::string angle_name(Angle angle) {
  const auto d = digits(angle);
  const bool apart = d.size() > 9;
  std::string out;
  for (std::size_t j = 0; j < d.size(); ++j)
    for (int k = 0; k < std::abs(d[j]); ++k) {
      if (d[j] < 0)
        out += "m";
      else if (apart && !out.empty())
        out += "_";
      out += std::to_string(j + 1);
    }
  return out;
}

std::string angle_sum(Angle angle) {
  const auto d = digits(angle);
  std::string out;
  for (std::size_t j = 0; j < d.size(); ++j) {
    if (d[j] == 0) continue;
    if (!out.empty())
      out += d[j] < 0 ? " - " : " + ";
    else if (d[j] < 0)
      out += "-";
    if (std::abs(d[j]) != 1) out += std::to_string(std::abs(d[j])) + "*";
    out += "q" + std::to_string(j + 1);
  }
  return out;
}

Runs parallel_runs(const robot::Robot& robot) {
  Runs runs;
  spatial::Vec3<double> z{0.0, 0.0, 1.0};  // of the last revolute axis, in the frame of the joint at hand
  int direction = 1;
  for (robot::Index i : robot.tree.base_to_tip()) {
    z = transposed_times(robot.parameters.placement[static_cast<std::size_t>(i)].R, z);
    if (!robot.tree.is_revolute(i)) {
      runs.of_joint.push_back(-1), runs.direction.push_back(1);
      continue;
    }
    constexpr double same = 1e-12;
    const bool parallel =
        runs.count > 0 && std::abs(std::abs(z.z) - 1) < same && std::abs(z.x) < same && std::abs(z.y) < same;
    if (!parallel) ++runs.count, direction = 1;
    if (parallel && z.z < 0) direction = -direction;
    runs.direction.push_back(direction);
    runs.of_joint.push_back(runs.count - 1);
    z = {0.0, 0.0, 1.0};
  }
  return runs;
}

}  // namespace tauforge::explicit_model
