#include "tauforge/identify/prior_estimates.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/physical.h"
#include "tauforge/identify/possible_prior.h"

namespace tauforge::identify {

namespace {

constexpr double logs_decide = 0.5;

}  // namespace

diagnostic::Findings check_prior(const robot::Robot& robot, Settings& settings) {
  if (!settings.prior) return {};
  if (robot.meaning == robot::Meaning::base)
    return {diagnostic::error(
        whole_log(robot.name), "prior-base",
        fmt::format("the file of '{}' has base parameters: combinations, not bodies that could hold a fit", robot.name),
        "a description with real masses and inertias, from CAD or a data sheet, or the bodies of an identification "
        "(NAME.identified.toml); without --prior this file does")};
  const PhysicalOptions limits;
  const PossiblePrior prior = possible_prior(robot, limits.smallest_mass, limits.smallest_radius);
  if (!prior.has_mass) {
    settings.prior.reset();
    return {diagnostic::warning(
        whole_log(robot.name), "prior-empty",
        fmt::format("the file of '{}' has no masses: it cannot hold a fit, and none is held", robot.name),
        "a description with masses and inertias, from CAD or a data sheet")};
  }
  if (prior.replaced.empty()) return {};
  std::string names;
  for (const std::string& link : prior.replaced) names += (names.empty() ? "'" : ", '") + link + "'";
  return {
      diagnostic::warning(whole_log(robot.name), "prior-impossible",
                          fmt::format("no body can have the mass and inertia that the file has for {}: how far a "
                                      "fit is from it is measured there by a ball",
                                      names),
                          "tauforge check names what is wrong, with --repair it writes the nearest possible robot")};
}

void keep_prior(const PriorMetric& metric, const FullModel& full, const Settings& settings, Identification& result) {
  result.prior = {full.regularisation.strength, metric.scales(), {}, metric.replaced()};
  for (const FrictionShape& shape : full.friction)
    result.prior.friction_scales.push_back(metric.scale_of(friction_column(
        metric.robot(), static_cast<Index>(result.prior.friction_scales.size()), shape, FrictionPart::level)));
  const ShareOfLogs shares = share_of_logs(stacked(full.settled.rows.all, full.fit.columns, full.fit.weights), full.fit,
                                           *full.regularisation.solver.pull);
  const double limit =
      student_limit(settings.confidence, std::max<double>(1.0, static_cast<double>(result.blocks) - 1.0));
  std::size_t held = 0;
  for (std::size_t c = 0; c < full.fit.columns.size(); ++c) {
    Estimate& e = result.estimates[c];
    e.share_of_logs = shares.share[static_cast<Eigen::Index>(c)];
    if (e.share_of_logs < logs_decide) {
      e.from_file = true;
      e.all_deviation = e.interval.upper = HUGE_VAL, e.interval.lower = -HUGE_VAL;
      result.refusals.push_back(
          {e.name, e.all,
           fmt::format("held by the file, which has {:.4g}: the logs have a share of {:.0f} % in it", e.described,
                       100.0 * e.share_of_logs)});
      ++held;
      continue;
    }
    e.all_deviation = std::hypot(e.all_deviation, shares.deviation[static_cast<Eigen::Index>(c)]);
    const bool ends_at_zero = e.interval.lower == 0.0;
    e.interval = {e.all - limit * e.all_deviation, e.all + limit * e.all_deviation};
    if (ends_at_zero) e.interval.lower = std::max(0.0, e.interval.lower);
  }
  result.reasons.push_back(
      fmt::format("prior: {} of {} numbers are held by the robot's file; the logs have a share of "
                  "{:.1f} in all of them together",
                  held, full.fit.columns.size(), shares.all));
}

void mark_held(Identification& result) {
  for (TorqueModel* model : {&result.full, &result.model})
    for (std::size_t c = 0; c < model->columns.size(); ++c)
      for (const Estimate& e : result.estimates)
        if (e.name.name == model->columns[c].name.name && e.from_file) model->fitted[c] = false;
}

}  // namespace tauforge::identify
