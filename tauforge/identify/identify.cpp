// The recipe. Each step is a function of its own file; this one says what follows what, and why.
#include "tauforge/identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/cross_validate.h"
#include "tauforge/identify/delay_choice.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/friction_choice.h"
#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/regularisation.h"
#include "tauforge/identify/significance.h"
#include "tauforge/signals/moving_part.h"

namespace tauforge::identify {

namespace {

using recording::Recording;

// Observations of all logs for one set of columns; rows near reversals are set apart in `away`.
struct Observations {
  std::vector<Block> blocks, away;
  Block all;
};

Observations observe_logs(const robot::Robot& robot, const ModelColumns& columns, const std::vector<Recording>& logs,
                          const std::vector<signals::Samples>& samples, const CutoffChoice& filter,
                          const Settings& settings) {
  ColumnEvaluator evaluator(robot, columns);
  const std::vector<std::size_t> blocks = blocks_of_logs(samples, settings.blocks);
  Observations o;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const signals::NearReversals near =
        signals::near_reversals(samples[k], signals::blurred_samples(filter.preparation, samples[k].period));
    const ObservationPlan plan{filter.window, blocks[k], rows_between_blocks, 1, &near};
    auto of_log = observe(evaluator, samples[k], torques(robot, logs[k], samples[k]), plan, k);
    std::move(of_log.begin(), of_log.end(), std::back_inserter(o.away));
  }
  for (const Block& block : o.away) o.blocks.push_back(with_reversals(block));
  if (!o.blocks.empty()) o.all = merged(o.blocks);
  return o;
}

// Friction without a memory is a jump, or nearly one, that differences and filters have blurred: rows near reversals go.
// With a memory it is learned there. A drive that hardly does anything but turn round keeps all it has.
Observations without_blurred_rows(Observations observed, const std::vector<FrictionShape>& friction) {
  for (std::size_t j = 0; j < friction.size(); ++j) {
    if (friction[j].form == FrictionForm::presliding) continue;
    std::size_t left = 0;
    for (const Block& block : observed.away) left += block.drives[j].rows;
    if (2 * left < observed.all.drives[j].rows) continue;
    observed.all.drives[j] = observed.away.front().drives[j];
    for (std::size_t b = 0; b < observed.blocks.size(); ++b) {
      observed.blocks[b].drives[j] = observed.away[b].drives[j];
      if (b > 0) observed.all.drives[j] = merged(observed.all.drives[j], observed.away[b].drives[j]);
    }
  }
  return observed;
}

TorqueModel model_of(const ModelColumns& columns, const Fit& fit, const std::vector<Refusal>& refusals,
                     const std::vector<int>& refused_columns, std::size_t widths,
                     const signals::Preparation& preparation) {
  TorqueModel model;
  for (std::size_t c = 0; c < fit.columns.size(); ++c) {
    model.columns.push_back(columns[static_cast<std::size_t>(fit.columns[c])]);
    model.values.push_back(fit.values[static_cast<Eigen::Index>(c)]);
    model.fitted.push_back(true);
  }
  for (std::size_t k = 0; k < refusals.size(); ++k)
    if (refusals[k].value != 0.0) {
      model.columns.push_back(columns[static_cast<std::size_t>(refused_columns[k])]);
      model.values.push_back(refusals[k].value);
      model.fitted.push_back(false);
    }
  model.fitted_widths = widths;
  model.preparation = preparation;
  return model;
}

RelativeError error_of_rows(const Block& all, const Fit& fit) {
  RelativeError e;
  double squares = 0.0, errors = 0.0;
  for (const DriveRows& rows : all.drives) {
    const double torque = rows.squared_torque(), error = squared_error(rows, fit.columns, fit.values);
    e.of_drive.push_back(torque > 0.0 ? 100.0 * std::sqrt(error / torque) : 0.0);
    e.rms.push_back(std::sqrt(error / std::max<double>(1.0, static_cast<double>(rows.rows))));
    e.largest_torque.push_back(rows.largest_torque);
    squares += torque, errors += error;
  }
  e.all = squares > 0.0 ? 100.0 * std::sqrt(errors / squares) : 0.0;
  return e;
}

void keep_evidence(const ModelColumns& columns, const Stacked& rows, const std::vector<int>& chosen,
                   Identification& result) {
  for (const int c : chosen) result.evidence_columns.push_back(columns[static_cast<std::size_t>(c)]);
  for (Eigen::Index r = 0; r < rows.A.rows(); ++r)
    for (Eigen::Index c = 0; c < rows.A.cols(); ++c) result.evidence_A.push_back(rows.A(r, c));
  result.evidence_b.assign(rows.b.begin(), rows.b.end());
}

Elimination significant_columns(const CrossValidation& trial, const std::vector<Block>& blocks, const Fit& full,
                                const SolverChoice& solver, const Settings& settings) {
  switch (settings.significance) {
    case Significance::torque_share: return keep_by_torque_share(trial, blocks, full, settings.tolerance);
    case Significance::t_test:
      return eliminate_by_t_test(trial, full.columns, correlation_inflation(trial, blocks, full, solver),
                                 settings.confidence);
    case Significance::left_out_error: break;
  }
  return eliminate(trial, full.columns, settings.tolerance);
}

std::size_t widths_in_use(const FrictionLadder& ladder, const FrictionChoice& choice, const std::vector<int>& kept) {
  std::vector<std::size_t> steps;
  for (std::size_t j = 0; j < choice.step.size(); ++j)
    if (ladder.shapes[j][choice.step[j]].form != FrictionForm::coulomb &&
        std::count(kept.begin(), kept.end(), ladder.columns[j][choice.step[j]]) > 0)
      steps.push_back(choice.step[j]);
  std::sort(steps.begin(), steps.end());
  return static_cast<std::size_t>(std::unique(steps.begin(), steps.end()) - steps.begin());
}

Validation measured(const robot::Robot& robot, const signals::Preparation& preparation, const Recording& log) {
  Validation v;
  v.log = log.name;
  v.samples = signals::prepare(log, preparation);
  v.torque = torques(robot, log, v.samples);
  return v;
}

}  // namespace

diagnostic::Result<Identification> identify(const robot::Robot& robot, const std::vector<Recording>& given,
                                            const Settings& settings, const Progress& progress) {
  const auto tell = [&](const std::string& what) {
    if (progress) progress(what);
  };
  if (const auto findings = check_logs(robot, given); diagnostic::has_error(findings)) return findings;
  Identification result;

  tell("base parameters");  // 1. which parameters move the torques at all, whatever the motion
  result.base = ordered_base_parameters(robot, paper_order(robot.tree, settings.offsets));
  ModelColumns columns = parameter_columns(robot, result.base);
  const std::size_t parameters = columns.size();

  tell("filter");  // 2. the still ends of the logs go; the cut-off is chosen by the error on left-out blocks
  std::vector<Recording> logs;
  for (const Recording& log : given) logs.push_back(settings.cut_standstill ? signals::moving_part(log) : log);
  CutoffChoice filter = choose_cutoff(robot, columns, logs, settings);
  result.cutoffs = filter.trials;
  result.reasons.push_back("filter: " + filter.reason);

  tell("delay");  // 3. torques are put beside the motion that they belong to
  const DelayChoice delay = choose_delay(robot, columns, logs, filter, settings);
  filter.preparation.delay = delay.delay;
  result.reasons.push_back("delay: " + delay.reason);
  std::vector<signals::Samples> samples;
  for (const Recording& log : logs) {
    samples.push_back(signals::prepare(log, filter.preparation));
    result.samples += samples.back().size();
  }
  const Liveliness motion = liveliness(samples);

  tell("observation");  // 4. one row per window and drive, reduced block by block; every friction shape has a column
  const FrictionLadder ladder = friction_ladder(robot, settings.friction, motion.range, motion.speed, columns);
  const Observations observed = observe_logs(robot, columns, logs, samples, filter, settings);
  if (const auto findings = check_rows(given, observed.blocks, parameters); diagnostic::has_error(findings))
    return findings;
  result.blocks = observed.blocks.size();

  tell("friction");  // 5. the shape of friction matters more than the estimator, so it comes before everything else
  std::vector<int> every_parameter(parameters);
  for (std::size_t c = 0; c < parameters; ++c) every_parameter[c] = static_cast<int>(c);
  FrictionChoice simplest;
  simplest.step.assign(ladder.shapes.size(), 0);
  const Vector first_weights = fit(observed.all, with_friction(ladder, simplest, every_parameter),
                                   Weighting::iteratively_reweighted, {Solver::ridge, 1e-6, 0})
                                   .weights;
  const ExcitedColumns parameters_told =
      excited_columns(robot, columns, observed.all, every_parameter, first_weights, motion);
  const FrictionChoice friction =
      choose_friction(CrossValidation(observed.blocks, columns.size(), first_weights), ladder, parameters_told.columns);
  for (std::size_t j = 0; j < friction.step.size(); ++j) result.friction.push_back(ladder.shapes[j][friction.step[j]]);
  result.reasons.push_back("friction: " + friction.reason);

  tell("excitation");  // 6. what the logs hardly move is refused: it stays as the robot's file has it, and is named
  const std::vector<int> wanted = with_friction(ladder, friction, every_parameter);
  const ExcitedColumns excitation = excited_columns(robot, columns, observed.all, wanted, first_weights, motion);
  std::vector<int> refused_columns;
  for (const NotExcited& n : excitation.not_excited) {
    const ModelColumn& column = columns[static_cast<std::size_t>(n.column)];
    result.refusals.push_back({column.name, prior_value(robot, result.base, column), n.why});
    refused_columns.push_back(n.column);
  }
  auto [blocks, away, all] = without_blurred_rows(observed, result.friction);
  for (const DriveRows& rows : all.drives) result.rows += rows.rows;
  for (Block& block : blocks) take_away(block, refused_columns, result.refusals);
  take_away(all, refused_columns, result.refusals);

  tell("full model");  // 7. weights from the residuals; a regulariser only where left-out blocks ask for one
  Fit full = fit(all, excitation.columns, Weighting::iteratively_reweighted, settings.solver.value_or(SolverChoice{}));
  const CrossValidation trial(blocks, columns.size(), full.weights);
  const Regularisation of_full =
      choose_regularisation(trial, stacked(all, full.columns, full.weights), full.columns, settings.solver);
  full = fit_with_weights(all, full.columns, full.weights, of_full.solver);
  result.reasons.push_back("full model: " + of_full.reason);

  tell("significance");  // 8. columns that do not lower the error on left-out blocks go; then the re-fit
  const Elimination reduction = significant_columns(trial, blocks, full, of_full.solver, settings);
  if (const auto findings = check_kept(given, reduction.kept); diagnostic::has_error(findings)) return findings;
  const Regularisation of_kept =
      choose_regularisation(trial, stacked(all, reduction.kept, full.weights), reduction.kept, settings.solver);
  result.full_solver = of_full.solver, result.reduced_solver = of_kept.solver;
  const Fit kept = fit_with_weights(all, reduction.kept, full.weights, of_kept.solver);
  result.reasons.push_back("significance: " + reduction.reason);
  result.reasons.push_back("reduced model: " + of_kept.reason);
  for (const EliminationStep& step : reduction.path)
    result.reduction.push_back({step.columns, step.error,
                                step.left_out < 0 ? "" : columns[static_cast<std::size_t>(step.left_out)].name.name});

  tell("intervals");  // 9. from fits without each block, and from each log alone
  const DelayEffect full_delay{change_per_second(delay, columns, full), changes_without_each(delay)};
  const DelayEffect kept_delay{change_per_second(delay, columns, kept), full_delay.without_each};
  result.estimates = estimates(result.base, columns, blocks, full, kept, of_full.solver, of_kept.solver, full_delay,
                               kept_delay, settings.confidence, parameter_names(robot));
  const std::size_t widths = widths_in_use(ladder, friction, kept.columns);
  result.full = model_of(columns, full, result.refusals, refused_columns, friction.fitted_widths, filter.preparation);
  result.model = model_of(columns, kept, result.refusals, refused_columns, widths, filter.preparation);
  result.full.fitted_delay = result.model.fitted_delay = delay.fitted;
  result.before = {full.columns.size(), full.smallest, full.largest};
  result.after = {kept.columns.size(), kept.smallest, kept.largest};
  result.residual_deviation.assign(kept.deviation.begin(), kept.deviation.end());
  result.training = error_of_rows(all, kept);
  keep_evidence(columns, stacked(all, full.columns, full.weights), full.columns, result);
  return result;
}

Validation validate(const robot::Robot& robot, const TorqueModel& model, const Recording& log) {
  Validation v = measured(robot, model.preparation, log);
  v.prediction = predict(robot, model, v.samples);
  v.error = relative_error(v.torque, v.prediction);
  return v;
}

Validation validate(const robot::Robot& robot, const signals::Preparation& preparation, const Recording& log) {
  Validation v = measured(robot, preparation, log);
  v.prediction = predict(robot, v.samples);
  v.error = relative_error(v.torque, v.prediction);
  return v;
}

}  // namespace tauforge::identify
