#include "tauforge/identify/rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tauforge/identify/block_file.h"
#include "tauforge/identify/block_plan.h"
#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/fingerprint.h"
#include "tauforge/identify/full_model.h"
#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/row_window.h"
#include "tauforge/signals/moving_part.h"

namespace tauforge::identify {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::Result;
using Wide = Eigen::Index;

namespace {

BaseParameters base_of(const robot::Robot& robot, bool offsets) {
  return ordered_base_parameters(robot, paper_order(robot.tree, offsets));
}

// Names of the columns, and what the robot's file has for them.
void begin_values(const robot::Robot& robot, const BaseParameters& base, RoundModel& model) {
  model.robot = fingerprint(robot);
  for (const ModelColumn& column : columns_of(robot, base, model)) {
    model.names.push_back(column.name.name);
    model.values.push_back(prior_value(robot, base, column));
  }
}

signals::Preparation preparation_of(const RoundModel& model) {
  signals::Preparation how;
  how.derivatives = model.measured_velocity ? signals::Derivatives::measured_velocity : signals::Derivatives::filtered;
  how.motion.cutoff_hz = model.cutoff_hz, how.delay = model.delay, how.times = signals::Times::recorded;
  return how;
}

// Whether a model is one of this robot: nothing, or what is wrong.
Findings check_model(const robot::Robot& robot, const RoundModel& model, const ModelColumns& columns,
                     const std::string& shown) {
  bool same = model.robot == fingerprint(robot) && model.names.size() == columns.size() &&
              model.drives.size() == static_cast<std::size_t>(robot.tree.drives());
  for (std::size_t c = 0; same && c < columns.size(); ++c) same = model.names[c] == columns[c].name.name;
  if (same) return {};
  return {error(whole_log(shown), "block-foreign", fmt::format("'{}' is of another robot than '{}'", shown, robot.name),
                "a round and its blocks belong to one robot's file, to the last number in it")};
}

// The round that is fitted: the last one, by number and then by how many logs have it.
Result<RoundModel> round_of(const ReducedLogs& logs) {
  std::map<std::string, std::size_t> texts;
  for (const ReducedLog& log : logs) ++texts[log.round];
  RoundModel last;
  std::size_t most = 0;
  for (const auto& [text, count] : texts) {
    const auto of = [&, &wanted = text](const ReducedLog& log) { return log.round == wanted; };
    auto model = read_round_model(std::find_if(logs.begin(), logs.end(), of)->name, text);
    if (!model) return model.findings();
    if (most > 0 && std::pair(model.value().round, count) <= std::pair(last.round, most)) continue;
    last = model.take(), most = count;
  }
  return last;
}

bool has_columns(const Block& block, const ColumnEvaluator& evaluator, std::size_t drives) {
  if (block.drives.size() != drives) return false;
  for (std::size_t j = 0; j < drives; ++j)
    if (block.drives[j].columns != evaluator.of_row(static_cast<Index>(j))) return false;
  return true;
}

// So many blocks are enough to repeat the fit without each; more are taken together with their neighbours.
std::vector<Block> bounded(std::vector<Block> blocks) {
  if (blocks.size() <= most_single_blocks) return blocks;
  std::vector<Block> groups;
  std::size_t last = most_single_blocks;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const std::size_t group = k * most_single_blocks / blocks.size();
    if (group == last)
      groups.back() = merged(groups.back(), blocks[k]);
    else
      groups.push_back(std::move(blocks[k]));
    last = group;
  }
  return groups;
}

// Deviations of independent residuals whose variance is 1: lengths of the rows of R^-1.
std::vector<double> independent_deviations(const Stacked& rows) {
  const Matrix R = triangular_factor(rows.A);
  const Wide n = R.cols();
  std::vector<double> deviations(static_cast<std::size_t>(n), HUGE_VAL);
  if (R.rows() < n) return deviations;
  const Matrix inverse = R.triangularView<Eigen::Upper>().solve(Matrix::Identity(n, n));
  for (Wide c = 0; c < n; ++c) deviations[static_cast<std::size_t>(c)] = inverse.row(c).norm();
  return deviations;
}

}  // namespace

RoundModel first_round(const robot::Robot& robot, const RoundSettings& settings) {
  RoundModel model;
  model.cutoff_hz = settings.cutoff_hz, model.delay = settings.delay;
  model.measured_velocity = settings.measured_velocity, model.offsets = settings.offsets;
  model.blocks = settings.blocks;
  const bool keeps = settings.friction.form == FrictionForm::presliding;  // it is learned where drives turn round
  model.drives.assign(robot.drives.size(), {settings.friction, settings.growth, keeps});
  begin_values(robot, base_of(robot, model.offsets), model);
  return model;
}

RoundModel first_round(const robot::Robot& robot, const Identification& found, std::size_t blocks) {
  const signals::Preparation& how = found.model.preparation;
  RoundModel model;
  model.cutoff_hz = how.motion.cutoff_hz, model.delay = how.delay, model.blocks = blocks;
  model.measured_velocity = how.derivatives == signals::Derivatives::measured_velocity;
  model.offsets = found.base.kept.size() == base_of(robot, true).kept.size();
  for (const FrictionShape& shape : found.friction)
    model.drives.push_back({shape, {}, shape.form == FrictionForm::presliding});
  for (const ModelColumn& column : found.full.columns) {
    if (column.kind != ModelColumn::Kind::friction) continue;
    FrictionGrowthChoice& growth = model.drives[static_cast<std::size_t>(column.drive)].growth;
    growth.load = growth.load || column.part == FrictionPart::load;
    growth.root = growth.root || column.part == FrictionPart::root;
  }
  const BaseParameters base = base_of(robot, model.offsets);
  begin_values(robot, base, model);
  const ModelColumns columns = columns_of(robot, base, model);
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t k = 0; k < found.full.columns.size(); ++k)
      if (same_number(found.full.columns[k], columns[c])) model.values[c] = found.full.values[k];
  return model;
}

Result<ReducedLog> reduced(const robot::Robot& robot, const RoundModel& model, const recording::Recording& log) {
  if (auto findings = check_logs(robot, {log}); diagnostic::has_error(findings)) return findings;
  const ModelColumns columns = columns_of(robot, base_of(robot, model.offsets), model);
  if (auto findings = check_model(robot, model, columns, "the round"); !findings.empty()) return findings;
  if (model.measured_velocity && log.qd.empty())
    return error(whole_log(log.name), "log-velocity-missing",
                 fmt::format("'{}' has no velocities, and the round takes measured ones", log.name),
                 "all logs of a fleet are prepared alike: begin the rounds with a log that has none");
  const recording::Recording moving = signals::moving_part(log);
  const signals::Preparation how = preparation_of(model);
  const signals::Samples samples = signals::prepare(moving, how);
  const signals::NearReversals near = signals::near_reversals(samples, signals::blurred_samples(how, samples.period));
  const std::size_t window = model.window > 0 ? model.window : usual_window(recording::usual_period(moving.t));
  ColumnEvaluator evaluator(robot, columns, model.values);
  ReducedLog result;
  result.round = to_text(model), result.log = fingerprint(log), result.name = log.name;
  result.samples = samples.size();
  result.left_out.assign(robot.drives.size(), 0);
  add(samples, result.motion);
  for (Block& block : observe(evaluator, samples, torques(robot, moving, samples),
                              {window, model.blocks, rows_between_blocks, 1, &near}, 0)) {
    Block whole = with_reversals(block);
    for (std::size_t j = 0; j < robot.drives.size(); ++j) {
      if (model.drives[j].reversals) continue;
      result.left_out[j] += block.near_reversals[j].rows;
      whole.drives[j] = std::move(block.drives[j]);
    }
    result.blocks.push_back(std::move(whole));
  }
  const std::vector<recording::Recording> named = {log};
  if (result.blocks.empty())
    return error(whole_log(log.name), "log-too-short", fmt::format("'{}' has no row that could be used", log.name));
  for (const Block& block : result.blocks)
    for (const DriveRows& rows : block.drives)
      if (!rows.R.allFinite()) return check_rows(named, result.blocks, 0);
  return result;
}

Result<RoundFit> fitted(const robot::Robot& robot, ReducedLogs given, const RoundModel* wanted) {
  if (given.empty()) return error(whole_log(robot.name), "block-missing", "there is no block to identify from");
  auto sorted = merged(std::move(given), {});
  if (!sorted) return sorted.findings();
  const ReducedLogs logs = sorted.take();
  RoundFit result;
  if (wanted != nullptr) {
    result.model = *wanted;
  } else {
    auto model = round_of(logs);
    if (!model) return model.findings();
    result.model = model.take();
  }
  const RoundModel& model = result.model;
  const BaseParameters base = base_of(robot, model.offsets);
  const ModelColumns columns = columns_of(robot, base, model);
  if (auto findings = check_model(robot, model, columns, wanted != nullptr ? "the round" : logs.front().name);
      !findings.empty())
    return findings;

  const std::string round = to_text(model);
  const ColumnEvaluator evaluator(robot, columns, model.values);
  Findings findings;
  std::vector<Block> blocks;
  DriveMotions motion;
  std::vector<std::size_t> left_out(robot.drives.size(), 0);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const ReducedLog& log = logs[k];
    if (log.round != round) {
      auto other = read_round_model(log.name, log.round);
      if (!other)
        append(findings, other.findings());
      else if (other.value().robot != model.robot)
        append(findings, check_model(robot, other.value(), columns, log.name));
      else
        findings.push_back(error(whole_log(log.name), "block-stale",
                                 fmt::format("'{}' was reduced for another model, of round {}; this is round {}",
                                             log.name, other.value().round, model.round),
                                 "reduce the log again for this round"));
      continue;
    }
    for (const Block& block : log.blocks)
      if (!has_columns(block, evaluator, robot.drives.size())) {
        findings.push_back(error(whole_log(log.name), "block-foreign",
                                 fmt::format("'{}' has other columns than the model of its round", log.name),
                                 "reduce the log again, by the same version of this program"));
        break;
      }
    if (!findings.empty()) continue;
    add(log.motion, motion);
    for (std::size_t j = 0; j < left_out.size(); ++j) left_out[j] += log.left_out[j];
    for (Block block : log.blocks) block.log = k, blocks.push_back(std::move(block));
  }
  if (!findings.empty()) return findings;
  recording::Recording shown;
  shown.name = logs.front().name;
  if (auto wrong = check_rows({shown}, blocks, columns.size()); diagnostic::has_error(wrong)) return wrong;
  blocks = bounded(std::move(blocks));
  Block all = merged(blocks);
  for (std::size_t j = 0; j < left_out.size(); ++j)
    if (left_out[j] > all.drives[j].rows)
      findings.push_back(diagnostic::warning(
          whole_log(shown.name), "block-reversals",
          fmt::format("{} of {} rows of {} are near reversals and left out", left_out[j],
                      left_out[j] + all.drives[j].rows, robot.drives[j]),
          "a drive that hardly does anything but turn round keeps them: `reversals keep` in the round"));

  // what the logs hardly move stays as the robot's file has it (full_model.h)
  std::vector<int> every(columns.size());
  std::iota(every.begin(), every.end(), 0);
  const SolverChoice gently{Solver::ridge, 1e-6, 0};
  const Vector weights = fit(all, every, Weighting::iteratively_reweighted, gently).weights;
  const ExcitedColumns excited = excited_columns(robot, columns, all, every, weights, liveliness(motion), model.values);
  std::vector<Refusal> refusals;
  std::vector<int> refused;
  for (const NotExcited& n : excited.not_excited) {
    const ModelColumn& column = columns[static_cast<std::size_t>(n.column)];
    refusals.push_back({column.name, prior_value(robot, base, column), n.why}), refused.push_back(n.column);
  }
  for (Block& block : blocks) take_away(block, refused, refusals);
  take_away(all, refused, refusals);

  const std::vector<int>& chosen = excited.columns;
  std::vector<bool> positive = positive_of(robot, base, columns, chosen);
  for (std::size_t c = 0; c < chosen.size(); ++c) {  // growth, too, does not shrink
    const ModelColumn& column = columns[static_cast<std::size_t>(chosen[c])];
    if (column.kind == ModelColumn::Kind::friction && column.part != FrictionPart::rest) positive[c] = true;
  }
  const Fit free = fit(all, chosen, Weighting::iteratively_reweighted);
  const Fit found = fit_with_weights(all, chosen, free.weights, {}, positive);

  const SolverChoice solver;
  const Resampled of_all{blocks, found, solver, without_each_block(blocks, found, solver, positive), positive, {}};
  result.estimates = estimates(robot, base, columns, of_all, free.values, of_all, 0.95);
  for (Estimate& e : from_the_file(robot, base, columns, refused)) result.estimates.push_back(std::move(e));
  const Stacked rows = stacked(all, chosen, found.weights);
  result.independent = independent_deviations(rows);
  const std::vector<Vector> loose = without_each_block(blocks, free, solver);
  for (Wide c = 0; c < free.values.size(); ++c) {
    std::vector<double> series;
    for (const Vector& values : loose) series.push_back(values[c]);
    result.free_deviation.push_back(jackknife_deviation(series));
  }
  result.residual_deviation.assign(found.deviation.begin(), found.deviation.end());
  result.logs = logs.size(), result.blocks = blocks.size();
  for (const DriveRows& drive : all.drives) result.rows += drive.rows;

  result.next = model, ++result.next.round;
  Vector change(found.values.size());
  for (std::size_t k = 0; k < refused.size(); ++k)
    result.next.values[static_cast<std::size_t>(refused[k])] = refusals[k].value;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    double& value = result.next.values[static_cast<std::size_t>(chosen[c])];
    change[static_cast<Wide>(c)] = found.values[static_cast<Wide>(c)] - value;
    value = found.values[static_cast<Wide>(c)];
  }
  result.moved = rows.b.norm() > 0.0 ? (rows.A * change).norm() / rows.b.norm() : 0.0;
  const bool loads = std::any_of(model.drives.begin(), model.drives.end(), [](const auto& d) { return d.growth.load; });
  result.settled = !loads || result.moved <= settled_below;
  return {std::move(result), findings};
}

}  // namespace tauforge::identify
