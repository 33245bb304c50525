#include "tauforge/explicit_model/derivation.h"

#include <fmt/format.h>

#include "tauforge/explicit_model/armstrong_constants.h"
#include "tauforge/explicit_model/definite.h"
#include "tauforge/explicit_model/rounding.h"

namespace tauforge::explicit_model {

namespace {

constexpr double unseen_share = 1e-4;   // of the largest torque: what rounding may cost where nothing was dropped
constexpr double rounding_share = 0.1;  // of the error that dropping makes

std::vector<double> shares(const std::vector<double>& torques, double share) {
  std::vector<double> result;
  for (const double torque : torques) result.push_back(share * torque);
  return result;
}

// Constants as printed, and what that does: less than the sum of what each does.
void round_constants(Derivation& d, const OperatingRange& range, const Alive& alive) {
  d.constants = rounded_constants(d.model, d.complete, range, shares(d.torques, unseen_share));
  const auto printed = with_constants(d.model, d.complete, d.constants);
  d.rounding = certificate(d.model, d.complete, printed, range, d.torques,
                           {.mesh_points = 0, .cells = 0, .starts = 4, .alive = alive});
}

std::vector<Element> rounded_abbreviation(const Derivation& d, const std::vector<Element>& abbreviated,
                                          const OperatingRange& range, const Alive& alive) {
  const std::vector<Waves> dropped = difference(d.complete, abbreviated);
  std::vector<double> allowed;
  for (int i = 0; i < d.model.n; ++i) {
    const TorquePolynomial error(d.complete, dropped, i, range);
    const double found =
        largest(error, d.model.revolute, {.mesh_points = 0, .cells = 0, .starts = 4, .alive = alive}).found;
    const double torque = d.torques[static_cast<std::size_t>(i)];
    constexpr double nothing = 1e-12;
    allowed.push_back(found > nothing * torque ? rounding_share * found : unseen_share * torque);
  }
  return rounded(abbreviated, range, allowed);
}

diagnostic::Result<Abbreviation> abbreviation(const Derivation& d, const DerivationOptions& options,
                                              const OperatingRange& range) {
  if (options.rule == Rule::paper) return abbreviate(d.model, d.complete, range, *options.share);
  Abbreviation result;
  result.rule = Rule::value;
  ByValue chosen;
  if (options.budget) {
    auto best = best_within(d.model, d.complete, range, d.torques, *options.budget, options.certificate.alive);
    if (!best)
      return diagnostic::Findings{diagnostic::error(
          {}, "budget-too-small",
          fmt::format("no model of robot '{}' needs at most {} operations", d.model.robot, *options.budget),
          "even with every torque wrong by as much as it is large; the full model needs " +
              std::to_string(d.calculations.whole.total()))};
    result.share = best->share, chosen = std::move(best->model);
  } else {
    result.share = *options.share;
    const auto errors = options.errors.empty() ? shares(d.torques, result.share) : options.errors;
    chosen = cheapest_within(d.model, d.complete, range, errors, options.certificate.alive);
  }
  result.elements = std::move(chosen.elements);
  result.considered = chosen.terms, result.dropped = chosen.dropped;
  return result;
}

// What terms share is lost with some of them: the rest may cost more than all of them did.
void keep_all_if_dearer(Derivation& d, const OperatingRange& range, const Alive& alive) {
  const int left = d.abbreviated->whole.total();
  if (left <= d.calculations.whole.total()) return;
  Abbreviation& a = *d.abbreviation;
  a.dearer = left, a.dropped = 0, a.elements = d.complete;
  for (TermSize& term : a.terms) term.kept = true;
  d.printed = rounded_abbreviation(d, a.elements, range, alive);
  d.abbreviated = calculations(d.model, d.printed);
}

std::vector<TradePoint> trade_off(const Derivation& d, const OperatingRange& range, const CertificateOptions& options) {
  std::vector<TradePoint> points;
  for (const double share : {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2}) {
    const ByValue model = cheapest_within(d.model, d.complete, range, shares(d.torques, share), options.alive);
    const std::vector<Element> printed = rounded_abbreviation(d, model.elements, range, options.alive);
    TradePoint point{share, operations_of(d.model, printed), model.dropped, {}};
    for (const auto& joint : certificate(d.model, d.complete, printed, range, d.torques, options).joints)
      point.bounds.push_back(joint.bound);
    if (!points.empty() && points.back().operations < point.operations) {  // what a smaller error allows will do
      point = points.back();
      point.allowed = share;
    }
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace

diagnostic::Result<Derivation> derivation(const robot::Robot& robot, const DerivationOptions& options,
                                          const robot::Description* description,
                                          const robot::AssembleOptions& assemble) {
  const Alive& alive = options.certificate.alive;
  const auto tell = [&](const char* what) {
    if (options.told) options.told(what);
    ask(alive);
  };
  tell("deriving the closed form");
  auto model = derive(robot, options.derive);
  if (!model.ok()) return model.findings();
  Derivation result;
  result.model = model.take();
  result.symbolic = options.derive.symbolic, result.payload = options.derive.payload;
  if (description)
    add_tolerances(*description, assemble, {options.derive.symbolic, options.derive.payload}, result.model,
                   options.together);
  result.paper_names = armstrong_names(robot, result.model.constants);
  tell("counting operations");
  result.complete = elements(result.model);
  result.calculations = calculations(result.model, result.complete);
  const OperatingRange range = operating_range(robot, options.operating);
  tell("searching the largest torques");
  result.torques = largest_torques(result.model, result.complete, range, alive);
  tell("rounding constants");
  round_constants(result, range, alive);
  if (options.trade_off) tell("trading errors for operations");
  if (options.trade_off) result.trade_off = trade_off(result, range, options.certificate);
  if (!options.share && !options.budget) return result;
  tell("abbreviating");
  auto chosen = abbreviation(result, options, range);
  if (!chosen.ok()) return chosen.findings();
  result.abbreviation = chosen.take();
  result.printed = rounded_abbreviation(result, result.abbreviation->elements, range, alive);
  result.abbreviated = calculations(result.model, result.printed);
  keep_all_if_dearer(result, range, alive);
  tell("certifying the abbreviation");
  result.certificate =
      certificate(result.model, result.complete, result.printed, range, result.torques, options.certificate);
  result.not_definite = why_not_definite(result.model, result.printed, range);
  return result;
}

}  // namespace tauforge::explicit_model
