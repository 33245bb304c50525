#include "tauforge/identify/base_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/dynamics/state.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/svd.h"

namespace tauforge::identify {

namespace {

constexpr int fewest_states = 100;   // as in the paper
constexpr double dependent = 1e-10;  // smallest singular value of columns of length one
constexpr double no_share = 1e-9;    // coefficients below are rounding

// The triangular factor of the regressor at random states: the same singular values with few rows.
Matrix random_regressor(const robot::Robot& robot) {
  const auto sampled = dynamics::sampled_regressor(robot.tree, robot.parameters, fewest_states);
  const auto columns = static_cast<Eigen::Index>(sampled.size());
  Matrix D(sampled.empty() ? 0 : static_cast<Eigen::Index>(sampled[0].size()), columns);
  for (Eigen::Index c = 0; c < columns; ++c)
    D.col(c) = Eigen::Map<const Vector>(sampled[static_cast<std::size_t>(c)].data(), D.rows());
  return triangular_factor(D);
}

Matrix chosen(const Matrix& D, const std::vector<Index>& columns, bool scaled) {
  Matrix part(D.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    part.col(static_cast<Eigen::Index>(k)) = D.col(columns[k]);
    if (scaled) part.col(static_cast<Eigen::Index>(k)).normalize();
  }
  return part;
}

// (28)
DroppedColumn expressed(const Matrix& D, const std::vector<Index>& kept, Index column) {
  DroppedColumn dropped{column, {}};
  if (kept.empty()) return dropped;
  const Vector shares = solve_by_qr(chosen(D, kept, false), D.col(column));
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const double share = shares[static_cast<Eigen::Index>(k)];
    if (std::abs(share) * D.col(kept[k]).norm() > no_share * D.col(column).norm())
      dropped.shares.push_back({kept[k], share});
  }
  return dropped;
}

void measure(const Matrix& D, BaseParameters& base) {
  if (base.kept.empty()) return;
  const Vector s = singular_values(chosen(D, base.kept, true));
  base.largest = s[0], base.smallest = s[s.size() - 1];
}

}  // namespace

BaseParameters ordered_base_parameters(const robot::Robot& robot, std::span<const Index> order) {
  const Matrix D = random_regressor(robot);
  const double size = D.norm();
  BaseParameters base;
  for (const Index column : order) {
    if (D.col(column).norm() <= dependent * size) {
      base.dropped.push_back({column, {}});
      continue;
    }
    base.kept.push_back(column);
    const Vector s = singular_values(chosen(D, base.kept, true));
    if (s[s.size() - 1] > dependent) continue;
    base.kept.pop_back();  // (27)
    base.dropped.push_back(expressed(D, base.kept, column));
  }
  measure(D, base);
  return base;
}

BaseParameters pivoted_base_parameters(const robot::Robot& robot, std::span<const Index> columns) {
  const Matrix D = random_regressor(robot);
  const double size = D.norm();
  std::vector<Index> moving;
  BaseParameters base;
  for (const Index column : columns)
    if (D.col(column).norm() > dependent * size)
      moving.push_back(column);
    else
      base.dropped.push_back({column, {}});
  if (moving.empty()) return base;
  const Pivots pivots = pivots_of(chosen(D, moving, true));
  const auto rank = static_cast<std::size_t>(pivots.rank(dependent));
  for (std::size_t k = 0; k < pivots.columns.size(); ++k)
    if (const Index column = moving[static_cast<std::size_t>(pivots.columns[k])]; k < rank)
      base.kept.push_back(column);
    else
      base.dropped.push_back(expressed(D, base.kept, column));
  measure(D, base);
  return base;
}

std::vector<double> grouped(const BaseParameters& base, std::span<const double> all) {
  std::vector<double> values;
  for (const Index kept : base.kept) {
    double value = all[kept];
    for (const auto& dropped : base.dropped)
      for (const Share& share : dropped.shares)
        if (share.kept == kept) value += share.coefficient * all[dropped.column];  // (29)
    values.push_back(value);
  }
  return values;
}

std::string shares_text(const DroppedColumn& dropped, std::span<const ParameterName> names) {
  std::string text;
  for (const Share& share : dropped.shares)
    text += fmt::format("{}{:+.6g} {}", text.empty() ? "" : " ", share.coefficient, names[share.kept].name);
  return text.empty() ? "0" : text;
}

std::string group_text(const BaseParameters& base, std::size_t kept, std::span<const ParameterName> names) {
  std::string text = names[base.kept[kept]].name;
  for (const auto& dropped : base.dropped)
    for (const Share& share : dropped.shares)
      if (share.kept == base.kept[kept]) {
        const double size = std::abs(share.coefficient);
        text += share.coefficient < 0 ? " - " : " + ";
        if (std::abs(size - 1.0) > 1e-9) text += fmt::format("{:.6g} ", size);
        text += names[dropped.column].name;
      }
  return text;
}

}  // namespace tauforge::identify
