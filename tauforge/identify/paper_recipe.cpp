#include "tauforge/identify/paper_recipe.h"

#include <algorithm>
#include <cmath>

#include "tauforge/identify/least_squares.h"
#include "tauforge/identify/resampling.h"
#include "tauforge/identify/significance.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

namespace {

std::vector<Vector> each_alone(const std::vector<Block>& trajectories, const std::vector<int>& columns,
                               const Vector& weights) {
  std::vector<Vector> values;
  for (const Block& trajectory : trajectories) {
    const Stacked rows = stacked(trajectory, columns, weights);
    values.push_back(solve(rows.A, rows.b, {}));
  }
  return values;
}

Summary over_trajectories(const std::vector<Vector>& values, std::size_t column) {
  std::vector<double> series;
  for (const Vector& v : values) series.push_back(v[static_cast<Wide>(column)]);
  return summary(series);
}

}  // namespace

PaperIdentification paper_identification(const robot::Robot& robot, const std::vector<recording::Recording>& recordings,
                                         const PaperSettings& settings) {
  PaperIdentification result;
  result.base = ordered_base_parameters(robot, paper_order(robot.tree, false));
  const auto names = parameter_names(robot);
  ModelColumns model;
  std::vector<int> columns;
  for (const Index kept : result.base.kept) {
    columns.push_back(static_cast<int>(model.size()));
    model.push_back({ModelColumn::Kind::parameter, kept, -1, {}, names[static_cast<std::size_t>(kept)]});
  }
  ColumnEvaluator evaluator(robot, model);
  Preparation two_steps;
  two_steps.derivatives = Derivatives::two_step;
  two_steps.trim = settings.trim;
  std::vector<Block> trajectories;
  for (std::size_t k = 0; k < recordings.size(); ++k) {
    const Samples samples = prepare(recordings[k], two_steps);
    const NearReversals near = near_reversals(samples, settings.from_reversal);
    const auto blocks =
        observe(evaluator, samples, torques(robot, recordings[k], samples), {.blocks = 1, .apart = &near}, k);
    trajectories.insert(trajectories.end(), blocks.begin(), blocks.end());
  }
  result.trajectories = trajectories.size();
  if (trajectories.empty()) return result;
  const Block all = merged(trajectories);
  const Vector weights = initial_weights(all, Weighting::by_torque);

  // table 1
  const auto estimates = each_alone(trajectories, columns, weights);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    result.estimates.emplace_back();
    result.estimates[c].name = model[c].name, result.estimates[c].all = over_trajectories(estimates, c);
  }
  // the 1 % rule
  const Fit together = fit_with_weights(all, columns, weights);
  const auto without = without_each_block(trajectories, together, {});
  const std::vector<double> shares = torque_shares(trajectories, together);
  const double limit =
      student_limit(settings.confidence, std::max(1.0, static_cast<double>(trajectories.size()) - 1.0));
  std::vector<int> significant;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    PaperEstimate& e = result.estimates[c];
    std::vector<double> series;
    for (const Vector& v : without) series.push_back(v[static_cast<Wide>(c)]);
    e.torque_share = shares[c];
    e.together = together.values[static_cast<Wide>(c)], e.together_deviation = jackknife_deviation(series);
    e.significant = shares[c] >= settings.share && std::abs(e.together) >= limit * e.together_deviation;
    if (e.significant) significant.push_back(columns[c]);
  }
  // table 2
  const auto again = each_alone(trajectories, significant, weights);
  for (std::size_t c = 0; c < significant.size(); ++c)
    result.estimates[static_cast<std::size_t>(significant[c])].significant_alone = over_trajectories(again, c);
  // of the unweighted columns, as the paper prints them
  const Vector alike = Vector::Ones(weights.size());
  const auto conditioning = [&](const Block& block, const std::vector<int>& chosen) {
    const Fit f = fit_with_weights(block, chosen, alike);
    return Conditioning{chosen.size(), f.smallest, f.largest};
  };
  for (const Block& trajectory : trajectories)
    if (const Conditioning c = conditioning(trajectory, columns); c.number() > result.before.number())
      result.before = c, result.after = conditioning(trajectory, significant);
  result.together_before = conditioning(all, columns), result.together_after = conditioning(all, significant);
  return result;
}

}  // namespace tauforge::identify
