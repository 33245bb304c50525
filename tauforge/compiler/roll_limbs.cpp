#include "tauforge/compiler/roll_limbs.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "tauforge/compiler/factor_program.h"
#include "tauforge/compiler/limb_numbers.h"
#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/planned/plan_space.h"
#include "tauforge/dynamics/planned/trunk_and_limbs.h"
#include "tauforge/expression/copy.h"
#include "tauforge/functions/instances.h"
#include "tauforge/passes/late_terms_last.h"
#include "tauforge/passes/split_by_binding_time.h"

namespace tauforge::compiler {

namespace {

using dynamics::Plan;
using expression::Binding;
using expression::Expr;
using expression::Program;
using robot::Index;
using robot::Part;

Plan plain_plan(const robot::Tree& tree) {
  Plan plan;
  plan.link.resize(tree.size());
  return plan;
}

// What of the state the function reads, and what it leaves out.
struct Purpose {
  Function function;
  PlannedFunction planned;
  const char* result;
  bool velocity, acceleration, gravity, friction;
};

constexpr Purpose purposes[] = {
    {Function::inverse_dynamics, PlannedFunction::inverse_dynamics, "tau", true, true, true, true},
    {Function::bias, PlannedFunction::bias, "b", true, false, true, true},
    {Function::velocity_torque, PlannedFunction::velocity_torque, "h", true, false, false, false},
    {Function::gravity, PlannedFunction::bias, "g", false, false, true, false},
};

std::optional<Purpose> purpose_of(Function function) {
  for (const Purpose& purpose : purposes)
    if (purpose.function == function) return purpose;
  return std::nullopt;
}

class Roller {
 public:
  Roller(const robot::Robot& robot, const Request& request, Function function, const Purpose& purpose,
         const SearchWatch& watch)
      : robot_(robot),
        request_(request),
        function_(function),
        watch_(watch),
        purpose_(purpose),
        par_(robot.parameters),
        split_(split_limbs(robot.tree)),
        trunk_(tree_of(robot.tree, split_.trunk)) {
    if (!purpose.gravity) par_.gravity = {};
    trunk_par_ = robot::parameters_of(par_, split_.trunk);
  }

  std::optional<emit::RolledFunction> run() {
    if (split_.groups.empty()) return std::nullopt;
    first_position_ = robot_.tree.floating ? 7 : 0, first_velocity_ = dynamics::base_rows(robot_.tree);
    rolled_.first = {
        {"q", first_position_}, {"qd", first_velocity_}, {"qdd", first_velocity_}, {purpose_.result, first_velocity_}};
    rolled_.groups.resize(split_.groups.size());
    for (const robot::LimbGroup& group : split_.groups) limbs_.push_back(planned(group));
    Program trunk = recorded_trunk(trunk_plan(), motion_);
    for (std::size_t g = 0; g < limbs_.size(); ++g) add_group(g, trunk);
    add_trunk(trunk);
    if (!agrees()) return std::nullopt;
    return std::move(rolled_);
  }

 private:
  // A group with its plan and what the plan made of each limb's numbers.
  struct Limbs {
    robot::Tree tree;
    Index carrier;  // in the trunk
    Plan plan;
    std::vector<dynamics::PartNumbers<double>> numbers;
  };
  struct Arrays {
    std::vector<Expr> q, qd, qdd;
  };

  bool moves(Index carrier) const { return robot_.tree.floating || carrier != robot::Tree::base; }

  // The function's arguments, each of so many elements.
  Arrays add_arguments(Program& program, Index positions, Index velocities, Binding binding) const {
    Arrays arrays;
    arrays.q = program.add_argument("q", positions, binding, "");
    if (purpose_.velocity) arrays.qd = program.add_argument("qd", velocities, binding, "");
    if (purpose_.acceleration) arrays.qdd = program.add_argument("qdd", velocities, binding, "");
    return arrays;
  }

  // 1
  Limbs planned(const robot::LimbGroup& group) {
    Limbs limbs{tree_of(robot_.tree, group.limbs[0]), robot::index_in(split_.trunk, group.carrier), {}, {}};
    limbs.tree.floating = moves(group.carrier);
    std::vector<robot::Parameters<double>> parameters;
    for (const Part& limb : group.limbs) {
      parameters.push_back(robot::parameters_of(par_, limb));
      parameters.back().base = {};
      if (limbs.tree.floating) parameters.back().gravity = {};
    }
    // on a carrier with an inertia of its own, so that the search knows that more of it costs nothing
    robot::Parameters<double> first = parameters[0];
    first.base = limbs.carrier == robot::Tree::base ? par_.base : trunk_par_.body[limbs.carrier];
    Plan plan = search_plan(limbs.tree, first, purpose_.planned, search_options(false)).plan;
    std::erase_if(plan.gauge, [&](const dynamics::GaugeMove& move) {  // such an entry is the carrier's business
      return move.of == dynamics::GaugeMove::Of::parent && !limbs.tree.has_parent(move.joint);
    });
    for (const auto& par : parameters) {  // what the numbers of the first limb allow, those of another may not
      dynamics::take_back_impossible(limbs.tree, dynamics::link_choices(limbs.tree, par), plan);
      dynamics::take_back_undefined(limbs.tree, par, plan);
    }
    limbs.plan = cheapest_that_holds(limbs.tree, plan, parameters);
    for (const auto& par : parameters) {
      limbs.numbers.push_back(dynamics::limb_numbers<double>(limbs.tree, limbs.plan, par));
      auto& carrier = limbs.carrier == robot::Tree::base ? trunk_par_.base : trunk_par_.body[limbs.carrier];
      carrier = carrier + dynamics::taken_from_base(limbs.numbers.back());
    }
    return limbs;
  }

  SearchOptions search_options(bool aligned) const {
    SearchOptions options;
    options.evaluations = request_.evaluations;
    options.gravity_is_fixed = true, options.aligned = aligned;
    options.watch = watch_;
    return options;
  }

  static Plan cheapest_that_holds(const robot::Tree& tree, Plan plan,
                                  const std::vector<robot::Parameters<double>>& parameters) {
    if (holds(tree, plan, parameters)) return plan;
    plan.unit = {};
    return holds(tree, plan, parameters) ? plan : plain_plan(tree);
  }

  // Whether a plan says the same of each as the plain one does: a net under what was taken back.
  static bool holds(const robot::Tree& tree, const Plan& plan,
                    const std::vector<robot::Parameters<double>>& parameters) {
    std::mt19937 random(1);
    for (const auto& par : parameters)
      for (int k = 0; k < 3; ++k) {
        const auto n = tree.size();
        const auto x = dynamics::limb_state<double>(
            {random_numbers(random, n), random_numbers(random, n), random_numbers(random, n)},
            random_numbers(random, 9));
        const auto torque = [&](const Plan& p) {
          dynamics::PlannedNewtonEulerWorkspace<double> workspace;
          const auto numbers = dynamics::part_numbers<double>(tree, p, par);
          return dynamics::part_torque<double>(tree, p, numbers, x, true, workspace);
        };
        if (!close(torque(plan), torque(plain_plan(tree)))) return false;
      }
    return true;
  }

  static std::vector<double> random_numbers(std::mt19937& random, std::size_t n) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(4.0 * static_cast<double>(random()) / 4294967296.0 - 2.0);
    return values;
  }

  static bool close(const std::vector<double>& got, const std::vector<double>& expected) {
    double size = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!std::isfinite(got[i])) return false;
      size = std::max(size, std::abs(expected[i]));
      largest = std::max(largest, std::abs(got[i] - expected[i]));
    }
    return largest <= 1e-10 * size;
  }

  Plan trunk_plan() const {
    std::vector<Plan> plans;
    if (trunk_.size() > 0) {
      Plan plan = search_plan(trunk_, trunk_par_, purpose_.planned, search_options(true)).plan;
      for (const Limbs& limbs : limbs_) dynamics::keep_frame(limbs.carrier, plan);
      dynamics::take_back_impossible(trunk_, dynamics::link_choices(trunk_, trunk_par_), plan);
      dynamics::take_back_undefined(trunk_, trunk_par_, plan);
      plans.push_back(cheapest_that_holds(trunk_, plan, {trunk_par_}));
    } else {
      plans.push_back(plain_plan(trunk_));
    }
    using dynamics::LinkForm;
    for (const LinkForm form : {LinkForm::pseudo_inertia, LinkForm::mixed, LinkForm::products}) {
      plans.push_back(plans[0]);
      plans.back().base_form = form;
    }
    const auto cost = [&](const Plan& plan) {
      std::vector<std::vector<Expr>> motion;
      return count(recorded_trunk(plan, motion), expression::rule_customised).total();
    };
    return *std::min_element(plans.begin(), plans.end(),
                             [&](const Plan& a, const Plan& b) { return cost(a) < cost(b); });
  }

  // The trunk with the wrenches of the limbs, and the motion of their carriers.
  Program recorded_trunk(const Plan& plan, std::vector<std::vector<Expr>>& motion) const {
    const robot::Tree& tree = robot_.tree;
    Program program;
    program.name = "trunk";
    const Arrays arrays = add_arguments(program, dynamics::position_count(tree), tree.nv(), Binding::slow);
    const auto of_robot = dynamics::state_of<Expr>(tree, arrays.q, arrays.qd, arrays.qdd);
    dynamics::State<Expr> x;
    x.base = of_robot.base;
    for (const Index i : split_.trunk) {
      x.q.push_back(of_robot.q[i]);
      x.qd.push_back(of_robot.qd[i]);
      x.qdd.push_back(of_robot.qdd[i]);
    }
    for (std::size_t g = 0; g < limbs_.size(); ++g)
      if (moves(limbs_[g].carrier)) {
        const auto wrench = program.add_argument(wrench_array(rolled_, g), 6, Binding::fast, "");
        dynamics::add_limb_wrench<Expr>(trunk_, limbs_[g].carrier, wrench, x);
      }
    const auto numbers = dynamics::converted<Expr>(dynamics::part_numbers<double>(trunk_, plan, trunk_par_),
                                                   [](double v) { return Expr(v); });
    dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
    program.add_output(purpose_.result,
                       dynamics::part_torque<Expr>(trunk_, plan, numbers, x, purpose_.friction, workspace), "");
    for (const Limbs& limbs : limbs_)
      motion.push_back(moves(limbs.carrier) ? dynamics::carrier_motion<Expr>(workspace, limbs.carrier)
                                            : std::vector<Expr>{});
    return program;
  }

  // 2
  Program recorded_limb(const Limbs& limbs, const std::vector<Expr>& motion_of_carrier,
                        std::vector<PerLimb>& numbers) const {
    std::vector<PerLimb> values;
    for (const auto& limb : limbs.numbers) {
      std::size_t k = 0;
      dynamics::converted<double>(limb, [&](double v) {
        if (values.size() == k) values.emplace_back();
        values[k++].push_back(v);
        return v;
      });
    }
    for (const PerLimb& v : values)
      if (!is_uniform(v)) numbers.push_back(v);
    Program program;
    program.name = "limb";
    const auto symbols = program.add_argument("number", static_cast<int>(numbers.size()), Binding::setup, "");
    auto motion = program.add_argument("base", static_cast<int>(motion_of_carrier.size()), Binding::slow, "");
    for (std::size_t k = 0; k < motion.size(); ++k)
      if (motion_of_carrier[k].is_literal()) motion[k] = motion_of_carrier[k];  // what is a number stays one
    const Index n = limbs.tree.size();
    Arrays arrays = add_arguments(program, n, n, Binding::fast);
    for (auto* absent : {&arrays.qd, &arrays.qdd}) absent->resize(n, Expr(0.0));
    std::size_t k = 0, symbol = 0;
    const auto parameters = dynamics::converted<Expr>(
        limbs.numbers[0], [&](double v) { return is_uniform(values[k++]) ? Expr(v) : symbols[symbol++]; });
    dynamics::PlannedNewtonEulerWorkspace<Expr> workspace;
    const auto rows = dynamics::part_torque<Expr>(limbs.tree, limbs.plan, parameters,
                                                  dynamics::limb_state<Expr>({arrays.q, arrays.qd, arrays.qdd}, motion),
                                                  purpose_.friction, workspace);
    const auto joints = rows.begin() + dynamics::base_rows(limbs.tree);
    program.add_output(purpose_.result, {joints, rows.end()}, "");
    if (limbs.tree.floating) program.add_output("wrench", {rows.begin(), joints}, "");
    return program;
  }

  void add_group(std::size_t g, Program& trunk) {
    emit::RolledLimbs& group = rolled_.groups[g];
    Program program = recorded_limb(limbs_[g], motion_[g], group.numbers);
    program = without_numbers(program, group.numbers);  // 3
    factor(program);                                    // 4
    program = without_numbers(program, group.numbers);
    group.program = after_base(program, g, trunk);  // 5
    const auto& limbs = split_.groups[g].limbs;
    for (std::size_t j = 0; j < limbs[0].size(); ++j) {
      group.joints.emplace_back();
      for (const Part& limb : limbs) group.joints.back().push_back(limb[j]);
    }
  }

  void factor(Program& program) const {
    program = passes::late_terms_last(factor_program(program, request_.evaluations));
  }

  // Moves what the motion of the carrier alone determines into the trunk, as an output of it.
  Program after_base(const Program& program, std::size_t g, Program& trunk) const {
    auto split = split_after_carrier(program);
    expression::GraphCopy append(*split.early.graph, *trunk.graph);
    for (const auto& argument : split.early.arguments)
      for (std::size_t k = 0; k < argument.nodes.size(); ++k)
        append.replace(argument.nodes[k], motion_[g][k].node_in(*trunk.graph));
    for (const auto& output : split.early.outputs) {
      trunk.outputs.push_back({base_array(rolled_, g), "", {}, {}});
      for (const auto node : output.nodes) trunk.outputs.back().nodes.push_back(append(node));
    }
    for (auto& argument : split.late.arguments) argument.elements.clear();
    return std::move(split.late);
  }

  // Cut in two: what does not wait for the limbs, and the rest.
  void add_trunk(Program& trunk) {
    factor(trunk);
    Program torques = trunk;
    torques.outputs.resize(1);
    auto split = passes::split_by_binding_time(torques, Binding::slow, emit::trunk_array, "");
    rolled_.before = std::move(split.early), rolled_.after = std::move(split.late);
    expression::GraphCopy append(*trunk.graph, *rolled_.before.graph);
    for (const auto& argument : rolled_.before.arguments)
      for (const auto& original : trunk.arguments)
        if (original.name == argument.name)
          for (std::size_t k = 0; k < argument.nodes.size(); ++k) append.replace(original.nodes[k], argument.nodes[k]);
    for (std::size_t o = 1; o < trunk.outputs.size(); ++o) {
      rolled_.before.outputs.push_back({trunk.outputs[o].name, "", {}, {}});
      for (const auto node : trunk.outputs[o].nodes) rolled_.before.outputs.back().nodes.push_back(append(node));
    }
    for (auto& argument : rolled_.after.arguments) argument.elements.clear();
    for (auto& output : rolled_.before.outputs) output.elements.clear();
    for (Index r = 0; r < first_velocity_; ++r) rolled_.rows.push_back(r);
    for (const Index i : split_.trunk) rolled_.rows.push_back(first_velocity_ + i);
  }

  // With the plain formulation of the whole robot.
  bool agrees() const {
    const robot::Tree& tree = robot_.tree;
    functions::Computation<double> reference(tree, robot_.parameters);
    std::mt19937 random(2);
    for (int k = 0; k < 5; ++k) {
      const auto nv = tree.nv();
      const auto q = random_numbers(random, dynamics::position_count(tree));
      const auto qd = random_numbers(random, nv), qdd = random_numbers(random, nv);
      const auto expected = reference(function_, {q, qd, qdd});
      if (!close(emit::evaluate(rolled_, expected.size(), {{"q", q}, {"qd", qd}, {"qdd", qdd}}), expected))
        return false;
    }
    return true;
  }

  const robot::Robot& robot_;
  const Request& request_;
  Function function_;
  const SearchWatch& watch_;
  Purpose purpose_;
  robot::Parameters<double> par_;
  robot::LimbSplit split_;
  robot::Tree trunk_;
  robot::Parameters<double> trunk_par_;  // with what the plans of limbs leave to their carriers
  std::vector<Limbs> limbs_;
  std::vector<std::vector<Expr>> motion_;  // of each group's carrier, in the trunk's program
  emit::RolledFunction rolled_;
  Index first_position_ = 0, first_velocity_ = 0;
};

}  // namespace

std::optional<emit::RolledFunction> roll_limbs(const robot::Robot& robot, const Request& request, Function function,
                                               const SearchWatch& watch) {
  const auto purpose = purpose_of(function);
  if (!purpose || !robot.tree.direct) return std::nullopt;
  return Roller(robot, request, function, *purpose, watch).run();
}

}  // namespace tauforge::compiler
