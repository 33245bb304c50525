#include "tauforge/identify/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/statistics.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

std::vector<double> torque_shares(const std::vector<Block>& blocks, const Fit& fit) {
  std::vector<double> shares(fit.columns.size(), 0.0);
  std::size_t logs = 0;
  for (const Block& block : blocks) logs = std::max(logs, block.log + 1);
  for (std::size_t log = 0; log < logs; ++log) {
    const std::size_t drives = blocks.front().drives.size();
    for (std::size_t j = 0; j < drives; ++j) {
      double largest_torque = 0.0;
      std::vector<double> largest;
      for (const Block& block : blocks)
        if (block.log == log) {
          const DriveRows& rows = block.drives[j];
          largest_torque = std::max(largest_torque, rows.largest_torque);
          largest.resize(rows.largest.size(), 0.0);
          for (std::size_t k = 0; k < largest.size(); ++k) largest[k] = std::max(largest[k], rows.largest[k]);
        }
      if (largest_torque == 0.0) continue;
      for (std::size_t c = 0; c < fit.columns.size(); ++c)
        for (std::size_t k = 0; k < largest.size(); ++k)
          if (blocks.front().drives[j].columns[k] == fit.columns[c])
            shares[c] = std::max(shares[c],
                                 largest[k] * std::abs(fit.values[static_cast<Wide>(c)]) / largest_torque);  // (1)
    }
  }
  return shares;
}

Elimination eliminate(const CrossValidation& trial, const std::vector<int>& columns, double tolerance) {
  Elimination result;
  std::vector<std::vector<int>> models;
  std::vector<int> now = columns;
  double best = std::numeric_limits<double>::infinity();
  int left_out = -1;
  while (true) {
    const double error = trial.error(now);
    result.path.push_back({now.size(), error, left_out});
    models.push_back(now);
    best = std::min(best, error);
    // far behind the best there is nothing left to find
    if (now.size() <= 1 || (std::isfinite(best) && error > 3.0 * best)) break;
    Wide cheapest = 0;
    trial.cost_of_leaving_out(now).minCoeff(&cheapest);
    left_out = now[static_cast<std::size_t>(cheapest)];
    now.erase(now.begin() + cheapest);
  }
  std::size_t chosen = 0, lowest = 0;
  for (std::size_t k = 0; k < models.size(); ++k) {
    if (result.path[k].error <= (1.0 + tolerance) * best) chosen = k;
    if (result.path[k].error == best) lowest = k;
  }
  result.kept = models[chosen];
  result.reason = fmt::format(
      "{} of {} columns: the smallest model within {:g} % of the lowest error on left-out blocks ({:.3f} % with {} "
      "columns, "
      "{:.3f} % with {}, {:.3f} % with all)",
      result.kept.size(), columns.size(), 100.0 * tolerance, 100.0 * best, models[lowest].size(),
      100.0 * result.path[chosen].error, result.kept.size(), 100.0 * result.path.front().error);
  return result;
}

Elimination keep_by_torque_share(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& fit,
                                 double least) {
  Elimination result;
  const std::vector<double> shares = torque_shares(blocks, fit);
  for (std::size_t c = 0; c < shares.size(); ++c)
    if (shares[c] >= least) result.kept.push_back(fit.columns[c]);
  result.path = {{fit.columns.size(), trial.error(fit.columns), -1}};
  if (!result.kept.empty()) result.path.push_back({result.kept.size(), trial.error(result.kept), -1});
  result.reason = fmt::format("{} of {} columns: the others never make {:g} % of the largest torque of a drive",
                              result.kept.size(), fit.columns.size(), 100.0 * least);
  return result;
}

Elimination eliminate_by_t_test(const CrossValidation& trial, const std::vector<int>& columns, double inflation,
                                double confidence) {
  Elimination result;
  std::vector<int> now = columns;
  int left_out = -1;
  while (!now.empty()) {
    result.path.push_back({now.size(), trial.error(now), left_out});
    const double freedom = std::max(1.0, static_cast<double>(trial.rows()) - static_cast<double>(now.size()));
    const double variance = trial.squared_residual(now) / freedom;
    Wide cheapest = 0;
    const double t =
        std::sqrt(trial.cost_of_leaving_out(now).minCoeff(&cheapest) / std::max(variance, 1e-300)) / inflation;
    if (t >= student_limit(confidence, freedom)) break;  // (2)
    left_out = now[static_cast<std::size_t>(cheapest)];
    now.erase(now.begin() + cheapest);
  }
  result.kept = now;
  result.reason = fmt::format("{} of {} columns: the others are zero within their {:g} % intervals", now.size(),
                              columns.size(), 100.0 * confidence);
  return result;
}

Elimination significant_columns(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& full,
                                const SolverChoice& solver, const Settings& settings) {
  if (settings.prior) {
    const EliminationStep all{full.columns.size(), trial.error(full.columns), -1};
    return {
        full.columns,
        {all},
        fmt::format("all {} columns stay: what the logs hardly tell is the file's, and not zero", full.columns.size())};
  }
  switch (settings.significance) {
    case Significance::torque_share: return keep_by_torque_share(trial, blocks, full, settings.tolerance);
    case Significance::t_test:
      return eliminate_by_t_test(trial, full.columns, correlation_inflation(trial, blocks, full, solver),
                                 settings.confidence);
    case Significance::left_out_error: break;
  }
  return eliminate(trial, full.columns, settings.tolerance);
}

}  // namespace tauforge::identify
