#include "tauforge/literature/paper_recipe.h"

#include <algorithm>
#include <cmath>

#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/least_squares.h"
#include "tauforge/identify/significance.h"

namespace tauforge::literature {

using robot::Index;
using Wide = Eigen::Index;

namespace {

std::vector<identify::Vector> each_alone(const std::vector<identify::Block>& trajectories,
                                         const std::vector<int>& columns, const identify::Vector& weights) {
  std::vector<identify::Vector> values;
  for (const identify::Block& trajectory : trajectories) {
    const identify::Stacked rows = identify::stacked(trajectory, columns, weights);
    values.push_back(identify::solve(rows.A, rows.b, {}));
  }
  return values;
}

identify::Summary over_trajectories(const std::vector<identify::Vector>& values, std::size_t column) {
  std::vector<double> series;
  for (const identify::Vector& v : values) series.push_back(v[static_cast<Wide>(column)]);
  return identify::summary(series);
}

}  // namespace

PaperIdentification paper_identification(const robot::Robot& robot, const std::vector<recording::Recording>& recordings,
                                         const PaperSettings& settings) {
  PaperIdentification result;
  result.base = identify::ordered_base_parameters(robot, identify::paper_order(robot.tree, false));
  const auto names = identify::parameter_names(robot);
  identify::ModelColumns model;
  std::vector<int> columns;
  for (const Index kept : result.base.kept) {
    columns.push_back(static_cast<int>(model.size()));
    model.push_back({identify::ModelColumn::Kind::parameter, kept, -1, {}, names[static_cast<std::size_t>(kept)]});
  }
  identify::ColumnEvaluator evaluator(robot, model);
  signals::Preparation two_steps;
  two_steps.derivatives = signals::Derivatives::two_step;
  two_steps.trim = settings.trim;
  std::vector<identify::Block> trajectories;
  for (std::size_t k = 0; k < recordings.size(); ++k) {
    const signals::Samples samples = signals::prepare(recordings[k], two_steps);
    const signals::NearReversals near = signals::near_reversals(samples, settings.from_reversal);
    const auto blocks = identify::observe(evaluator, samples, identify::torques(robot, recordings[k], samples),
                                          {.blocks = 1, .apart = &near}, k);
    trajectories.insert(trajectories.end(), blocks.begin(), blocks.end());
  }
  result.trajectories = trajectories.size();
  if (trajectories.empty()) return result;
  const identify::Block all = identify::merged(trajectories);
  const identify::Vector weights = identify::initial_weights(all, identify::Weighting::by_torque);

  // table 1
  const auto estimates = each_alone(trajectories, columns, weights);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    result.estimates.emplace_back();
    result.estimates[c].name = model[c].name, result.estimates[c].all = over_trajectories(estimates, c);
  }
  // the 1 % rule
  const identify::Fit together = identify::fit_with_weights(all, columns, weights);
  const auto without = identify::without_each_block(trajectories, together, {});
  const std::vector<double> shares = identify::torque_shares(trajectories, together);
  const double limit =
      identify::student_limit(settings.confidence, std::max(1.0, static_cast<double>(trajectories.size()) - 1.0));
  std::vector<int> significant;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    PaperEstimate& e = result.estimates[c];
    std::vector<double> series;
    for (const identify::Vector& v : without) series.push_back(v[static_cast<Wide>(c)]);
    e.torque_share = shares[c];
    e.together = together.values[static_cast<Wide>(c)], e.together_deviation = identify::jackknife_deviation(series);
    e.significant = shares[c] >= settings.share && std::abs(e.together) >= limit * e.together_deviation;
    if (e.significant) significant.push_back(columns[c]);
  }
  // table 2
  const auto again = each_alone(trajectories, significant, weights);
  for (std::size_t c = 0; c < significant.size(); ++c)
    result.estimates[static_cast<std::size_t>(significant[c])].significant_alone = over_trajectories(again, c);
  // of the unweighted columns, as the paper prints them
  const identify::Vector alike = identify::Vector::Ones(weights.size());
  const auto conditioning = [&](const identify::Block& block, const std::vector<int>& chosen) {
    const identify::Fit f = identify::fit_with_weights(block, chosen, alike);
    return identify::Conditioning{chosen.size(), f.smallest, f.largest};
  };
  for (const identify::Block& trajectory : trajectories)
    if (const identify::Conditioning c = conditioning(trajectory, columns); c.number() > result.before.number())
      result.before = c, result.after = conditioning(trajectory, significant);
  result.together_before = conditioning(all, columns), result.together_after = conditioning(all, significant);
  return result;
}

}  // namespace tauforge::literature
