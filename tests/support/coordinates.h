// Coordinates of a state as generated code takes them.
#pragma once

#include "tests/support/values.h"

namespace tauforge::tests {

// A floating base's pose first.
inline std::vector<double> positions_of(const robot::Robot& robot, const State<double>& x) {
  std::vector<double> q;
  if (robot.tree.floating) {
    const auto& [R, p] = x.base.X_wb;
    const auto e = spatial::quaternion(R);
    q = {p.x, p.y, p.z, e.x, e.y, e.z, e.w};
  }
  q.insert(q.end(), x.q.begin(), x.q.end());
  return q;
}

inline std::vector<double> list(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }

}  // namespace tauforge::tests
