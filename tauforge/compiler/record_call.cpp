#include "tauforge/compiler/record_call.h"

#include <fmt/format.h>

#include <map>
#include <random>
#include <utility>

#include "tauforge/compiler/symbolic_robot.h"
#include "tauforge/functions/instances.h"

namespace tauforge::compiler {

using expression::Binding;
using robot::Index;

namespace {

// A robot with the arguments of a call.
struct CalledRobot : SymbolicRobot {
  std::vector<Expr> q = {}, qd = {}, qdd = {}, tau = {}, wrench = {};

  functions::Inputs<Expr> inputs() const { return {q, qd, qdd, tau, wrench}; }
};

CalledRobot called_robot(const robot::Robot& robot, const Request& request, const std::string& name,
                         const functions::Reads& reads, expression::Origins* origins) {
  const auto par = request.rigid ? robot::bodies_alone(robot.parameters) : robot.parameters;
  CalledRobot r{literal_robot(robot, par, name, origins)};
  const robot::Tree& tree = r.tree;
  const auto list = [&](bool wanted, const char* argument, Index size, Binding binding, const char* meaning) {
    return wanted ? r.program.add_argument(argument, size, binding, meaning) : std::vector<Expr>{};
  };
  const robot::RunTime& run_time = request.run_time;
  const Index links = tree.size() + (tree.floating ? 1 : 0), nv = tree.nv();
  robot::RunTimeValues<Expr> values;
  values.payload = list(run_time.payload, "payload", robot::moments, Binding::setup,
                        "on the last link, in its frame: m [kg], first moments x y z [kg m], inertia about the origin "
                        "xx yy zz xy yz xz [kg m^2]");
  values.gravity = list(run_time.gravity, "gravity", 3, Binding::setup, "acceleration in the world frame [m/s^2]");
  values.inertias = list(run_time.inertias, "inertias", links * robot::moments, Binding::setup,
                         "of every link in its own frame: m [kg], first moments x y z [kg m], inertia about the origin "
                         "xx yy zz xy yz xz [kg m^2]");
  values.friction = list(run_time.friction, "friction", tree.drives() * robot::friction_numbers, Binding::setup,
                         "of every drive: coulomb [N m], viscous [N m s/rad], offset [N m]");
  r.parameters = robot::with_run_time<Expr>(tree, std::move(r.parameters), values);

  const char* positions = tree.floating ? "base position [m], base quaternion x y z w, joint positions [rad or m]"
                                        : "joint positions [rad or m]";
  const char* base =
      tree.floating ? "base linear and angular velocity in its own frame, joint velocities" : "joint velocities";
  r.q = r.program.add_argument("q", dynamics::position_count(tree), Binding::slow, positions);
  r.qd = list(reads.velocity, "qd", nv, Binding::slow, fmt::format("{} [rad/s or m/s]", base).c_str());
  r.qdd = list(reads.acceleration, "qdd", nv, Binding::fast, "their derivatives [rad/s^2 or m/s^2]");
  r.tau = list(reads.torque, "tau", nv, Binding::fast, "torques [N m or N]");
  r.wrench = list(request.wrench && reads.wrench, "wrench", 6, Binding::fast,
                  "force [N] and moment [N m] on the last link, at the origin and in the axes of its frame");
  return r;
}

}  // namespace

std::string Call::name() const {
  std::string text;
  for (const Function f : functions) text += (text.empty() ? "" : "_and_") + std::string(functions::info(f).name);
  return text;
}

functions::Reads Call::reads() const {
  functions::Reads all;
  for (const Function f : functions) {
    const functions::Reads& reads = functions::info(f).reads;
    all.velocity |= reads.velocity, all.acceleration |= reads.acceleration, all.torque |= reads.torque;
    all.wrench |= reads.wrench;
  }
  return all;
}

Program record_call(const robot::Robot& robot, const Request& request, const Call& call,
                    const functions::Choices& choices, expression::Origins* origins) {
  CalledRobot r = called_robot(robot, request, call.name(), call.reads(), origins);
  functions::Computation<Expr> compute(robot.tree, r.parameters, choices);
  std::map<std::string, int> taken;
  for (const auto& argument : r.program.arguments) taken[argument.name] = 1;
  for (const Function f : call.functions) {
    const std::vector<Expr> values = compute(f, r.inputs());
    auto next = values.begin();
    for (const functions::ResultInfo& result : functions::info(f).results) {
      const auto end = next + static_cast<std::ptrdiff_t>(size_of(result, robot.tree, choices));
      const int times = ++taken[result.name];
      const std::string name = times == 1 ? result.name : fmt::format("{}_{}", result.name, functions::info(f).name);
      r.program.add_output(name, {next, end}, result.meaning);
      next = end;
    }
  }
  return std::move(r.program);
}

robot::Robot with_generic_inputs(const robot::Robot& robot, const Request& request) {
  robot::Robot generic = robot;
  if (request.rigid) generic.parameters = robot::bodies_alone(generic.parameters);
  std::mt19937 random(1);
  const auto numbers = [&](bool wanted, Index size) {
    std::vector<double> values;
    for (Index i = 0; wanted && i < size; ++i) values.push_back(0.3 + static_cast<double>(random()) / 4294967296.0);
    return values;
  };
  const robot::RunTime& run_time = request.run_time;
  const Index links = robot.tree.size() + (robot.tree.floating ? 1 : 0);
  robot::RunTimeValues<double> values;
  values.payload = numbers(run_time.payload, robot::moments);
  values.gravity = numbers(run_time.gravity, 3);
  values.inertias = numbers(run_time.inertias, links * robot::moments);
  generic.parameters = robot::with_run_time<double>(robot.tree, generic.parameters, values);
  return generic;
}

}  // namespace tauforge::compiler
