#include "tauforge/literature/operation_table.h"

#include <fmt/format.h>

#include <functional>

#include "tauforge/compiler/record_bodies.h"
#include "tauforge/dynamics/catalogue.h"
#include "tauforge/robot/equivalence.h"
#include "tauforge/robot/run_time.h"

namespace tauforge::literature {

namespace {

using compiler::record_articulated_body;
using compiler::record_compound_link;
using compiler::record_velocity_torque;
using dynamics::InverseDynamics;
using expression::Operations;
using expression::Program;
using expression::rule_000;
using expression::rule_002;

// The oracles differentiate energies by Dual: their programs grow with n^3 and are not meant to be run.
bool is_oracle(InverseDynamics method) {
  return method == InverseDynamics::lagrange || method == InverseDynamics::gibbs_function;
}
constexpr int largest_oracle = 10;     // joints; above that recording an oracle takes too long
constexpr int largest_quadratic = 40;  // joints; above that programs that grow with n^2 and more take too long

// The robot with a load on its last link that is known at run time: what is made of its moments and of constants alone is
// free, as for any parameter.
compiler::SymbolicRobot loaded_robot(const robot::Robot& robot) {
  compiler::SymbolicRobot r = compiler::literal_robot(robot);
  robot::RunTimeValues<expression::Expr> values;
  values.payload = r.program.add_argument("payload", robot::moments, expression::Binding::setup, "moments of the load");
  r.parameters = robot::with_run_time<expression::Expr>(r.tree, std::move(r.parameters), values);
  return r;
}

class TableBuilder {
 public:
  explicit TableBuilder(const robot::Robot& robot) : robot_(robot), with_masses_(robot) {
    table_.robot = robot.name;
    table_.joints = robot.tree.size();
    for (robot::Index i : robot.tree.base_to_tip()) table_.prismatic += !robot.tree.is_revolute(i);
    masses_given_ = robot::give_masses(robot.tree, with_masses_.parameters);
  }

  OperationTable build() {
    for (const auto& entry : dynamics::inverse_dynamics_catalogue()) {
      if (is_oracle(entry.method) && robot_.tree.size() > largest_oracle) {
        leave_out(entry.name, "it is an oracle, and this robot is large");
        continue;
      }
      if (entry.method == InverseDynamics::compound_link && too_large_for_quadratic(entry.name)) continue;
      if (!within_reach(entry)) continue;
      add("inverse_dynamics", entry.name, entry.name, entry.needs_masses,
          [&](compiler::SymbolicRobot r) { return compiler::record(std::move(r), entry.method); });
    }
    for (const auto& entry : dynamics::mass_matrix_catalogue())
      if (!too_large_for_quadratic(std::string("mass_matrix ") + entry.name) && within_reach(entry))
        add("mass_matrix", entry.name, std::string("mass_matrix:") + entry.name, false,
            [&](compiler::SymbolicRobot r) { return compiler::record(std::move(r), entry.method); });
    if (robot_.tree.is_serial() && !robot_.tree.floating) {
      if (robot_.tree.size() <= largest_quadratic)
        add("coefficients", "compound_link", "coefficients", false, record_compound_link);
      add("velocity_torque", "velocity_torque", "velocity_torque", false, record_velocity_torque);
    }
    add("forward_dynamics", "articulated_body", "articulated_body", false, record_articulated_body);
    return std::move(table_);
  }

 private:
  void leave_out(const std::string& name, const std::string& why) {
    table_.left_out.push_back(fmt::format("{}: {}", name, why));
  }
  bool too_large_for_quadratic(const std::string& name) {
    if (robot_.tree.size() <= largest_quadratic) return false;
    leave_out(name, fmt::format("its program grows with the square of {} joints", robot_.tree.size()));
    return true;
  }
  template <class Method> bool within_reach(const dynamics::Formulation<Method>& entry) {
    std::string why = entry.reach.why_not(robot_.tree);
    if (why.empty() && entry.needs_masses && !masses_given_) why = "a sliding link has a first moment without a mass";
    if (!why.empty()) leave_out(entry.name, why);
    return why.empty();
  }
  void add(const char* function, const char* formulation, const std::string& key, bool needs_masses,
           const std::function<Program(compiler::SymbolicRobot)>& recorder) {
    OperationRow row;
    row.function = function;
    row.formulation = formulation;
    const Program given = recorder(compiler::literal_robot(needs_masses ? with_masses_ : robot_));
    row.given = count(given, rule_002);
    row.given_signed = count(given, rule_000);
    row.loaded = count(recorder(loaded_robot(needs_masses ? with_masses_ : robot_)), rule_002);
    row.trigonometry = count_trigonometry(given);
    const auto given_steps = count_by_step(given, rule_002).steps;
    if (robot_.tree.is_serial() && !robot_.tree.floating) {
      const Program free = recorder(compiler::free_robot(robot_.tree));
      row.free = count(free, rule_002);
      const auto free_steps = count_by_step(free, rule_002).steps;
      if (free_steps.size() > 1)
        for (const auto& [step, operations] : free_steps) {
          const auto found = given_steps.find(step);
          const Operations here = found == given_steps.end() ? Operations{} : found->second;
          if (operations.total() > 0) row.steps.push_back({step, operations, here, published_step(key, step)});
        }
      row.free_vertical = count(recorder(compiler::free_robot(robot_.tree, true)), rule_002);
    }
    if (row.free) row.published = published_counts(key, table_.joints, table_.prismatic, robot_.name);
    if (!row.published.empty()) row.why_different = why_different(key);
    table_.rows.push_back(std::move(row));
  }

  const robot::Robot& robot_;
  robot::Robot with_masses_;  // an equivalent robot for formulations that divide by masses
  bool masses_given_ = false;
  OperationTable table_;
};

std::string line_text(int slope, int at_n, int n) {
  const int constant = at_n - slope * n;
  return constant == 0 ? fmt::format("{}n", slope) : fmt::format("{}n{:+}", slope, constant);
}

}  // namespace

OperationTable operation_table(const robot::Robot& robot) { return TableBuilder(robot).build(); }

RenaudExample renaud_example() {
  RenaudExample result;
  const Program plain = compiler::record(compiler::renaud_robot(false), InverseDynamics::augmented_body);
  const auto by_step = count_by_step(plain, rule_002);
  constexpr StepRow printed[] = {
      {1, {}, {18, 12}}, {2, {}, {25, 0}},  {3, {}, {28, 22}}, {4, {}, {0, 15}},
      {6, {}, {22, 12}}, {7, {}, {26, 16}}, {9, {}, {62, 50}}};  // [Ren87]; 0, 5, 8 need none
  for (StepRow row : printed) {
    if (const auto found = by_step.steps.find(row.step); found != by_step.steps.end()) row.ours = found->second;
    result.steps.push_back(row);
  }
  result.by_steps = by_step.total;
  result.shared = count(plain, rule_002);
  result.regrouped = count(compiler::record(compiler::renaud_robot(true), InverseDynamics::augmented_body), rule_002);
  return result;
}

namespace {

Growth growth_of(const char* name, const std::function<Program(compiler::SymbolicRobot)>& recorder) {
  Growth growth{name, {}, true, ""};
  robot::Tree tree;
  for (int n = 1; n <= growth_last_n; ++n) {
    tree.add(robot::JointType::revolute, n - 2);
    if (n >= growth_first_n) growth.at.push_back(count(recorder(compiler::free_robot(tree)), rule_002));
  }
  const Operations &a = growth.at[0], &b = growth.at[1];
  const int m = b.multiplications - a.multiplications, s = b.additions - a.additions;
  for (std::size_t k = 1; k < growth.at.size(); ++k)
    growth.linear = growth.linear && growth.at[k].multiplications - growth.at[k - 1].multiplications == m &&
                    growth.at[k].additions - growth.at[k - 1].additions == s;
  if (growth.linear)
    growth.line = fmt::format("{} / {}", line_text(m, a.multiplications, growth_first_n),
                              line_text(s, a.additions, growth_first_n));
  return growth;
}

}  // namespace

std::vector<Growth> growth_table() {
  std::vector<Growth> table;
  for (const auto& entry : dynamics::inverse_dynamics_catalogue())
    if (!is_oracle(entry.method))
      table.push_back(growth_of(
          entry.name, [&](compiler::SymbolicRobot r) { return compiler::record(std::move(r), entry.method); }));
  table.push_back(growth_of("velocity_torque", record_velocity_torque));
  return table;
}

}  // namespace tauforge::literature
