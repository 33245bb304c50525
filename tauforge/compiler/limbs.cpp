#include "tauforge/compiler/limbs.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "tauforge/compiler/search.h"
#include "tauforge/dynamics/compute.h"
#include "tauforge/dynamics/instances/expressions.h"
#include "tauforge/dynamics/instances/numbers.h"
#include "tauforge/dynamics/limbs.h"
#include "tauforge/expression/copy.h"
#include "tauforge/passes/factor_sums.h"
#include "tauforge/passes/late_terms_last.h"
#include "tauforge/passes/split_by_binding_time.h"

namespace tauforge::compiler {

namespace {

using dynamics::at;
using dynamics::Plan;
using expression::Binding;
using expression::Expr;
using expression::Operation;
using expression::Program;
using robot::Index;
using robot::Part;

// A number that a limb has, limb by limb.
using PerLimb = std::vector<double>;

bool same(double a, double b) { return scalar::as_known(a, b) == b; }
bool is_multiple(const PerLimb& a, const PerLimb& b, double factor) {
  for (std::size_t l = 0; l < a.size(); ++l)
    if (!same(a[l], factor * b[l])) return false;
  return true;
}
bool is_uniform(const PerLimb& a) { return is_multiple(a, PerLimb(a.size(), a[0]), 1.0); }

Plan plain_plan(const robot::Tree& tree) {
  Plan plan;
  plan.link.resize(at(tree.size()));
  return plan;
}

// What of the state the function reads, and what it leaves out.
struct Purpose {
  PlannedFunction planned;
  const char* result;
  bool velocity, acceleration, gravity, friction;
};

std::optional<Purpose> purpose_of(Function function) {
  switch (function) {
    case Function::inverse_dynamics: return Purpose{PlannedFunction::inverse_dynamics, "tau", true, true, true, true};
    case Function::bias: return Purpose{PlannedFunction::bias, "b", true, false, true, true};
    case Function::velocity_torque: return Purpose{PlannedFunction::velocity_torque, "h", true, false, false, false};
    default: return std::nullopt;
  }
}

// A program without what `replacement` replaces: see each use.
template <class Replace> Program copied(const Program& program, Replace replace) {
  Program result;
  result.name = program.name;
  expression::GraphCopy copy(*program.graph, *result.graph);
  for (const auto& argument : program.arguments)
    if (!replace(argument, copy, result)) result.arguments.push_back(copy.argument(argument));
  for (const auto& output : program.outputs) {
    result.outputs.push_back({output.name, output.meaning, {}, {}});
    for (const auto node : output.nodes) result.outputs.back().nodes.push_back(copy(node));
  }
  return result;
}

class Roller {
 public:
  Roller(const robot::Robot& robot, const Request& request, Function function, const Purpose& purpose)
      : robot_(robot), request_(request), function_(function), purpose_(purpose), par_(robot.parameters) {
    if (!purpose.gravity) par_.gravity = {};
  }

  std::optional<emit::RolledFunction> run() {
    if (!robot_.tree.direct) return std::nullopt;
    const robot::LimbSplit split = split_limbs(robot_.tree);
    if (split.groups.empty()) return std::nullopt;
    begin();
    rolled_.groups.resize(split.groups.size());
    for (std::size_t g = 0; g < split.groups.size(); ++g) add_group(split.groups[g], g);
    add_trunk(split.trunk);
    factor(rolled_.before), factor(rolled_.after);
    if (!agrees()) return std::nullopt;
    return std::move(rolled_);
  }

 private:
  struct Arrays {
    std::vector<Expr> q, qd, qdd;
  };

  // The function's arguments, each of so many elements.
  Arrays add_arguments(Program& program, Index positions, Index velocities) const {
    Arrays arrays;
    arrays.q = program.add_argument("q", positions, Binding::fast, "");
    if (purpose_.velocity) arrays.qd = program.add_argument("qd", velocities, Binding::fast, "");
    if (purpose_.acceleration) arrays.qdd = program.add_argument("qdd", velocities, Binding::fast, "");
    return arrays;
  }

  static std::vector<Expr> picked(const std::vector<Expr>& all, Index first, const Part& part) {
    std::vector<Expr> some;
    for (const Index i : part) some.push_back(all.empty() ? Expr(0.0) : all[at(first + i)]);
    return some;
  }

  // The motion of the base, as the stage before the limbs knows it.
  void begin() {
    const robot::Tree& tree = robot_.tree;
    rolled_.before.name = "before";
    const Arrays arrays = add_arguments(rolled_.before, dynamics::position_count(tree), tree.nv());
    const auto x = dynamics::state_of<Expr>(tree, arrays.q, arrays.qd, arrays.qdd);
    const auto par = robot::converted<Expr>(par_, [](double v) { return Expr(v); });
    motion_ = dynamics::base_motion<Expr>(tree, par.gravity, x.base);
    first_position_ = tree.floating ? 7 : 0, first_velocity_ = dynamics::base_rows(tree);
    rolled_.first = {
        {"q", first_position_}, {"qd", first_velocity_}, {"qdd", first_velocity_}, {purpose_.result, first_velocity_}};
    inertia_of_base_ = par_.base;
  }

  // The motion as an argument; what is a number stays one.
  std::vector<Expr> add_motion(Program& program) const {
    std::vector<Expr> motion = program.add_argument("base", static_cast<int>(motion_.size()), Binding::slow, "");
    for (std::size_t k = 0; k < motion.size(); ++k)
      if (motion_[k].is_literal()) motion[k] = motion_[k];
    return motion;
  }

  // 1
  Plan plan_for(const robot::Tree& tree, const std::vector<robot::Parameters<double>>& limbs, bool is_trunk) const {
    if (tree.size() == 0) return plain_plan(tree);
    SearchOptions options;
    options.evaluations = request_.evaluations;
    options.gravity_is_fixed = true, options.aligned = is_trunk;
    robot::Parameters<double> first = limbs[0];
    if (tree.floating) first.gravity = {};
    Plan plan = search_plan(tree, first, purpose_.planned, options).plan;
    // an entry of the base that vanishes is the trunk's business
    if (!is_trunk)
      std::erase_if(plan.gauge, [&](const dynamics::GaugeMove& move) {
        return move.of == dynamics::GaugeMove::Of::parent && !tree.has_parent(move.joint);
      });
    if (holds(tree, plan, limbs)) return plan;
    plan.unit = {};
    return holds(tree, plan, limbs) ? plan : plain_plan(tree);
  }

  // Whether a plan says the same of every limb as the plain one does.
  static bool holds(const robot::Tree& tree, const Plan& plan, const std::vector<robot::Parameters<double>>& limbs) {
    std::mt19937 random(1);
    const auto numbers = [&](Index n) {
      std::vector<double> values;
      for (Index i = 0; i < n; ++i) values.push_back(4.0 * static_cast<double>(random()) / 4294967296.0 - 2.0);
      return values;
    };
    for (const auto& par : limbs)
      for (int k = 0; k < 3; ++k) {
        const std::vector<double> motion = numbers(9);
        const dynamics::JointMotion<double> x{numbers(tree.size()), numbers(tree.size()), numbers(tree.size())};
        const auto torque = [&](const Plan& p) {
          return dynamics::part_torque<double>(tree, p, dynamics::part_numbers<double>(tree, p, par), motion, x, true);
        };
        if (!close(torque(plan), torque(plain_plan(tree)))) return false;
      }
    return true;
  }

  static bool close(const std::vector<double>& got, const std::vector<double>& expected) {
    double size = 1e-3, largest = 0.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!std::isfinite(got[i])) return false;
      size = std::max(size, std::abs(expected[i]));
      largest = std::max(largest, std::abs(got[i] - expected[i]));
    }
    return largest <= 1e-10 * size;
  }

  void add_group(const std::vector<Part>& limbs, std::size_t g) {
    const robot::Tree tree = tree_of(robot_.tree, limbs[0]);
    std::vector<robot::Parameters<double>> parameters;
    for (const Part& limb : limbs) parameters.push_back(robot::parameters_of(par_, limb));
    const Plan plan = plan_for(tree, parameters, false);

    std::vector<dynamics::PartNumbers<double>> parts;
    std::vector<PerLimb> values;
    for (auto& par : parameters) {
      par.base = {};
      parts.push_back(dynamics::part_numbers<double>(tree, plan, par));
      inertia_of_base_ = inertia_of_base_ + dynamics::taken_from_base(parts.back());
      std::size_t k = 0;
      dynamics::converted<double>(parts.back(), [&](double v) {
        if (values.size() == k) values.emplace_back();
        values[k++].push_back(v);
        return v;
      });
    }

    emit::LimbGroup group;  // 2
    std::vector<PerLimb> numbers;
    for (const PerLimb& v : values)
      if (!is_uniform(v)) numbers.push_back(v);
    Program program;
    program.name = "limb";
    const auto symbols = program.add_argument("number", static_cast<int>(numbers.size()), Binding::setup, "");
    const auto motion = add_motion(program);
    const Arrays arrays = add_arguments(program, tree.size(), tree.size());
    Part all;
    for (const Index i : tree.base_to_tip()) all.push_back(i);
    std::size_t k = 0, symbol = 0;
    const auto recorded = dynamics::converted<Expr>(
        parts[0], [&](double v) { return is_uniform(values[k++]) ? Expr(v) : symbols[symbol++]; });
    const auto rows = dynamics::part_torque<Expr>(tree, plan, recorded, motion,
                                                  {arrays.q, picked(arrays.qd, 0, all), picked(arrays.qdd, 0, all)},
                                                  purpose_.friction);
    const auto base = rows.begin() + dynamics::base_rows(tree);
    program.add_output(purpose_.result, {base, rows.end()}, "");
    if (tree.floating) program.add_output("wrench", {rows.begin(), base}, "");

    program = without_numbers(program, numbers);  // 3
    factor(program);                              // 4
    program = without_numbers(program, numbers);
    group.program = after_base(program, "base", base_array(rolled_, g));  // 5
    group.numbers = numbers;
    for (std::size_t j = 0; j < limbs[0].size(); ++j) {
      group.joints.emplace_back();
      for (const Part& limb : limbs) group.joints.back().push_back(limb[j]);
    }
    rolled_.groups[g] = std::move(group);
  }

  void factor(Program& program) const {
    constexpr int most_to_factor = 2500;
    const int size = static_cast<int>(reachable(program).size());
    const int loosenings = std::min(request_.evaluations / 40, 150000 / std::max(size, 1));
    if (size <= most_to_factor) program = passes::factor_sums(program, {.loosenings = loosenings});
    program = passes::late_terms_last(program);
  }

  // Computes what the numbers of the limbs alone determine; what comes out the same for all is a literal again.
  static Program without_numbers(const Program& program, std::vector<PerLimb>& numbers) {
    const auto split = passes::split_by_binding_time(program, Binding::setup, "number", "");
    std::vector<PerLimb> values;
    for (std::size_t l = 0; !numbers.empty() && !split.early.outputs.empty() && l < numbers[0].size(); ++l) {
      std::vector<double> inputs;
      for (const PerLimb& number : numbers) inputs.push_back(number[l]);
      const std::vector<double> outputs = evaluate(split.early, inputs);
      values.resize(outputs.size());
      for (std::size_t k = 0; k < outputs.size(); ++k) values[k].push_back(outputs[k]);
    }
    numbers.clear();
    return copied(split.late, [&](const expression::Argument& argument, expression::GraphCopy& copy, Program& result) {
      if (argument.name != "number") return false;
      expression::Argument kept{"number", "", {}, {}};
      for (std::size_t k = 0; k < argument.nodes.size(); ++k) {
        const auto like = [&](double factor) {
          return std::find_if(numbers.begin(), numbers.end(),
                              [&](const PerLimb& known) { return is_multiple(values[k], known, factor); });
        };
        const auto node_of = [&](auto found) { return kept.nodes[static_cast<std::size_t>(found - numbers.begin())]; };
        if (is_uniform(values[k])) {
          copy.replace(argument.nodes[k], result.graph->constant(values[k][0]));
        } else if (const auto equal = like(1.0); equal != numbers.end()) {
          copy.replace(argument.nodes[k], node_of(equal));
        } else if (const auto opposite = like(-1.0); opposite != numbers.end()) {
          copy.replace(argument.nodes[k], result.graph->apply(Operation::negate, node_of(opposite)));
        } else {
          kept.nodes.push_back(copy.replace_by_input(argument.nodes[k], "number", Binding::setup));
          numbers.push_back(values[k]);
        }
      }
      result.arguments.push_back(std::move(kept));
      return true;
    });
  }

  // Moves what the motion of the base alone determines into the stage before, as its output `name`; the rest reads it as
  // its argument `argument`.
  Program after_base(const Program& program, const std::string& argument_name, const std::string& name) {
    // numbers of limbs are later than the base: what both determine is the limb's
    const Program reordered =
        copied(program, [&](const expression::Argument& argument, expression::GraphCopy& copy, Program& result) {
          if (argument.name != "number") return false;
          expression::Argument late = argument;
          for (auto& node : late.nodes) node = copy.replace_by_input(node, "number", Binding::fast);
          result.arguments.push_back(std::move(late));
          return true;
        });
    auto split = passes::split_by_binding_time(reordered, Binding::slow, argument_name, "");
    Program& before = rolled_.before;
    expression::GraphCopy append(*split.early.graph, *before.graph);
    for (const auto& argument : split.early.arguments)
      for (std::size_t k = 0; k < argument.nodes.size(); ++k)
        append.replace(argument.nodes[k], motion_[k].node_in(*before.graph));
    for (const auto& output : split.early.outputs) {
      before.outputs.push_back({name, "", {}, {}});
      for (const auto node : output.nodes) before.outputs.back().nodes.push_back(append(node));
    }
    for (auto& argument : split.late.arguments) argument.elements.clear();
    return std::move(split.late);
  }

  // The trunk with the wrenches of the limbs.
  Program trunk_program(const Part& part, const Plan& plan, const robot::Parameters<double>& par) const {
    const robot::Tree tree = tree_of(robot_.tree, part);
    Program program;
    program.name = "after";
    const auto motion = add_motion(program);
    const Arrays arrays = add_arguments(program, dynamics::position_count(robot_.tree), robot_.tree.nv());
    const auto numbers =
        dynamics::converted<Expr>(dynamics::part_numbers<double>(tree, plan, par), [](double v) { return Expr(v); });
    auto rows =
        dynamics::part_torque<Expr>(tree, plan, numbers, motion,
                                    {picked(arrays.q, first_position_, part), picked(arrays.qd, first_velocity_, part),
                                     picked(arrays.qdd, first_velocity_, part)},
                                    purpose_.friction);
    for (std::size_t g = 0; tree.floating && g < rolled_.groups.size(); ++g) {
      const auto wrench = program.add_argument(wrench_array(rolled_, g), 6, Binding::fast, "");
      for (std::size_t r = 0; r < wrench.size(); ++r) rows[r] = rows[r] + wrench[r];
    }
    program.add_output(purpose_.result, rows, "");
    return program;
  }

  void add_trunk(const Part& part) {
    const robot::Tree tree = tree_of(robot_.tree, part);
    robot::Parameters<double> par = robot::parameters_of(par_, part);
    par.base = inertia_of_base_;
    Plan plan = plan_for(tree, {par}, true);
    Program best = trunk_program(part, plan, par);
    using dynamics::LinkForm;
    for (const LinkForm form : {LinkForm::pseudo_inertia, LinkForm::mixed, LinkForm::products}) {
      plan.base_form = form;
      Program program = trunk_program(part, plan, par);
      if (count(program, expression::rule_customised).total() < count(best, expression::rule_customised).total())
        best = std::move(program);
    }
    rolled_.after = after_base(best, emit::trunk_array, emit::trunk_array);
    for (Index r = 0; r < first_velocity_; ++r) rolled_.rows.push_back(r);
    for (const Index i : part) rolled_.rows.push_back(first_velocity_ + i);
  }

  // With the plain formulation of the whole robot.
  bool agrees() const {
    const robot::Tree& tree = robot_.tree;
    const dynamics::Computation<double> reference(tree, robot_.parameters, {});
    std::mt19937 random(2);
    const auto numbers = [&](Index n) {
      std::vector<double> values;
      for (Index i = 0; i < n; ++i) values.push_back(4.0 * static_cast<double>(random()) / 4294967296.0 - 2.0);
      return values;
    };
    for (int k = 0; k < 5; ++k) {
      const dynamics::Inputs<double> in{
          numbers(dynamics::position_count(tree)), numbers(tree.nv()), numbers(tree.nv()), {}, {}};
      const auto expected = reference(function_, in)[0].values;
      if (!close(emit::evaluate(rolled_, expected.size(), {{"q", in.q}, {"qd", in.v}, {"qdd", in.a}}), expected))
        return false;
    }
    return true;
  }

  const robot::Robot& robot_;
  const Request& request_;
  Function function_;
  Purpose purpose_;
  robot::Parameters<double> par_;
  emit::RolledFunction rolled_;
  std::vector<Expr> motion_;
  robot::Inertia<double> inertia_of_base_;
  Index first_position_ = 0, first_velocity_ = 0;
};

}  // namespace

std::optional<emit::RolledFunction> roll_limbs(const robot::Robot& robot, const Request& request, Function function) {
  const auto purpose = purpose_of(function);
  if (!purpose) return std::nullopt;
  return Roller(robot, request, function, *purpose).run();
}

}  // namespace tauforge::compiler
