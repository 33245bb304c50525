#include "tauforge/identify/cutoff_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/identify/cross_validate.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/friction_choice.h"
#include "tauforge/identify/gathered_blocks.h"
#include "tauforge/identify/row_window.h"

namespace tauforge::identify {

namespace {

constexpr double lowest_cutoff = 1.0, highest_cutoff = 80.0, highest_share_of_rate = 0.2;

std::vector<double> ladder(double rate) {
  std::vector<double> cutoffs;
  for (double f = std::min(highest_cutoff, highest_share_of_rate * rate); f >= lowest_cutoff && cutoffs.size() < 6;
       f /= 2)
    cutoffs.push_back(f);
  return cutoffs;
}

struct Trial {
  std::vector<Block> blocks;
  std::vector<int> columns;
  std::size_t all_columns = 0;
};

Trial observe_trial(const robot::Robot& robot, const ModelColumns& parameters,
                    const std::vector<recording::Recording>& logs, const signals::Preparation& how, std::size_t window,
                    const Settings& settings) {
  std::vector<signals::Samples> samples;
  for (const auto& log : logs) samples.push_back(signals::prepare(log, how));
  const Liveliness motion = liveliness(samples);
  ModelColumns columns = parameters;
  for (Index j = 0; j < robot.tree.drives(); ++j) {
    columns.push_back(friction_column(robot, j, {FrictionForm::coulomb, 0.0}));
    const double range = motion.range[static_cast<std::size_t>(j)];
    const bool memory = std::count(settings.friction.begin(), settings.friction.end(), FrictionForm::presliding) > 0;
    if (range > 0.0 && memory) columns.push_back(friction_column(robot, j, {FrictionForm::presliding, 1e-4 * range}));
  }
  ColumnEvaluator evaluator(robot, columns);
  Trial trial;
  const BlockPlan blocks = plan_blocks(samples, settings.blocks);
  GatheredBlocks gathered(blocks);
  std::size_t rows_in_all = 0;
  for (const auto& s : samples) rows_in_all += s.size() / window;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const ObservationPlan plan{window, blocks.of_log[k], rows_between_blocks,
                               every_row_of_trial(samples[k].size() / window, rows_in_all)};
    gathered.add(k, observe(evaluator, samples[k], torques(robot, logs[k], samples[k]), plan, k));
  }
  trial.blocks = gathered.take();
  for (std::size_t c = 0; c < columns.size(); ++c) trial.columns.push_back(static_cast<int>(c));
  trial.all_columns = columns.size();
  return trial;
}

}  // namespace

recording::Channels torques(const robot::Robot& robot, const recording::Recording& log,
                            const signals::Samples& samples) {
  recording::Channels torque = samples.effort;
  if (log.effort_kind != recording::Effort::current) return torque;
  for (std::size_t j = 0; j < torque.size(); ++j)
    for (double& value : torque[j]) value *= robot.drive_gain[j];
  return torque;
}

CutoffChoice choose_cutoff(const robot::Robot& robot, const ModelColumns& parameters,
                           const std::vector<recording::Recording>& logs, const Settings& settings) {
  CutoffChoice choice;
  double period = 0.0;
  bool velocities = true;
  for (const auto& log : logs) {
    period = std::max(period, recording::usual_period(log.t));
    velocities = velocities && !log.qd.empty();
  }
  choice.preparation.derivatives = settings.derivatives.value_or(velocities ? signals::Derivatives::measured_velocity
                                                                            : signals::Derivatives::filtered);
  choice.preparation.times = signals::Times::recorded;
  choice.preparation.trim = settings.trim;
  const double rate = period > 0.0 ? 1.0 / period : 0.0;
  choice.window = settings.window.value_or(usual_window(period));
  if (settings.cutoff_hz || choice.preparation.derivatives == signals::Derivatives::two_step) {
    choice.preparation.motion.cutoff_hz = settings.cutoff_hz.value_or(0.0);
    choice.reason = settings.cutoff_hz ? fmt::format("cut-off {:g} Hz as asked for", *settings.cutoff_hz)
                                       : "two-step differences are their own filter";
    return choice;
  }
  const std::vector<double> cutoffs = ladder(rate);
  if (cutoffs.empty()) {
    choice.reason = "the sampling is too slow for a filter";
    return choice;
  }
  std::vector<Trial> trials;
  for (const double cutoff : cutoffs) {
    signals::Preparation how = choice.preparation;
    how.motion.cutoff_hz = cutoff;
    trials.push_back(observe_trial(robot, parameters, logs, how, choice.window, settings));
    if (trials.back().blocks.empty()) {
      choice.reason = "the logs are too short to compare cut-offs";
      return choice;
    }
  }
  // one set of weights for all, or the errors would not compare
  const Trial& middle = trials[trials.size() / 2];
  const Vector weights = fit(merged(middle.blocks), middle.columns, Weighting::iteratively_reweighted).weights;
  double best = HUGE_VAL;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const double error =
        CrossValidation(trials[k].blocks, trials[k].all_columns, weights).error(trials[k].columns, 1e-4);
    choice.trials.push_back({cutoffs[k], error});
    choice.reason += fmt::format("{}{:g} Hz {:.2f} %", k == 0 ? "error on left-out blocks by cut-off: " : ", ",
                                 cutoffs[k], 100.0 * error);
    if (error < best) best = error, choice.preparation.motion.cutoff_hz = cutoffs[k];
  }
  choice.reason += fmt::format("; {:g} Hz is taken", choice.preparation.motion.cutoff_hz);
  return choice;
}

}  // namespace tauforge::identify
