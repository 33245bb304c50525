#include "tauforge/compiler/search.h"

#include <utility>

#include "tauforge/compiler/plan_search.h"
#include "tauforge/compiler/search_limbs.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/expression/expr.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;
using expression::Expr;

expression::Program trace_composites(Recording r, PlannedFunction function, const Plan& plan) {
  const std::size_t n = dynamics::base_rows(r.tree) + r.tree.size();
  std::vector<Expr> D(n * n), DI(n), upper;
  dynamics::PlannedCompositeBodyWorkspace<Expr> workspace;
  dynamics::planned_composite_body<Expr>(r.tree, plan, r.parameters, r.state, workspace, D, DI);
  for (std::size_t i = 0; i < n; ++i) upper.insert(upper.end(), D.data() + i * n + i, D.data() + (i + 1) * n);
  if (function != PlannedFunction::gravity)
    r.program.add_output("D", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m or kg]");
  if (function != PlannedFunction::mass_matrix) r.program.add_output("DI", DI, "gravity torques [N m or N]");
  return std::move(r.program);
}

}  // namespace

expression::Program trace_planned(Recording r, PlannedFunction function, const Plan& plan) {
  if (is_of_composites(function)) return trace_composites(std::move(r), function, plan);
  if (function != PlannedFunction::inverse_dynamics) {
    for (Expr& qdd : r.state.qdd) qdd = Expr(0.0);
    r.state.base.acceleration = {};
  }
  if (function == PlannedFunction::velocity_torque) r.parameters.gravity = {};
  dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(dynamics::base_rows(r.tree) + r.tree.size());
  dynamics::planned_newton_euler<Expr>(r.tree, plan, r.parameters, r.state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                         const SearchOptions& options) {
  const bool by_limbs = is_of_composites(function) && has_limbs(tree);
  return by_limbs ? search_limbs(tree, par, function, options) : search_whole(tree, par, function, options);
}

}  // namespace tauforge::compiler
