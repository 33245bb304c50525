#include "tauforge/compiler/plan_starts.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/planned/plan_fits.h"
#include "tauforge/dynamics/state.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;

// What the search itself would not propose under these options.
bool is_allowed(const Plan& plan, const robot::Tree& tree, const SearchOptions& options) {
  if (options.is_limb && !(plan.unit == dynamics::UnitLength{})) return false;
  if (!options.gravity_is_fixed && plan.unit.joint == dynamics::UnitLength::of_gravity) return false;
  for (const auto& link : plan.link)
    if (!options.aligned && link.alignment != dynamics::Alignment::none) return false;
  for (const auto& move : plan.gauge)
    if (options.is_limb && !tree.has_parent(move.joint) && move.of == dynamics::GaugeMove::Of::parent) return false;
  return true;
}

std::vector<double> results(const expression::Program& program, std::mt19937 random) {
  std::vector<double> inputs;
  for (const auto& argument : program.arguments)
    for (std::size_t k = 0; k < argument.nodes.size(); ++k)
      inputs.push_back(4.0 * static_cast<double>(random()) / 4294967296.0 - 2.0);
  return evaluate(program, inputs);
}

// A net: numbers of another robot may make constants so large that they lose digits.
bool holds(const Plan& plan, const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function) {
  Plan plain;
  plain.link.resize(plan.link.size());
  const auto program_of = [&](const Plan& p) { return record_planned(literal_robot(tree, par, "start"), function, p); };
  const expression::Program planned = program_of(plan), expected = program_of(plain);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const std::vector<double> got = results(planned, std::mt19937(seed)),
                              wanted = results(expected, std::mt19937(seed));
    double size = 0.0;
    for (const double value : wanted) size = std::max(size, std::abs(value));
    for (std::size_t i = 0; i < got.size(); ++i)
      if (!(std::abs(got[i] - wanted[i]) <= 1e-11 * size)) return false;  // not even where NaN
  }
  return true;
}

}  // namespace

std::vector<Plan> usable_starts(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                                const SearchOptions& options) {
  std::vector<Plan> usable;
  for (const Plan& plan : options.starts)
    if (dynamics::fits(tree, par, plan) && is_allowed(plan, tree, options) && holds(plan, tree, par, function))
      usable.push_back(plan);
  return usable;
}

}  // namespace tauforge::compiler
