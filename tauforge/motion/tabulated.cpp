#include "tauforge/motion/tabulated.h"

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/motion/quintic.h"

namespace tauforge::motion {

Tabulated::Tabulated(std::vector<Row> rows) : rows_(std::move(rows)) {
  diagnostic::require(rows_.size() >= 2, "a motion goes from one row to another");
  const double first = rows_.front().t;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    rows_[k].t -= first;
    diagnostic::require(k == 0 || rows_[k].t > rows_[k - 1].t, "times increase");
  }
}

void Tabulated::evaluate(double t, std::span<double> q, std::span<double> qd, std::span<double> qdd) const {
  t = std::clamp(t, 0.0, duration());
  const auto after = std::upper_bound(rows_.begin() + 1, rows_.end() - 1, t,
                                      [](double value, const Row& row) { return value < row.t; });
  const Row &a = *(after - 1), &b = *after;
  const double h = b.t - a.t, s = (t - a.t) / h;
  for (std::size_t j = 0; j < q.size(); ++j) {
    const Derivatives d = between({a.q[j], a.qd[j], a.qdd[j]}, {b.q[j], b.qd[j], b.qdd[j]}, h, s);
    q[j] = d.x, qd[j] = d.v, qdd[j] = d.a;
  }
}

}  // namespace tauforge::motion
