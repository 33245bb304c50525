#include "tauforge/literature/paper_recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/jackknife.h"
#include "tauforge/identify/least_squares.h"
#include "tauforge/identify/physical.h"
#include "tauforge/identify/possible_model.h"
#include "tauforge/identify/significance.h"
#include "tauforge/identify/svd.h"

namespace tauforge::literature {

using diagnostic::Findings;
using robot::Index;
using Wide = Eigen::Index;

namespace {

// "each time a smallest singular value of the order of 1e-10 was obtained, the matrix was considered singular"
constexpr double singular = 1e-10;

struct Observed {
  identify::ModelColumns model;
  std::vector<int> columns;
  signals::Preparation preparation;
  std::vector<identify::Block> trajectories;
};

diagnostic::Diagnostic refusal(const std::string& log, const char* code, const std::string& message,
                               const std::string& way_out) {
  return diagnostic::error(identify::whole_log(log), code, message, way_out);
}

Findings check_trajectories(const std::vector<recording::Recording>& logs, double period) {
  for (const auto& log : logs) {  // two samples at least: check_logs has seen to that
    const double own = (log.t.back() - log.t.front()) / static_cast<double>(log.samples() - 1);
    if (period > 0.0 && period < 0.9 * own)
      return {refusal(
          log.name, "recipe-period",
          fmt::format("its samples are {:.3g} ms apart: none can be taken every {:.3g} ms", 1e3 * own, 1e3 * period),
          "a period of the logs' own or more; the paper's is 28 ms")};
  }
  if (logs.size() != 1) return {};
  return {refusal(logs.front().name, "recipe-one-log",
                  "the recipe compares trajectories, and there is one: at least two are needed",
                  "name several logs, or parts of one: log.csv@1-1000 log.csv@1001-2000")};
}

// (1), (2)
diagnostic::Result<Observed> observed(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                      const identify::BaseParameters& base, const PaperSettings& settings,
                                      PaperIdentification& result) {
  Observed o;
  const auto names = identify::parameter_names(robot);
  for (const Index kept : base.kept) {
    o.columns.push_back(static_cast<int>(o.model.size()));
    o.model.push_back({identify::ModelColumn::Kind::parameter, kept, -1, {}, names[static_cast<std::size_t>(kept)]});
  }
  identify::ColumnEvaluator evaluator(robot, o.model);
  o.preparation.derivatives = signals::Derivatives::two_step;
  o.preparation.trim = settings.trim;
  if (settings.period > 0.0) o.preparation.rate_hz = 1.0 / settings.period;
  Findings findings;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const signals::Samples samples = signals::prepare(logs[k], o.preparation);
    const signals::NearReversals near = signals::near_reversals(samples, settings.from_reversal);
    std::vector<identify::Block> blocks;
    if (samples.size() > 0)
      blocks = identify::observe(evaluator, samples, identify::torques(robot, logs[k], samples),
                                 {.blocks = 1, .apart = &near}, k);
    std::size_t rows = 0;
    for (const auto& block : blocks)
      for (const auto& drive : block.drives) rows += drive.rows;
    if (rows < o.columns.size())
      findings.push_back(
          refusal(logs[k].name, "log-too-short",
                  fmt::format("of the {} samples of '{}' {} are left without {} at both ends: {} rows away from "
                              "reversals, for {} parameters",
                              logs[k].samples(), logs[k].name, samples.size(), settings.trim, rows, o.columns.size()),
                  "every trajectory is fitted alone, so each must be long enough; or trim less: --trim"));
    result.trajectories.push_back({logs[k].name, samples.size(), {}, {}, 0, 0});
    result.period = std::max(result.period, samples.period);
    o.trajectories.insert(o.trajectories.end(), blocks.begin(), blocks.end());
  }
  if (!findings.empty()) return findings;
  findings = identify::check_rows(logs, o.trajectories, o.columns.size());
  if (diagnostic::has_error(findings)) return findings;
  return o;
}

// (3)
std::vector<identify::Fit> each_alone(const Observed& o, const std::vector<int>& columns,
                                      const identify::Vector& weights) {
  std::vector<identify::Fit> fits;
  for (const identify::Block& trajectory : o.trajectories) {
    const identify::Stacked rows = identify::stacked(trajectory, columns, weights);
    identify::Fit& f = fits.emplace_back();
    f.columns = columns, f.values = identify::solve(rows.A, rows.b, {}), f.weights = weights;
  }
  return fits;
}

// (4)
identify::Summary over_trajectories(const std::vector<identify::Fit>& fits, std::size_t column) {
  std::vector<double> series;
  for (const identify::Fit& f : fits) series.push_back(f.values[static_cast<Wide>(column)]);
  return identify::summary(series);
}

// (5): the estimates of this fit, or of the fit of each trajectory, by the torque they make.
std::vector<double> shares_alone(const Observed& o, const std::vector<identify::Fit>& fits) {
  std::vector<double> largest(o.columns.size(), 0.0);
  for (std::size_t k = 0; k < fits.size(); ++k) {
    const auto shares = identify::torque_shares({o.trajectories[k]}, fits[k]);
    for (std::size_t c = 0; c < shares.size(); ++c) largest[c] = std::max(largest[c], shares[c]);
  }
  return largest;
}

std::vector<int> significant_columns(const Observed& o, const std::vector<identify::Fit>& fits,
                                     const identify::Fit& together, const PaperSettings& settings,
                                     PaperIdentification& result) {
  identify::Fit mean = together;
  for (std::size_t c = 0; c < o.columns.size(); ++c) mean.values[static_cast<Wide>(c)] = result.estimates[c].all.mean;
  const auto without = identify::without_each_block(o.trajectories, together, {});
  const auto of_together = identify::torque_shares(o.trajectories, together);
  const auto of_mean = identify::torque_shares(o.trajectories, mean), of_alone = shares_alone(o, fits);
  const double freedom = std::max(1.0, static_cast<double>(o.trajectories.size()) - 1.0);
  const double limit = identify::student_limit(settings.confidence, freedom);
  std::vector<int> significant;
  for (std::size_t c = 0; c < o.columns.size(); ++c) {
    PaperEstimate& e = result.estimates[c];
    std::vector<double> series;
    for (const identify::Vector& v : without) series.push_back(v[static_cast<Wide>(c)]);
    e.together = together.values[static_cast<Wide>(c)], e.together_deviation = identify::jackknife_deviation(series);
    const bool told = std::abs(e.together) >= limit * e.together_deviation;
    e.torque_share = settings.judged == Judged::mean    ? of_mean[c]
                     : settings.judged == Judged::alone ? of_alone[c]
                                                        : of_together[c];
    e.significant = e.torque_share >= settings.share && (told || settings.judged != Judged::together);
    if (e.significant) significant.push_back(o.columns[c]);
    result.by_mean += of_mean[c] >= settings.share, result.by_alone += of_alone[c] >= settings.share;
    result.by_together += of_together[c] >= settings.share && told;
  }
  return significant;
}

identify::Conditioning conditioning(const identify::Block& block, const std::vector<int>& columns, std::size_t& rank) {
  const identify::Vector alike = identify::Vector::Ones(static_cast<Wide>(block.drives.size()));
  const identify::Vector s = identify::singular_values(identify::stacked(block, columns, alike).A);
  rank = static_cast<std::size_t>((s.array() > singular * s[0]).count());
  return {columns.size(), s[s.size() - 1], s[0]};
}

void measure_conditioning(const Observed& o, const identify::Block& all, const std::vector<int>& significant,
                          PaperIdentification& result) {
  for (std::size_t k = 0; k < o.trajectories.size(); ++k) {
    TrajectoryColumns& t = result.trajectories[k];
    t.before = conditioning(o.trajectories[k], o.columns, t.rank_before);
    t.after = conditioning(o.trajectories[k], significant, t.rank_after);
  }
  std::size_t rank = 0;
  result.together_before = conditioning(all, o.columns, rank);
  result.together_after = conditioning(all, significant, rank);
}

}  // namespace

const TrajectoryColumns& PaperIdentification::worst() const {
  return *std::max_element(trajectories.begin(), trajectories.end(), [](const auto& a, const auto& b) {
    return a.before.largest * b.before.smallest < b.before.largest * a.before.smallest;  // none is divided by zero
  });
}

diagnostic::Result<PaperIdentification> paper_identification(const robot::Robot& given,
                                                             const std::vector<recording::Recording>& logs,
                                                             const PaperSettings& settings) {
  if (const Findings findings = identify::check_logs(given, logs); diagnostic::has_error(findings)) return findings;
  if (const Findings findings = check_trajectories(logs, settings.period); diagnostic::has_error(findings))
    return findings;
  robot::Robot robot = given;
  for (auto& kind : robot.tree.friction) kind = robot::FrictionKind::coulomb;
  for (auto& drive : robot.parameters.drive) drive.harmonics.clear();
  robot.tree.harmonics.clear();
  PaperIdentification result;
  result.base = identify::ordered_base_parameters(robot, identify::paper_order(robot.tree, false));
  auto rows = observed(robot, logs, result.base, settings, result);
  if (!rows) return rows.findings();
  const Observed o = rows.take();
  const identify::Block all = identify::merged(o.trajectories);
  const identify::Vector weights = identify::initial_weights(all, identify::Weighting::by_torque);

  const auto fits = each_alone(o, o.columns, weights);
  for (std::size_t c = 0; c < o.columns.size(); ++c) {
    result.estimates.emplace_back();
    result.estimates[c].name = o.model[c].name, result.estimates[c].all = over_trajectories(fits, c);
  }
  const identify::Fit together = identify::fit_with_weights(all, o.columns, weights);
  const std::vector<int> significant = significant_columns(o, fits, together, settings, result);
  if (const auto findings = identify::check_kept(logs, significant); diagnostic::has_error(findings)) return findings;
  result.significant = significant.size(), result.share = settings.share;

  const auto again = each_alone(o, significant, weights);  // (6)
  for (std::size_t c = 0; c < significant.size(); ++c) {
    PaperEstimate& e = result.estimates[static_cast<std::size_t>(significant[c])];
    e.significant_alone = over_trajectories(again, c);
    result.model.columns.push_back(o.model[static_cast<std::size_t>(significant[c])]);
    result.model.values.push_back(e.significant_alone.mean);
    result.model.fitted.push_back(true);
  }
  result.model.preparation = o.preparation;
  result.reduced = identify::reduced_robot(robot, result.model);
  measure_conditioning(o, all, significant, result);
  return result;
}

Findings doubts_about(const PaperIdentification& found, const robot::Robot& written,
                      const std::vector<recording::Recording>& logs) {
  Findings doubts;
  const auto doubt = [&](const std::string& where, const char* code, const std::string& message,
                         const std::string& way_out) {
    doubts.push_back(diagnostic::warning(identify::whole_log(where), code, message, way_out));
  };
  for (const TrajectoryColumns& t : found.trajectories)
    if (t.rank_after < found.significant)
      doubt(t.name, "recipe-singular",
            fmt::format("'{}' tells {} of the {} significant parameters apart: what it says about the others is "
                        "arbitrary, and is in the means",
                        t.name, t.rank_after, found.significant),
            "every trajectory must move every drive; leave this one out, or take a longer part");
  constexpr std::size_t postures = 1000;
  if (const std::size_t good = identify::positive_definite_postures(written, postures); good < postures)
    doubt(written.name, "recipe-mass-matrix",
          fmt::format("the mass matrix is positive definite in {} of {} random postures", good, postures),
          "torques can be computed with it, accelerations cannot; tauforge identify without --recipe finds bodies that "
          "can exist");
  for (const recording::Recording& log : logs)
    if (const double error = identify::validate(written, found.model.preparation, log).error.all; error >= 100.0)
      doubt(log.name, "recipe-error",
            fmt::format("torques of '{}' are missed by {:.0f} %: no model at all would be as good", log.name, error),
            "are torques and positions of the same instant, and signs and units right? tauforge logs looks");
  return doubts;
}

}  // namespace tauforge::literature
