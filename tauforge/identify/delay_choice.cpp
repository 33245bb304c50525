#include "tauforge/identify/delay_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tauforge/identify/cross_validate.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/gathered_blocks.h"
#include "tauforge/identify/statistics.h"

namespace tauforge::identify {

namespace {

constexpr double share_of_motion = 0.05;  // a step, of the time in which the motion changes
constexpr double near_enough = 0.25;      // of a step: the parabola needs no better centre
constexpr double farthest = 3.0;          // steps in one round: beyond, a parabola knows nothing
constexpr int most_rounds = 4;
constexpr double samples_of_delay = 5.0, shortest_limit = 0.02;  // [1], [s]: a longer delay is none
constexpr double ridge = 1e-4;  // columns that the logs do not excite must not stop the search

class Search {
 public:
  Search(const robot::Robot& robot, const ModelColumns& parameters, const std::vector<recording::Recording>& logs,
         const CutoffChoice& filter, const Settings& settings)
      : robot_(robot), logs_(logs), filter_(filter), settings_(settings), columns_(parameters) {
    for (Index j = 0; j < robot.tree.drives(); ++j)
      columns_.push_back(friction_column(robot, j, {FrictionForm::coulomb, 0.0}));
    for (std::size_t c = 0; c < columns_.size(); ++c) every_column_.push_back(static_cast<int>(c));
  }

  DelayChoice run() {
    DelayChoice choice;
    choice.columns = columns_;
    double centre = 0.0;
    for (int round = 0; round < most_rounds; ++round) {
      set_rows_apart(centre);
      if (step_ <= 0.0) break;
      const std::vector<Block> middle = observed(centre);
      if (middle.size() < 2 || !all_finite(middle)) break;
      choice.step = step_, choice.earlier = observed(centre + step_), choice.later = observed(centre - step_);
      if (weights_.size() == 0)
        weights_ =
            fit(merged(middle), every_column_, Weighting::iteratively_reweighted, {Solver::ridge, ridge, 0}).weights;
      const CrossValidation trials[] = {trial(choice.later), trial(middle), trial(choice.earlier)};
      const auto steps_without = [&](int block) {
        double S[3];
        for (int k = 0; k < 3; ++k) S[k] = trials[k].squared_residual(every_column_, ridge, block);  // (1)
        const double bend = S[0] - 2.0 * S[1] + S[2];
        return bend > 0.0 ? 0.5 * (S[0] - S[2]) / bend : HUGE_VAL;  // (2)
      };
      const double steps = steps_without(-1);
      if (!std::isfinite(steps)) break;
      choice.found = centre + step_ * std::clamp(steps, -farthest, farthest);
      choice.beyond = std::abs(choice.found) > longest_;
      if (choice.beyond) break;
      if (std::abs(steps) <= near_enough || (round + 1 == most_rounds && std::abs(steps) <= 1.0)) {
        for (std::size_t b = 0; b < middle.size(); ++b)
          choice.without_each.push_back(centre + step_ * steps_without(static_cast<int>(b)));
        break;
      }
      centre = choice.found;
    }
    for (const double without : choice.without_each)
      if (!std::isfinite(without)) return {};
    return choice;
  }

 private:
  signals::Preparation preparation(double delay) const {
    signals::Preparation how = filter_.preparation;
    how.delay = delay;
    return how;
  }
  CrossValidation trial(const std::vector<Block>& blocks) const {
    return CrossValidation(blocks, columns_.size(), weights_);
  }

  static bool all_finite(const std::vector<Block>& blocks) {
    return std::all_of(blocks.begin(), blocks.end(), [](const Block& block) {
      return std::all_of(block.drives.begin(), block.drives.end(), [](const DriveRows& d) { return d.R.allFinite(); });
    });
  }

  // The same rows for all delays of a round: errors over different rows would not compare.
  void set_rows_apart(double centre) {
    std::vector<signals::Samples> samples;
    apart_.clear(), rows_.clear();
    for (const auto& log : logs_) {
      samples.push_back(signals::prepare(log, preparation(centre)));
      const signals::Samples& s = samples.back();
      apart_.push_back(signals::near_reversals(s, signals::blurred_samples(filter_.preparation, s.period)));
      rows_.push_back(s.size() / filter_.window);
    }
    blocks_ = plan_blocks(samples, settings_.blocks);
    rows_in_all_ = std::accumulate(rows_.begin(), rows_.end(), std::size_t{0});
    const Liveliness motion = liveliness(samples);
    longest_ = shortest_limit;
    for (const signals::Samples& s : samples) longest_ = std::max(longest_, samples_of_delay * s.period);
    step_ = 0.0;
    std::size_t moving = 0;
    for (std::size_t j = 0; j < motion.speed.size(); ++j)
      if (motion.acceleration[j] > 0.0) step_ += share_of_motion * motion.speed[j] / motion.acceleration[j], ++moving;
    if (moving > 0) step_ /= static_cast<double>(moving);
  }

  std::vector<Block> observed(double delay) const {
    ColumnEvaluator evaluator(robot_, columns_);
    GatheredBlocks all(blocks_);
    for (std::size_t k = 0; k < logs_.size(); ++k) {
      const signals::Samples s = signals::prepare(logs_[k], preparation(delay));
      const ObservationPlan plan{filter_.window, blocks_.of_log[k], 0, every_row_of_trial(rows_[k], rows_in_all_),
                                 &apart_[k]};
      all.add(k, observe(evaluator, s, torques(robot_, logs_[k], s), plan, k));
    }
    return all.take();
  }

  const robot::Robot& robot_;
  const std::vector<recording::Recording>& logs_;
  const CutoffChoice& filter_;
  const Settings& settings_;
  ModelColumns columns_;
  std::vector<int> every_column_;
  std::vector<signals::NearReversals> apart_;  // per log
  BlockPlan blocks_;
  std::vector<std::size_t> rows_;  // per log
  std::size_t rows_in_all_ = 0;
  double step_ = 0, longest_ = 0;  // [s]
  Vector weights_;                 // one set for all delays, or the errors would not compare
};

}  // namespace

DelayChoice choose_delay(const robot::Robot& robot, const ModelColumns& parameters,
                         const std::vector<recording::Recording>& logs, const CutoffChoice& filter,
                         const Settings& settings) {
  DelayChoice choice;
  if (settings.delay) {
    choice.delay = *settings.delay;
    choice.reason = fmt::format("{:g} ms as asked for", 1e3 * choice.delay);
    return choice;
  }
  choice = Search(robot, parameters, logs, filter, settings).run();
  if (choice.without_each.empty()) {
    choice.reason = "the logs do not tell one; none is used";
    return choice;
  }
  const double deviation = jackknife_deviation(choice.without_each);
  choice.fitted = choice.found * choice.found > 2.0 * deviation * deviation;
  choice.delay = choice.fitted ? choice.found : 0.0;
  choice.reason = fmt::format("torques {} the motion by {:.2f} ms, give or take {:.2f}{}",
                              choice.found > 0.0 ? "follow" : "come before", 1e3 * std::abs(choice.found),
                              1e3 * deviation, choice.fitted ? "" : ": too uncertain, none is used");
  return choice;
}

std::vector<double> changes_without_each(const DelayChoice& choice) {
  std::vector<double> changes;
  for (const double without : choice.without_each) changes.push_back(without - choice.found);
  return changes;
}

Vector change_per_second(const DelayChoice& choice, const ModelColumns& columns, const Fit& fit,
                         const SolverChoice& pull) {
  Vector change = Vector::Zero(fit.values.size());
  if (choice.without_each.empty()) return change;
  std::vector<int> mine;
  std::vector<Eigen::Index> place;  // of the values; friction that grows is no column of the search
  for (std::size_t c = 0; c < fit.columns.size(); ++c) {
    const auto found = std::find_if(choice.columns.begin(), choice.columns.end(), [&](const ModelColumn& column) {
      return same_number(column, columns[static_cast<std::size_t>(fit.columns[c])]);
    });
    if (found == choice.columns.end()) continue;
    mine.push_back(static_cast<int>(found - choice.columns.begin()));
    place.push_back(static_cast<Eigen::Index>(c));
  }
  const SolverChoice gently = pull.pull ? pull : SolverChoice{Solver::ridge, ridge, 0};
  const Fit early = fit_with_weights(merged(choice.earlier), mine, fit.weights, gently);
  const Fit late = fit_with_weights(merged(choice.later), mine, fit.weights, gently);
  change(place) = (early.values - late.values) / (2.0 * choice.step);
  return change;
}

}  // namespace tauforge::identify
