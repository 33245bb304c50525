#include "tauforge/compiler/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "tauforge/compiler/search_coefficients.h"
#include "tauforge/compiler/trace.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/plan_space.h"
#include "tauforge/expression/expr.h"

namespace tauforge::compiler {

namespace {

using dynamics::at;
using dynamics::Factoring;
using dynamics::LinkForm;
using dynamics::LinkFrame;
using dynamics::Plan;
using dynamics::Turning;
using expression::Expr;
using robot::Index;

constexpr LinkForm all_forms[] = {LinkForm::pseudo_inertia, LinkForm::mixed, LinkForm::products};
constexpr Factoring all_factorings[] = {Factoring::never, Factoring::at_leaves, Factoring::always};

class Search {
 public:
  Search(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
         const SearchOptions& options)
      : tree_(tree), par_(par), function_(function), options_(options), choices_(dynamics::link_choices(tree, par)) {}

  SearchResult run() {
    std::vector<Scored> starts;
    for (const Plan& slid : slide_variants())
      for (const Plan& framed : frame_variants(slid)) {
        if (!starts.empty() && spent()) break;
        starts.push_back({cost(framed), framed});
      }
    std::stable_sort(starts.begin(), starts.end(), [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
    // every start is improved by single changes until none helps; the best of all is the answer
    Scored best = starts.front();
    for (const Scored& start : diverse(starts)) {
      const Scored found = improve(start);
      if (found.cost < best.cost) best = found;
      if (spent()) break;
    }
    SearchResult result{best.plan, {}, evaluations_};
    result.operations = count(trace(best.plan), expression::rule_customised);
    return result;
  }

 private:
  struct Scored {
    int cost;
    Plan plan;
  };

  bool spent() const { return evaluations_ >= options_.evaluations; }

  expression::Program trace(const Plan& plan) const {
    return trace_planned(record(tree_, par_, "planned"), function_, plan);
  }

  int cost(const Plan& plan) {
    ++evaluations_;
    return count(trace(plan), expression::rule_customised).total();
  }

  // Slides in all combinations that differ in their offsets, on regrouped parameters.
  std::vector<Plan> slide_variants() {
    Plan plain;
    plain.link.resize(at(tree_.size()));
    for (Index i : tree_.base_to_tip()) {
      plain.link[at(i)].joins_run = choices_[at(i)].may_join_run;
      plain.link[at(i)].axisymmetric_tail = choices_[at(i)].may_be_tail;
      plain.link[at(i)].rotor_in_moment = choices_[at(i)].may_hold_rotor;
    }
    plain.gauge = dynamics::regrouping(tree_);
    std::vector<Plan> variants{plain};
    constexpr std::size_t most = 64;
    for (Index i : tree_.base_to_tip()) {
      std::vector<Plan> next;
      std::set<std::vector<double>> seen;
      for (const Plan& plan : variants)
        for (const auto slide : choices_[at(i)].slides) {
          Plan slid = plan;
          slid.link[at(i)].slide = slide;
          if (seen.insert(dynamics::offsets(tree_, slid, par_)).second && next.size() < most) next.push_back(slid);
        }
      variants = next;
    }
    return variants;
  }

  // Which runs are written before their joints turn, and one form for all links.
  std::vector<Plan> frame_variants(const Plan& slid) {
    std::vector<Plan> variants;
    std::vector<Index> heads;
    for (Index i : tree_.base_to_tip())
      if (tree_.has_parent(i) && choices_[at(i)].may_be_before && !slid.link[at(i)].joins_run) heads.push_back(i);
    const std::size_t masks = heads.size() > 8 ? heads.size() + 1 : std::size_t{1} << heads.size();
    for (std::size_t mask = 0; mask < masks; ++mask)
      for (const LinkForm form : all_forms) {
        Plan plan = slid;
        for (std::size_t k = 0; k < heads.size(); ++k) {
          const bool before = heads.size() > 8 ? mask == k + 1 : (mask >> k) & 1;
          plan.link[at(heads[k])].frame = before ? LinkFrame::before : LinkFrame::own;
        }
        for (auto& link : plan.link) link.form = form, link.turning = Turning::column;
        if (const auto units = dynamics::unit_lengths(tree_, plan, par_); !units.empty() && tree_.all_revolute())
          plan.unit = units[0];
        variants.push_back(std::move(plan));
      }
    return variants;
  }

  // The best few, and the best of every way to slide.
  static std::vector<Scored> diverse(const std::vector<Scored>& sorted) {
    std::vector<Scored> chosen(sorted.begin(),
                               sorted.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(4, sorted.size())));
    std::vector<std::pair<std::vector<dynamics::Slide>, LinkForm>> seen;
    for (const Scored& candidate : sorted) {
      std::vector<dynamics::Slide> slides;
      for (const auto& link : candidate.plan.link) slides.push_back(link.slide);
      const std::pair key{slides, candidate.plan.link[0].form};
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
      seen.push_back(key);
      chosen.push_back(candidate);
      if (chosen.size() >= 12) break;
    }
    return chosen;
  }

  // Takes a changed plan when it is cheaper.
  bool take_if_cheaper(Scored& best, Plan changed) {
    dynamics::take_back_impossible(tree_, choices_, changed);
    if (spent() || changed == best.plan) return false;
    const int changed_cost = cost(changed);
    if (changed_cost >= best.cost) return false;
    best = {changed_cost, changed};
    return true;
  }

  Scored improve(Scored best) {
    for (bool better = true; better && !spent();) {
      better = false;
      for (Index i : tree_.base_to_tip()) {
        const auto with = [&](auto change) {
          Plan plan = best.plan;
          change(plan.link[at(i)]);
          better = take_if_cheaper(best, plan) || better;
        };
        for (const LinkForm form : all_forms)
          if (best.plan.link[at(i)].form != form) with([&](auto& link) { link.form = form; });
        for (const Factoring factoring : all_factorings)
          if (best.plan.link[at(i)].factoring != factoring) with([&](auto& link) { link.factoring = factoring; });
        if (choices_[at(i)].may_be_before)
          with([](auto& link) { link.frame = link.frame == LinkFrame::own ? LinkFrame::before : LinkFrame::own; });
        with([](auto& link) { link.shares_squares = !link.shares_squares; });
        with([](auto& link) {
          link.turning = link.turning == Turning::column ? Turning::acceleration : Turning::column;
        });
        if (choices_[at(i)].may_join_run) with([](auto& link) { link.joins_run = !link.joins_run; });
      }
      if (tree_.all_revolute())
        for (const auto& unit : dynamics::unit_lengths(tree_, best.plan, par_)) {
          Plan plan = best.plan;
          plan.unit = unit;
          better = take_if_cheaper(best, plan) || better;
        }
      for (Index i : tree_.base_to_tip())
        for (const auto& move : dynamics::possible_moves(tree_, best.plan, par_, i)) {
          Plan plan = best.plan;
          plan.gauge.push_back(move);
          better = take_if_cheaper(best, plan) || better;
        }
    }
    return best;
  }

  const robot::Tree& tree_;
  const robot::Parameters<double>& par_;
  PlannedFunction function_;
  SearchOptions options_;
  std::vector<dynamics::LinkChoices> choices_;
  int evaluations_ = 0;
};

expression::Program trace_coefficients(Recording r, bool with_gravity, const Plan& plan) {
  const std::size_t n = at(r.tree.size());
  std::vector<Expr> D(n * n), DI(n), upper;
  dynamics::PlannedCompositeBodyWorkspace<Expr> workspace;
  dynamics::planned_composite_body<Expr>(r.tree, plan, r.parameters, r.state.q, workspace, D, DI);
  for (std::size_t i = 0; i < n; ++i) upper.insert(upper.end(), D.data() + i * n + i, D.data() + (i + 1) * n);
  r.program.add_output("D", upper, "upper triangle of the mass matrix, row by row [kg m^2, kg m or kg]");
  if (with_gravity) r.program.add_output("DI", DI, "gravity torques [N m or N]");
  return std::move(r.program);
}

}  // namespace

expression::Program trace_planned(Recording r, PlannedFunction function, const Plan& plan) {
  if (function == PlannedFunction::coefficients || function == PlannedFunction::mass_matrix)
    return trace_coefficients(std::move(r), function == PlannedFunction::coefficients, plan);
  if (function != PlannedFunction::inverse_dynamics) {
    for (Expr& qdd : r.state.qdd) qdd = Expr(0.0);
    r.state.base.acceleration = {};
  }
  if (function == PlannedFunction::velocity_torque) r.parameters.gravity = {};
  dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
  std::vector<Expr> tau(at(dynamics::base_rows(r.tree) + r.tree.size()));
  dynamics::planned_newton_euler<Expr>(r.tree, plan, r.parameters, r.state, workspace, tau);
  r.program.add_output("tau", tau, "joint torques [N m or N]");
  return std::move(r.program);
}

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par, PlannedFunction function,
                         const SearchOptions& options) {
  if (function == PlannedFunction::coefficients || function == PlannedFunction::mass_matrix)
    return search_coefficients(tree, par, function, options);
  return Search(tree, par, function, options).run();
}

}  // namespace tauforge::compiler
