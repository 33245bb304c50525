#include "tauforge/compiler/ablation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/compiler/record_call.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/functions/instances.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

using dynamics::LinkPlan;
using dynamics::Plan;

Ablation ablation(const robot::Robot& robot, const Request& request, PlannedFunction function, const Plan& plan) {
  const robot::Robot generic = with_generic_inputs(robot, request);
  const auto choices = dynamics::link_choices(generic.tree, generic.parameters);
  const auto program_of = [&](Plan changed) {
    dynamics::take_back_impossible(generic.tree, choices, changed);
    return record_planned(literal_robot(generic.tree, generic.parameters, "ablation"), function, changed);
  };
  const auto cost = [](const expression::Program& program) {
    return count(program, expression::rule_customised).total();
  };
  Ablation result;
  Plan nothing;
  nothing.link.resize(plan.link.size());
  for (auto& link : nothing.link) link.form = dynamics::LinkForm::products, link.factoring = dynamics::Factoring::never;
  result.plain = cost(program_of(nothing));
  const expression::Program planned = program_of(plan);
  result.planned = cost(planned);
  result.factored = cost(passes::factor_sums(planned));

  const auto without = [&](const char* choice, const std::function<void(Plan&)>& take_back) {
    Plan changed = plan;
    take_back(changed);
    result.rows.push_back({choice, cost(passes::factor_sums(program_of(changed)))});
  };
  const auto for_links = [](auto change) {
    return [change](Plan& p) {
      for (LinkPlan& link : p.link) change(link);
    };
  };
  without("moments moved along joint axes (base parameters)", [](Plan& p) { p.gauge.clear(); });
  without("the searched gauge instead of the usual regrouping",
          [&](Plan& p) { p.gauge = dynamics::regrouping(generic.tree); });
  without("origins slid along axes", for_links([](LinkPlan& l) { l.slide = dynamics::Slide::none; }));
  without("a link length as unit", [](Plan& p) { p.unit = {}; });
  without("sums of angles of parallel axes", for_links([](LinkPlan& l) { l.joins_run = false; }));
  without("links written before their joint turns", for_links([](LinkPlan& l) { l.frame = dynamics::LinkFrame::own; }));
  without("pseudo-inertia form", for_links([](LinkPlan& l) { l.form = dynamics::LinkForm::products; }));
  without("w_z + qd taken out", for_links([](LinkPlan& l) { l.factoring = dynamics::Factoring::never; }));
  without("shared squares", for_links([](LinkPlan& l) { l.shares_squares = false; }));
  without("axisymmetric last link never turned", for_links([](LinkPlan& l) { l.axisymmetric_tail = false; }));
  return result;
}

std::vector<double> torque_difference(const robot::Robot& one, const robot::Robot& other) {
  const robot::Index nv = one.tree.nv();
  std::vector<double> difference(nv, 0.0), largest(nv, 0.0);
  std::mt19937 random(1);
  functions::Computation<double> first(one.tree, one.parameters), second(other.tree, other.parameters);
  for (int k = 0; k < 2000; ++k) {
    const auto numbers = [&](robot::Index size, double bound) {
      std::vector<double> values;
      for (robot::Index i = 0; i < size; ++i)
        values.push_back(bound * (2.0 * (static_cast<double>(random()) / 4294967296.0) - 1.0));
      return values;
    };
    auto q = numbers(dynamics::position_count(one.tree), 3.14159265358979323846);
    if (one.tree.floating) {
      const double length = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
      for (std::size_t e = 3; e < 7; ++e) q[e] /= length;
    }
    const auto qd = numbers(nv, 2.0), qdd = numbers(nv, 5.0);
    const auto a = first(Function::inverse_dynamics, {q, qd, qdd}),
               b = second(Function::inverse_dynamics, {q, qd, qdd});
    for (std::size_t i = 0; i < a.size(); ++i) {
      difference[i] = std::max(difference[i], std::abs(a[i] - b[i]));
      largest[i] = std::max(largest[i], std::abs(a[i]));
    }
  }
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] = largest[i] > 0 ? difference[i] / largest[i] : 0.0;
  return difference;
}

}  // namespace tauforge::compiler
