#include "tauforge/identify/repeated_choices.h"

#include <algorithm>
#include <map>
#include <memory>

#include "tauforge/identify/jackknife.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

// A full model with what all resamples that choose it share.
struct Candidate {
  const FullModel* model;
  CrossValidation trial;
  Vector per_second;  // of delay, of the full model

  Candidate(const FullModel& full, const DelayChoice& delay, const SolverChoice& pull)
      : model(&full),
        trial(full.settled.rows.blocks, full.columns.size(), full.fit.weights),
        per_second(change_per_second(delay, full.columns, full.fit, pull)) {}
};

// The value that a resample has for a column of another model: of the same part of the same drive, of the same parameter.
double value_of(const ModelColumn& column, const TorqueModel& model) {
  for (std::size_t c = 0; c < model.columns.size(); ++c)
    if (same_number(model.columns[c], column)) return model.values[c];
  return 0.0;
}

Vector values_of(const ModelColumns& columns, const std::vector<int>& places, const TorqueModel& model) {
  Vector values(static_cast<Wide>(places.size()));
  for (std::size_t c = 0; c < places.size(); ++c)
    values[static_cast<Wide>(c)] = value_of(columns[static_cast<std::size_t>(places[c])], model);
  return values;
}

}  // namespace

std::vector<WithoutBlock> repeated_choices(const PreparedLogs& prepared, const BaseParameters& base,
                                           const FrictionTrials& trials, const CrossValidation& trial,
                                           const std::vector<int>& told, const FrictionChoice& friction,
                                           const DelayChoice& delay, const ReducedModel& chosen) {
  const std::size_t blocks = chosen.full.settled.rows.blocks.size();
  SolverChoice pull;  // of the columns that the delay was found with
  if (trials.prior && !delay.columns.empty())
    pull = pulled_by(trials.prior->pull(delay.columns, 1.0), chosen.full.regularisation.strength);
  const auto key = [&](const FrictionChoice& choice) { return with_friction(trials.ladder, choice, {}); };
  std::map<std::vector<int>, Candidate> candidates;
  std::vector<std::unique_ptr<FullModel>> others;  // few: most resamples choose the same
  candidates.emplace(key(friction), Candidate(chosen.full, delay, pull));
  const auto candidate = [&](const FrictionChoice& choice) -> const Candidate& {
    const auto found = candidates.find(key(choice));
    if (found != candidates.end()) return found->second;
    others.push_back(std::make_unique<FullModel>(full_model(prepared, base, trials, choice)));
    return candidates.emplace(key(choice), Candidate(*others.back(), delay, pull)).first->second;
  };
  const std::vector<double> delays = changes_without_each(delay);
  const signals::Preparation& how = prepared.filter.preparation;

  std::vector<WithoutBlock> result;
  for (std::size_t b = 0; b < blocks && blocks > 1; ++b) {
    // with two blocks there is nothing left to choose by
    const FrictionChoice f = blocks > 2 ? choose_friction(trial.without(b), trials.ladder, told) : friction;
    const Candidate& own = candidate(f);
    const FullModel& full = *own.model;
    const Vector x = without_block(full.settled.rows.blocks, full.fit, full.regularisation.solver, b);
    const double later = b < delays.size() ? delays[b] : 0.0;
    WithoutBlock w;
    w.other_friction = &full != &chosen.full;
    w.full = values_of(chosen.full.columns, chosen.full.fit.columns,
                       torque_model(full, full.fit.columns, x + later * own.per_second, false, 0, how));

    Fit kept = full.fit;
    if (blocks > 2) {
      std::vector<Block> rest = full.settled.rows.blocks;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(b));
      const Elimination matter =
          significant_columns(own.trial.without(b), rest, full.fit, full.regularisation.solver, prepared.settings);
      if (!matter.kept.empty()) kept.columns = matter.kept;
    } else if (!w.other_friction) {
      kept.columns = chosen.kept.columns;
    }
    w.other_columns = w.other_friction || kept.columns != chosen.kept.columns;
    const SolverChoice& solver = prepared.settings.prior ? full.regularisation.solver : chosen.solver;
    const Vector y = without_block(full.settled.rows.blocks, kept, solver, b,
                                   positive_of(prepared.robot, base, full.columns, kept.columns));
    kept.values = y;
    const std::size_t widths = fitted_widths(trials.ladder, f, full.columns, kept.columns);
    w.model = torque_model(full, kept.columns, y, true, widths, how);
    TorqueModel at_its_delay = w.model;
    const Vector per_second =
        later != 0.0 ? change_per_second(delay, full.columns, kept, pull) : Vector::Zero(y.size());
    for (std::size_t c = 0; c < kept.columns.size(); ++c)
      at_its_delay.values[c] += later * per_second[static_cast<Wide>(c)];
    w.reduced = values_of(chosen.full.columns, chosen.kept.columns, at_its_delay);
    result.push_back(std::move(w));
  }
  return result;
}

}  // namespace tauforge::identify
