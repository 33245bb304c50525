// The recipe. Each step is a function of its own file; this one says what follows what, and why.
#include "tauforge/identify/identify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/closed_loop.h"
#include "tauforge/identify/delay_choice.h"
#include "tauforge/identify/hidden_springs.h"
#include "tauforge/identify/instruments.h"
#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/prior_estimates.h"
#include "tauforge/identify/repeated_choices.h"

namespace tauforge::identify {

namespace {

using recording::Recording;

// Of what was measured, though the rows are fitted without the torque of refused columns.
RelativeError error_of_rows(const Block& all, const Fit& fit) {
  RelativeError e;
  double squares = 0.0, errors = 0.0;
  for (const DriveRows& rows : all.drives) {
    const double torque = rows.squared_measured, error = squared_error(rows, fit.columns, fit.values);
    e.of_drive.push_back(torque > 0.0 ? 100.0 * std::sqrt(error / torque) : 0.0);
    e.rms.push_back(std::sqrt(error / std::max<double>(1.0, static_cast<double>(rows.rows))));
    e.largest_torque.push_back(rows.largest_torque);
    squares += torque, errors += error;
  }
  e.all = squares > 0.0 ? 100.0 * std::sqrt(errors / squares) : 0.0;
  return e;
}

// Load columns that are like a gain of their drive are not tried; per drive the largest correlation that was found.
std::vector<double> drop_load_like_gain(const ModelColumns& columns, const Block& all, const std::vector<double>& about,
                                        FrictionLadder& ladder) {
  std::vector<double> largest;
  for (auto& of_drive : ladder.columns) {
    largest.push_back(0.0);
    for (FrictionLadder::Columns& step : of_drive) {
      if (step.load < 0) continue;
      const double alike = correlation_with_load(columns, all, about, step.load);
      if (std::abs(alike) > std::abs(largest.back())) largest.back() = alike;
      if (std::abs(alike) >= like_a_gain) step.load = -1;
    }
  }
  return largest;
}

double squared_residual(const Block& all, const std::vector<int>& columns, const Vector& weights,
                        const Vector& values) {
  double sum = 0.0;
  for (std::size_t j = 0; j < all.drives.size(); ++j) {
    const double w = weights[static_cast<Eigen::Index>(j)];
    sum += w * w * squared_error(all.drives[j], columns, values);
  }
  return sum;
}

// Names of the columns at zero that would be below.
std::string held_at_zero(const ModelColumns& columns, const Fit& fit, const Vector& unbounded) {
  std::string names;
  for (std::size_t c = 0; c < fit.columns.size(); ++c)
    if (const auto k = static_cast<Eigen::Index>(c); fit.values[k] == 0.0 && unbounded[k] < 0.0)
      names += fmt::format("{}{} ({:.2g})", names.empty() ? "" : ", ",
                           columns[static_cast<std::size_t>(fit.columns[c])].name.name, unbounded[k]);
  return names;
}

std::string reason_of(const InstrumentUse& use) {
  return fmt::format(
      "{}: regressors along the motion of the identified robot in an assumed loop (inverse dynamics with two poles at "
      "{:g} Hz, friction not compensated) around the logged positions below {:.3g} Hz; {} after {} "
      "round{}, the last of which moved the torques by {:.2g} %; choices of filter, delay and friction are those of "
      "least squares",
      use.direct ? "direct and inverse models" : "instrumental variables", loop_hz, use.reference_hz,
      use.settled ? "settled" : "not settled", use.rounds, use.rounds == 1 ? "" : "s", 100.0 * use.moved);
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
                                            const Settings& asked, const Progress& progress) {
  const auto tell = [&](const std::string& what) {
    if (progress) progress(what);
  };
  if (const auto findings = check_logs(robot, given); diagnostic::has_error(findings)) return findings;
  Identification result;
  Settings settings = asked;
  const diagnostic::Findings of_prior = check_prior(robot, settings);
  if (diagnostic::has_error(of_prior)) return of_prior;

  tell("base parameters");  // 1. which parameters move the torques at all, whatever the motion
  result.base = ordered_base_parameters(robot, paper_order(robot.tree, settings.offsets));
  ModelColumns columns = parameter_columns(robot, result.base);
  const std::size_t parameters = columns.size();

  tell("filter");  // 2. the still ends of the logs go; the cut-off is chosen by the error on left-out blocks
  const auto [logs, distinct] = logs_to_fit(given, settings);
  CutoffChoice filter = choose_cutoff(robot, columns, logs, settings);
  result.cutoffs = filter.trials, result.window = filter.window;
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
  PreparedLogs prepared{robot, logs, samples, filter, settings};

  tell("observation");  // 4. one row per window and drive, reduced block by block; every friction shape has a column
  FrictionTrials trials{columns, parameters, {}, std::vector<double>(parameters, 0.0), {}, liveliness(samples)};
  const Liveliness& motion = trials.motion;
  std::vector<int> every_parameter(parameters);
  for (std::size_t c = 0; c < parameters; ++c) every_parameter[c] = static_cast<int>(c);
  const SolverChoice gently{Solver::ridge, 1e-6, 0};
  const auto first_fit = [&](const Observations& rows, const FrictionLadder& ladder) {  // with the simplest friction
    FrictionChoice simplest;
    simplest.step.assign(ladder.shapes.size(), 0);
    return fit(rows.all, with_friction(ladder, simplest, every_parameter), Weighting::iteratively_reweighted, gently);
  };
  if (settings.growth.load) {  // what friction that grows with the load is expanded about
    ModelColumns simple = columns;
    const FrictionLadder one =
        friction_ladder(robot, {settings.friction.front()}, motion.range, motion.speed, {}, simple);
    const Observations rows = observe_logs(prepared, simple);
    if (!rows.blocks.empty()) {
      const Fit first = first_fit(rows, one);
      for (std::size_t c = 0; c < parameters; ++c) trials.about[c] = first.values[static_cast<Eigen::Index>(c)];
    }
  }
  trials.ladder =
      friction_ladder(robot, settings.friction, motion.range, motion.speed, settings.growth, trials.columns);
  trials.about.resize(trials.columns.size(), 0.0);
  const Observations observed = observe_logs(prepared, trials.columns, trials.about);
  if (const auto findings = check_rows(given, observed.blocks, parameters); diagnostic::has_error(findings))
    return findings;
  result.blocks = observed.blocks.size();

  tell("friction");  // 5. the shape of friction matters more than the estimator, so it comes before everything else
  trials.weights = first_fit(observed, trials.ladder).weights;
  if (settings.prior)
    trials.prior = std::make_shared<const PriorMetric>(robot, result.base, usual_torques(robot, logs, samples), motion);
  const std::vector<int> told =
      trials.prior
          ? every_parameter
          : excited_columns(robot, trials.columns, observed.all, every_parameter, trials.weights, motion).columns;
  const std::vector<double> like_gain = drop_load_like_gain(trials.columns, observed.all, trials.about, trials.ladder);
  CrossValidation of_friction(observed.blocks, trials.columns.size(), trials.weights);
  if (trials.prior) of_friction = of_friction.pulled(trials.prior->pull(trials.columns, 1.0), 1.0);
  const FrictionChoice friction = choose_friction(of_friction, trials.ladder, told);
  result.reasons.push_back("friction: " + friction.reason);
  for (std::size_t j = 0; j < like_gain.size(); ++j)
    if (settings.growth.load && trials.ladder.columns[j][friction.step[j]].load < 0)
      result.reasons.push_back(
          fmt::format("friction: load friction of {} is left out: it cannot be told from the drive's gain (correlation "
                      "with the load "
                      "{:.2f}), since the drive hardly {}",
                      robot.drives[j], like_gain[j], like_gain[j] > 0.0 ? "is driven back" : "drives"));

  // 6. what the logs hardly move is refused: it stays as the robot's file has it, and is named
  tell("full model");  // 7. weights from the residuals; a regulariser only where left-out blocks ask for one
  FullModel chosen = full_model(prepared, result.base, trials, friction);
  std::vector<signals::Samples> instruments;
  if (settings.method != Method::least_squares) {
    tell("instruments");  // from here on rows are of what a simulated loop tells of them
    auto found = instrumented_model(prepared, result.base, trials, friction, chosen);
    if (!found) return found.findings();
    InstrumentedModel model = found.take();
    result.instruments = model.use, chosen = std::move(model.model), instruments = std::move(model.motion);
    prepared.instruments = &instruments;
    result.reasons.push_back("method: " + reason_of(result.instruments));
  }
  columns = chosen.columns;
  const Fit& full = chosen.fit;
  const Regularisation& of_full = chosen.regularisation;
  const std::vector<Block>& blocks = chosen.settled.rows.blocks;
  const Block& all = chosen.settled.rows.all;
  const auto positive = [&](const std::vector<int>& some) { return positive_of(robot, result.base, columns, some); };
  result.friction = chosen.friction, result.refusals = chosen.refusals;
  for (const DriveRows& rows : all.drives) result.rows += rows.rows;
  result.reasons.push_back("full model: " + of_full.reason);
  for (std::string& why : hidden_springs(robot, result.base, result.refusals)) result.reasons.push_back(std::move(why));
  result.cost_of_signs =
      std::sqrt(squared_residual(all, full.columns, full.weights, full.values) /
                std::max(squared_residual(all, full.columns, full.weights, chosen.unbounded), 1e-300)) -
      1.0;
  if (const std::string names = held_at_zero(columns, full, chosen.unbounded); !names.empty())
    result.reasons.push_back(
        fmt::format("signs: {} would be negative and {} held at zero, which makes the error {:.3g} % "
                    "larger",
                    names, names.find(',') == std::string::npos ? "is" : "are", 100.0 * result.cost_of_signs));

  tell("significance");  // 8. columns that do not lower the error on left-out blocks go; then the re-fit
  const CrossValidation trial(blocks, columns.size(), full.weights);
  const Elimination reduction = significant_columns(trial, blocks, full, of_full.solver, settings);
  if (const auto findings = check_kept(given, reduction.kept); diagnostic::has_error(findings)) return findings;
  const Regularisation of_kept = trials.prior ? of_full
                                              : choose_regularisation(trial, stacked(all, reduction.kept, full.weights),
                                                                      reduction.kept, settings.solver);
  result.scaled_condition = of_full.condition, result.delay_beyond = delay.beyond;
  result.full_solver = of_full.solver, result.reduced_solver = of_kept.solver;
  std::vector<double> about = chosen.settled.about;
  for (const int c : full.columns)  // what was left out has no part in the load and grows no friction
    if (std::count(reduction.kept.begin(), reduction.kept.end(), c) == 0) about[static_cast<std::size_t>(c)] = 0.0;
  const SettledFit reduced = settled_fit(
      columns, reduction.kept, about,
      [&](const std::vector<double>& values) { return rows_about(prepared, chosen, values); },
      [&](const Block& rows, const std::vector<int>& some) {
        return fit_with_weights(rows, some, full.weights, of_kept.solver, positive(some));
      });
  const Fit& kept = reduced.fit;
  result.reasons.push_back("significance: " + reduction.reason);
  result.reasons.push_back("reduced model: " + of_kept.reason);
  for (const EliminationStep& step : reduction.path)
    result.reduction.push_back({step.columns, step.error,
                                step.left_out < 0 ? "" : columns[static_cast<std::size_t>(step.left_out)].name.name});

  tell("intervals");  // 9. from fits without each block, every choice made again; and from each log alone
  const std::vector<WithoutBlock> without = repeated_choices(prepared, result.base, trials, of_friction, told, friction,
                                                             delay, {chosen, kept, of_kept.solver});
  Resampled of_all{blocks, full, of_full.solver, {}, positive(full.columns), {}};
  Resampled of_reduced{reduced.rows.blocks, kept, of_kept.solver, {}, positive(kept.columns), {}};
  fit_each_log_alone(prepared, chosen, of_all, of_reduced);
  std::size_t other_friction = 0, other_columns = 0;
  for (std::size_t b = 0; b < without.size(); ++b) {
    of_all.without.push_back(without[b].full), of_reduced.without.push_back(without[b].reduced);
    other_friction += without[b].other_friction, other_columns += without[b].other_columns;
    result.left_out.push_back({distinct[blocks[b].log], blocks[b].begin, blocks[b].end, without[b].model});
    for (const BlockPart& part : blocks[b].with)
      result.left_out.push_back({distinct[part.log], part.begin, part.end, without[b].model});
  }
  result.reasons.push_back(
      fmt::format("intervals: {} fits without a block each, every choice made again; {} chose another friction, {} "
                  "other columns of the reduced model",
                  without.size(), other_friction, other_columns));
  result.estimates = estimates(robot, result.base, columns, of_all, chosen.unbounded, of_reduced, settings.confidence);
  for (Estimate& e : from_the_file(robot, result.base, columns, chosen.refused_columns))
    result.estimates.push_back(std::move(e));
  if (trials.prior) keep_prior(*trials.prior, chosen, settings, result);
  const std::size_t widths = fitted_widths(trials.ladder, friction, columns, kept.columns),
                    all_widths = fitted_widths(trials.ladder, friction, columns, full.columns);
  result.full = torque_model(chosen, full.columns, full.values, false, all_widths, filter.preparation);
  result.model = torque_model(chosen, kept.columns, kept.values, true, widths, filter.preparation);
  if (trials.prior) mark_held(result);
  result.full.fitted_delay = result.model.fitted_delay = delay.fitted;
  result.before = {full.columns.size(), full.smallest, full.largest};
  result.after = {kept.columns.size(), kept.smallest, kept.largest};
  // errors are of what was measured, whatever the rows were that values are from
  PreparedLogs as_measured = prepared;
  as_measured.instruments = nullptr;
  const Block rows =
      prepared.instruments == nullptr ? reduced.rows.all : rows_about(as_measured, chosen, reduced.about).all;
  result.training = error_of_rows(rows, kept);
  result.residual_deviation = result.training.rms;
  keep_evidence(chosen, result);
  return {std::move(result), of_prior};
}

Validation validate(const robot::Robot& robot, const TorqueModel& model, const Recording& log) {
  Validation v = measured(robot, model.preparation, log);
  v.prediction = predict(robot, model, v.samples);
  v.error = relative_error(v.torque, v.prediction);
  return v;
}

std::vector<Validation> cross_validated(const robot::Robot& robot, const Identification& found,
                                        const std::vector<Recording>& logs) {
  std::vector<Validation> all;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    Validation v = validate(robot, found.model, logs[k]);
    bool said_something = found.left_out.empty();
    for (const LeftOut& part : found.left_out) {
      if (part.log != k) continue;
      said_something = true;
      const recording::Channels prediction = predict(robot, part.model, v.samples, part.begin, part.end);
      for (std::size_t s = 0; s < v.samples.size(); ++s)
        if (v.samples.t[s] >= part.begin && v.samples.t[s] < part.end)
          for (std::size_t j = 0; j < prediction.size(); ++j) v.prediction[j][s] = prediction[j][s];
    }
    if (!said_something) {  // it only repeats others, and has no block of its own
      v.samples.t.clear(), v.samples.stretches.clear();
      for (auto* channels : {&v.samples.q, &v.samples.qd, &v.samples.qdd, &v.samples.effort, &v.torque, &v.prediction})
        for (auto& channel : *channels) channel.clear();
    }
    v.error = relative_error(v.torque, v.prediction);
    all.push_back(std::move(v));
  }
  return all;
}

Validation validate(const robot::Robot& robot, const signals::Preparation& preparation, const Recording& log) {
  Validation v = measured(robot, preparation, log);
  v.prediction = predict(robot, v.samples);
  v.error = relative_error(v.torque, v.prediction);
  return v;
}

}  // namespace tauforge::identify
