#include "tauforge/identify/full_model.h"

#include <algorithm>
#include <cmath>

#include "tauforge/identify/instruments.h"
#include "tauforge/identify/jackknife.h"

namespace tauforge::identify {

std::vector<bool> positive_of(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                              const std::vector<int>& some) {
  std::vector<bool> positive;
  for (const int c : some) positive.push_back(is_positive(robot, base, columns[static_cast<std::size_t>(c)]));
  return positive;
}

// What was measured, refused columns included. Those are held by a thousand times the weight that rows of a
// lively log would give them, so that they stay where they are to the square of that.
void keep_evidence(const FullModel& model, Identification& result) {
  const Fit& full = model.fit;
  constexpr double firmly = 1e3;
  std::vector<int> chosen = full.columns;
  result.evidence_held.assign(chosen.size(), 0.0);
  for (const NotExcited& n : model.not_excited) {
    chosen.push_back(n.column);
    result.evidence_held.push_back(firmly * n.lively * std::sqrt(static_cast<double>(result.rows)));
  }
  const Stacked rows = stacked(model.settled.rows.measured, chosen, full.weights);
  for (const int c : chosen) result.evidence_columns.push_back(model.columns[static_cast<std::size_t>(c)]);
  for (Eigen::Index r = 0; r < rows.A.rows(); ++r)
    for (Eigen::Index c = 0; c < rows.A.cols(); ++c) result.evidence_A.push_back(rows.A(r, c));
  result.evidence_b.assign(rows.b.begin(), rows.b.end());
}

Rows rows_about(const PreparedLogs& prepared, const FullModel& model, const std::vector<double>& values) {
  const bool instruments = prepared.instruments != nullptr;
  auto observed = without_blurred_rows(instruments ? observe_logs_with_instruments(prepared, model.columns, values)
                                                   : observe_logs(prepared, model.columns, values),
                                       model.friction);
  if (instruments) {
    if (prepared.settings.method != Method::direct) predict_by_instruments(observed);
    for (Block& block : observed.blocks) block = second_stage(block);
    observed.all = second_stage(observed.all);
  }
  auto [blocks, away, all] = std::move(observed);
  Block measured = all;
  for (Block& block : blocks) take_away(block, model.refused_columns, model.refusals);
  take_away(all, model.refused_columns, model.refusals);
  return Rows{std::move(blocks), std::move(all), std::move(measured)};
}

void fit_each_log_alone(const PreparedLogs& prepared, const FullModel& model, Resampled& full, Resampled& kept) {
  const bool together =
      std::any_of(full.blocks.begin(), full.blocks.end(), [](const Block& b) { return !b.with.empty(); });
  if (!together) {
    full.alone = each_log_alone(full.blocks, full.fit, full.solver);
    kept.alone = each_log_alone(kept.blocks, kept.fit, kept.solver);
    return;
  }
  Settings in_one = prepared.settings;
  in_one.blocks = 1;
  for (std::size_t k = 0; k < prepared.logs.size(); ++k) {
    const std::vector<recording::Recording> log = {prepared.logs[k]};
    const std::vector<signals::Samples> samples = {prepared.samples[k]};
    const Rows rows = rows_about({prepared.robot, log, samples, prepared.filter, in_one}, model, model.settled.about);
    if (rows.blocks.empty()) continue;
    for (Resampled* one : {&full, &kept}) {
      const Stacked s = with_pull(stacked(rows.all, one->fit.columns, one->fit.weights), one->fit.columns, one->solver);
      one->alone.push_back(solve(s.A, s.b, one->solver));
    }
  }
}

FullModel full_model(const PreparedLogs& prepared, const BaseParameters& base, const FrictionTrials& trials,
                     const FrictionChoice& friction) {
  const robot::Robot& robot = prepared.robot;
  const Settings& settings = prepared.settings;
  FullModel model;
  model.columns.assign(trials.columns.begin(), trials.columns.begin() + static_cast<std::ptrdiff_t>(trials.parameters));
  for (const int c : with_friction(trials.ladder, friction, {}))
    model.columns.push_back(trials.columns[static_cast<std::size_t>(c)]);
  for (std::size_t j = 0; j < friction.step.size(); ++j)
    model.friction.push_back(trials.ladder.shapes[j][friction.step[j]]);
  std::vector<double> about = trials.about;
  about.resize(model.columns.size());

  std::vector<int> wanted(model.columns.size());
  for (std::size_t c = 0; c < wanted.size(); ++c) wanted[c] = static_cast<int>(c);
  const Observations observed = observe_logs(prepared, model.columns, about);
  ExcitedColumns excitation{wanted, {}};  // by a prior nothing is refused: it holds what the logs do not tell
  if (!trials.prior)
    excitation = excited_columns(robot, model.columns, observed.all, wanted, trials.weights, trials.motion, about);
  for (const NotExcited& n : excitation.not_excited) {
    const ModelColumn& column = model.columns[static_cast<std::size_t>(n.column)];
    model.refusals.push_back({column.name, prior_value(robot, base, column), n.why});
    model.refused_columns.push_back(n.column);
    about[static_cast<std::size_t>(n.column)] = model.refusals.back().value;
  }
  model.not_excited = std::move(excitation.not_excited);

  const auto positive = [&](const std::vector<int>& some) { return positive_of(robot, base, model.columns, some); };
  const auto settle = [&](const SolverChoice& by) {
    model.settled = settled_fit(
        model.columns, excitation.columns, about,
        [&](const std::vector<double>& values) { return rows_about(prepared, model, values); },
        [&](const Block& rows, const std::vector<int>& chosen) {
          const Fit free = fit(rows, chosen, Weighting::iteratively_reweighted, by);
          return fit_with_weights(rows, chosen, free.weights, by, positive(chosen));
        });
  };
  const auto regularise = [&] {
    const Fit& now = model.settled.fit;
    const CrossValidation trial(model.settled.rows.blocks, model.columns.size(), now.weights);
    const Stacked rows = stacked(model.settled.rows.all, now.columns, now.weights);
    return trials.prior
               ? choose_prior(trial, rows, now.columns, trials.prior->pull(model.columns, 1.0), *settings.prior)
               : choose_regularisation(trial, rows, now.columns, settings.solver);
  };
  if (trials.prior) {  // its strength is chosen by rows that the weakest one settled, and they settle again with it
    settle(pulled_by(trials.prior->pull(model.columns, 1.0), settings.prior->strength.value_or(weakest_prior)));
    model.regularisation = regularise();
    settle(model.regularisation.solver);
  } else {
    settle(settings.solver.value_or(SolverChoice{}));
    model.regularisation = regularise();
  }
  const Fit& settled = model.settled.fit;
  const Block& all = model.settled.rows.all;
  const SolverChoice& solver = model.regularisation.solver;
  model.unbounded = fit_with_weights(all, settled.columns, settled.weights, solver).values;
  model.fit = fit_with_weights(all, settled.columns, settled.weights, solver, positive(settled.columns));
  return model;
}

TorqueModel torque_model(const FullModel& full, const std::vector<int>& columns, const Vector& values, bool fewest,
                         std::size_t widths, const signals::Preparation& preparation) {
  TorqueModel model;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    model.columns.push_back(full.columns[static_cast<std::size_t>(columns[c])]);
    model.values.push_back(values[static_cast<Eigen::Index>(c)]);
    model.fitted.push_back(true);
  }
  for (std::size_t k = 0; k < full.refusals.size(); ++k)
    if (!fewest || full.refusals[k].value != 0.0) {
      model.columns.push_back(full.columns[static_cast<std::size_t>(full.refused_columns[k])]);
      model.values.push_back(full.refusals[k].value);
      model.fitted.push_back(false);
    }
  model.fitted_widths = widths;
  model.preparation = preparation;
  return model;
}

}  // namespace tauforge::identify
