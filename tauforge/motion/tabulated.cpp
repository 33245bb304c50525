#include "tauforge/motion/tabulated.h"

#include <algorithm>
#include <utility>

#include "tauforge/diagnostic/require.h"

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
    // what the near end alone would leave at the far one, spread over s^3, s^4, s^5
    const double v = h * a.qd[j], w = h * h * a.qdd[j];
    const double D = b.q[j] - a.q[j] - v - 0.5 * w, V = h * b.qd[j] - v - w, A = h * h * b.qdd[j] - w;
    const double c3 = 10 * D - 4 * V + 0.5 * A, c4 = -15 * D + 7 * V - A, c5 = 6 * D - 3 * V + 0.5 * A;
    q[j] = a.q[j] + s * (v + s * (0.5 * w + s * (c3 + s * (c4 + s * c5))));
    qd[j] = (v + s * (w + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
    qdd[j] = (w + s * (6 * c3 + s * (12 * c4 + s * 20 * c5))) / (h * h);
  }
}

}  // namespace tauforge::motion
