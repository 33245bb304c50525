#include "tauforge/identify/pull.h"

#include <algorithm>

namespace tauforge::identify {

Stacked with_pull(Stacked rows, const std::vector<int>& columns, const SolverChoice& solver) {
  if (!solver.pull) return rows;
  const Pull& pull = *solver.pull;
  const Eigen::Index own = rows.A.rows(), more = pull.P.rows();
  rows.A.conservativeResize(own + more, Eigen::NoChange);
  rows.b.conservativeResize(own + more);
  rows.A.bottomRows(more).setZero(), rows.b.tail(more).setZero();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto found = std::find(pull.columns.begin(), pull.columns.end(), columns[c]);
    if (found == pull.columns.end()) continue;
    const Eigen::Index k = found - pull.columns.begin();
    rows.A.col(static_cast<Eigen::Index>(c)).tail(more) = pull.P.col(k);
    rows.b.tail(more) += pull.x0[k] * pull.P.col(k);
  }
  return rows;
}

}  // namespace tauforge::identify
