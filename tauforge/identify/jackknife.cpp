#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/robot_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/dynamics/state.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

double prior_value(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == ModelColumn::Kind::friction) return robot.parameters.drive[column.drive].coulomb;
  const std::vector<double> all = parameters_of(robot);
  const std::vector<double> values = grouped(base, all);
  for (std::size_t k = 0; k < base.kept.size(); ++k)
    if (base.kept[k] == column.regressor) return values[k];
  return 0.0;
}

void take_away(Block& block, const std::vector<int>& columns, const std::vector<Refusal>& refusals) {
  for (DriveRows& rows : block.drives)
    for (std::size_t k = 0; k < columns.size(); ++k)
      for (std::size_t c = 0; c < rows.columns.size(); ++c)
        if (rows.columns[c] == columns[k] && refusals[k].value != 0.0)
          rows.R.col(rows.R.cols() - 1) -= refusals[k].value * rows.R.col(static_cast<Wide>(c));
}

std::vector<Vector> without_each_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver) {
  std::vector<Stacked> parts;
  Wide rows = 0;
  for (const Block& block : blocks) {
    parts.push_back(stacked(block, fit.columns, fit.weights));
    rows += parts.back().A.rows();
  }
  std::vector<Vector> values;
  for (std::size_t left_out = 0; left_out < parts.size() && parts.size() > 1; ++left_out) {
    Stacked rest{Matrix(rows - parts[left_out].A.rows(), static_cast<Wide>(fit.columns.size())),
                 Vector(rows - parts[left_out].b.size())};
    Wide first = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      if (k == left_out) continue;
      rest.A.middleRows(first, parts[k].A.rows()) = parts[k].A;
      rest.b.segment(first, parts[k].b.size()) = parts[k].b;
      first += parts[k].A.rows();
    }
    values.push_back(solve(rest.A, rest.b, solver));
  }
  return values;
}

std::vector<Vector> each_log_alone(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver) {
  std::map<std::size_t, Block> logs;
  for (const Block& block : blocks)
    if (const auto found = logs.find(block.log); found != logs.end())
      found->second = merged(found->second, block);
    else
      logs.emplace(block.log, block);
  std::vector<Vector> values;
  constexpr std::size_t fewest = 3;
  if (logs.size() < fewest) return values;
  for (const auto& [number, log] : logs) {
    const Stacked rows = stacked(log, fit.columns, fit.weights);
    values.push_back(solve(rows.A, rows.b, solver));
  }
  return values;
}

namespace {

// The values of one column.
std::vector<double> series(const std::vector<Vector>& all, std::size_t column) {
  std::vector<double> values;
  for (const Vector& v : all) values.push_back(v[static_cast<Wide>(column)]);
  return values;
}

// Fits without each block, with the delay that would have been found without it.
void shift(const DelayEffect& effect, std::vector<Vector>& without) {
  for (std::size_t b = 0; b < without.size() && b < effect.without_each.size(); ++b)
    without[b] += effect.without_each[b] * effect.per_second;
}

}  // namespace

double correlation_inflation(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& fit,
                             const SolverChoice& solver) {
  const auto without = without_each_block(blocks, fit, solver);
  const double freedom = std::max(1.0, static_cast<double>(trial.rows()) - static_cast<double>(fit.columns.size()));
  const double variance = trial.squared_residual(fit.columns) / freedom;
  const Vector cost = trial.cost_of_leaving_out(fit.columns);
  std::vector<double> ratios{1.0};
  for (std::size_t c = 0; c < fit.columns.size(); ++c) {
    const double independent =
        std::abs(fit.values[static_cast<Wide>(c)]) * std::sqrt(variance / cost[static_cast<Wide>(c)]);
    if (std::isfinite(independent) && independent > 0.0)
      ratios.push_back(jackknife_deviation(series(without, c)) / independent);
  }
  const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
  std::nth_element(ratios.begin(), middle, ratios.end());
  return std::max(1.0, *middle);
}

std::vector<Estimate> estimates(const BaseParameters& base, const ModelColumns& columns,
                                const std::vector<Block>& blocks, const Fit& full, const Fit& kept,
                                const SolverChoice& full_solver, const SolverChoice& kept_solver,
                                const DelayEffect& full_delay, const DelayEffect& kept_delay, double confidence,
                                const std::vector<ParameterName>& names) {
  auto full_without = without_each_block(blocks, full, full_solver);
  auto kept_without = without_each_block(blocks, kept, kept_solver);
  shift(full_delay, full_without), shift(kept_delay, kept_without);
  const auto full_alone = each_log_alone(blocks, full, full_solver);
  const auto kept_alone = each_log_alone(blocks, kept, kept_solver);
  const std::vector<double> shares = torque_shares(blocks, full);
  const double limit = student_limit(confidence, std::max<double>(1.0, static_cast<double>(blocks.size()) - 1.0));
  std::vector<Estimate> result;
  for (std::size_t c = 0; c < full.columns.size(); ++c) {
    const ModelColumn& column = columns[full.columns[c]];
    Estimate e;
    e.name = column.name, e.group = column.name.name;
    for (std::size_t k = 0; column.kind == ModelColumn::Kind::parameter && k < base.kept.size(); ++k)
      if (base.kept[k] == column.regressor) e.group = group_text(base, k, names);
    e.torque_share = shares[c];
    e.all = full.values[static_cast<Wide>(c)];
    e.all_deviation = jackknife_deviation(series(full_without, c));
    if (!full_alone.empty()) e.trajectories_all = summary(series(full_alone, c));
    const auto found = std::find(kept.columns.begin(), kept.columns.end(), full.columns[c]);
    if (found != kept.columns.end()) {
      const auto k = static_cast<std::size_t>(found - kept.columns.begin());
      e.significant = true;
      e.value = kept.values[static_cast<Wide>(k)];
      e.deviation = jackknife_deviation(series(kept_without, k));
      // of the full fit: what the reduced model leaves out biases it, and its own interval would be too narrow
      e.interval = {e.all - limit * e.all_deviation, e.all + limit * e.all_deviation};
      if (!kept_alone.empty()) e.trajectories = summary(series(kept_alone, k));
    }
    result.push_back(e);
  }
  return result;
}

}  // namespace tauforge::identify
