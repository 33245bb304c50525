#include "tauforge/dynamics/base_columns.h"

#include <cmath>
#include <random>

#include "tauforge/dynamics/coordinates.h"
#include "tauforge/dynamics/regressor.h"

namespace tauforge::dynamics {

namespace {

double dot_product(const Column& a, const Column& b) {
  double sum = 0.0;
  for (std::size_t r = 0; r < a.size(); ++r) sum += a[r] * b[r];
  return sum;
}

}  // namespace

std::vector<Column> sampled_regressor(const Tree& tree, const robot::Parameters<double>& par, Index fewest_states) {
  const Index columns = regressor_columns(tree), nv = tree.nv();
  const Index states = std::max(fewest_states, 2 * columns / std::max(nv, Index{1}) + 10);
  std::vector<Column> all(columns);
  std::mt19937 random(1);
  std::vector<double> q(position_count(tree)), v(nv), a(nv), Y(nv * columns);
  RegressorWorkspace<double> workspace;
  const auto fill = [&](std::vector<double>& values) {
    // not std::uniform_real_distribution: its numbers differ between standard libraries
    for (double& x : values) x = 4.0 * (static_cast<double>(random()) / 4294967296.0) - 2.0;
  };
  for (Index k = 0; k < states; ++k) {
    fill(q), fill(v), fill(a);
    if (tree.floating) {
      const double length = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
      for (std::size_t e = 3; e < 7; ++e) q[e] /= length;
    }
    regressor<double>(tree, par, state_of<double>(tree, q, v, a), workspace, Y);
    for (Index r = 0; r < nv; ++r)
      for (Index c = 0; c < columns; ++c) all[c].push_back(Y[r * columns + c]);
  }
  return all;
}

std::vector<robot::Index> base_columns(const Tree& tree, const robot::Parameters<double>& par) {
  constexpr double independent = 1e-8;  // of a column's length that must stick out of the span of the earlier ones
  std::vector<Column> columns = sampled_regressor(tree, par), basis;
  std::vector<Index> chosen;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    Column& rest = columns[c];
    const double length = std::sqrt(dot_product(rest, rest));
    for (int pass = 0; pass < 2; ++pass)  // twice: the second takes away what rounding left
      for (const Column& b : basis) {
        const double along = dot_product(b, rest);
        for (std::size_t r = 0; r < rest.size(); ++r) rest[r] -= along * b[r];
      }
    const double left = std::sqrt(dot_product(rest, rest));
    if (left <= independent * length || left == 0.0) continue;
    for (double& value : rest) value /= left;
    basis.push_back(rest);
    chosen.push_back(static_cast<Index>(c));
  }
  return chosen;
}

}  // namespace tauforge::dynamics
