#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/pull.h"
#include "tauforge/identify/robot_parameters.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/dynamics/state.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

double prior_value(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == ModelColumn::Kind::friction) {
    const robot::Drive<double>& drive = robot.parameters.drive[column.drive];
    const robot::FrictionGrowth<double> growth = drive.memory   ? drive.memory->growth
                                                 : drive.growth ? *drive.growth
                                                                : robot::FrictionGrowth<double>{};
    switch (column.part) {
      case FrictionPart::level: return drive.memory ? drive.memory->coulomb : drive.coulomb;
      case FrictionPart::load: return growth.load;
      case FrictionPart::root: return growth.root;
      case FrictionPart::rest:
        return robot.tree.friction[column.drive] == robot::FrictionKind::stribeck ? drive.static_level - drive.coulomb
                                                                                  : 0.0;
    }
  }
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

namespace {

std::vector<Stacked> stacked_parts(const std::vector<Block>& blocks, const Fit& fit) {
  std::vector<Stacked> parts;
  for (const Block& block : blocks) parts.push_back(stacked(block, fit.columns, fit.weights));
  return parts;
}

Vector solved_without(const std::vector<Stacked>& parts, std::size_t left_out, const std::vector<int>& columns,
                      const SolverChoice& solver, const std::vector<bool>& positive) {
  Wide rows = 0;
  for (const Stacked& part : parts) rows += part.A.rows();
  rows -= parts[left_out].A.rows();
  Stacked rest{Matrix(rows, parts[left_out].A.cols()), Vector(rows)};
  Wide first = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (k == left_out) continue;
    rest.A.middleRows(first, parts[k].A.rows()) = parts[k].A;
    rest.b.segment(first, parts[k].b.size()) = parts[k].b;
    first += parts[k].A.rows();
  }
  rest = with_pull(std::move(rest), columns, solver);
  return solve_with_signs(rest.A, rest.b, solver, positive);
}

}  // namespace

std::vector<Vector> without_each_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver,
                                       const std::vector<bool>& positive) {
  const std::vector<Stacked> parts = stacked_parts(blocks, fit);
  std::vector<Vector> values;
  for (std::size_t left_out = 0; left_out < parts.size() && parts.size() > 1; ++left_out)
    values.push_back(solved_without(parts, left_out, fit.columns, solver, positive));
  return values;
}

Vector without_block(const std::vector<Block>& blocks, const Fit& fit, const SolverChoice& solver, std::size_t left_out,
                     const std::vector<bool>& positive) {
  return solved_without(stacked_parts(blocks, fit), left_out, fit.columns, solver, positive);
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
    const Stacked rows = with_pull(stacked(log, fit.columns, fit.weights), fit.columns, solver);
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

std::string group_of(const robot::Robot& robot, const BaseParameters& base, const ModelColumn& column) {
  if (column.kind == ModelColumn::Kind::parameter)
    for (std::size_t k = 0; k < base.kept.size(); ++k)
      if (base.kept[k] == column.regressor) return group_text(base, k, parameter_names(robot));
  return column.name.name;
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

std::vector<Estimate> estimates(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                                const Resampled& full, const Vector& unbounded, const Resampled& kept,
                                double confidence) {
  const std::vector<Block>& blocks = full.blocks;
  const auto &full_alone = full.alone, &kept_alone = kept.alone;
  const std::vector<double> shares = torque_shares(blocks, full.fit);
  const double limit = student_limit(confidence, std::max<double>(1.0, static_cast<double>(blocks.size()) - 1.0));
  std::vector<Estimate> result;
  for (std::size_t c = 0; c < full.fit.columns.size(); ++c) {
    const ModelColumn& column = columns[static_cast<std::size_t>(full.fit.columns[c])];
    Estimate e;
    e.name = column.name, e.group = group_of(robot, base, column);
    e.described = prior_value(robot, base, column);
    e.torque_share = shares[c];
    e.all = full.fit.values[static_cast<Wide>(c)], e.unbounded = unbounded[static_cast<Wide>(c)];
    e.all_deviation = jackknife_deviation(series(full.without, c));
    if (!full_alone.empty()) e.trajectories_all = summary(series(full_alone, c));
    e.interval = {e.all - limit * e.all_deviation, e.all + limit * e.all_deviation};
    if (full.positive[c]) e.interval.lower = std::max(0.0, e.interval.lower);
    const auto found = std::find(kept.fit.columns.begin(), kept.fit.columns.end(), full.fit.columns[c]);
    if (found != kept.fit.columns.end()) {
      const auto k = static_cast<std::size_t>(found - kept.fit.columns.begin());
      e.significant = true;
      e.value = kept.fit.values[static_cast<Wide>(k)];
      e.deviation = jackknife_deviation(series(kept.without, k));
      if (!kept_alone.empty()) e.trajectories = summary(series(kept_alone, k));
    }
    result.push_back(std::move(e));
  }
  return result;
}

std::vector<Estimate> from_the_file(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                                    const std::vector<int>& refused) {
  std::vector<Estimate> result;
  for (const int c : refused) {
    const ModelColumn& column = columns[static_cast<std::size_t>(c)];
    Estimate e;
    e.name = column.name, e.group = group_of(robot, base, column), e.from_file = true;
    e.described = e.all = e.unbounded = prior_value(robot, base, column);
    e.all_deviation = e.interval.upper = HUGE_VAL, e.interval.lower = -HUGE_VAL;
    result.push_back(std::move(e));
  }
  return result;
}

}  // namespace tauforge::identify
