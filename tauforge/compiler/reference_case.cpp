#include "tauforge/compiler/reference_case.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tauforge/compiler/record_call.h"
#include "tauforge/dynamics/base_columns.h"
#include "tauforge/functions/instances.h"

namespace tauforge::compiler {

namespace {

using robot::Index;

// A number in [-1, 1); the same on every machine.
double symmetric(std::mt19937& random) { return 2.0 * (static_cast<double>(random()) / 4294967296.0) - 1.0; }

std::vector<double> numbers(std::mt19937& random, Index size, double bound) {
  std::vector<double> values;
  for (Index i = 0; i < size; ++i) values.push_back(bound * symmetric(random));
  return values;
}

std::vector<double> positions(const robot::Tree& tree, std::mt19937& random) {
  std::vector<double> q = numbers(random, dynamics::position_count(tree), 1.0);
  const std::size_t pose = tree.floating ? 7 : 0;
  if (tree.floating) {
    const double length = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    for (std::size_t e = 3; e < 7; ++e) q[e] = length > 0.0 ? q[e] / length : (e == 6 ? 1.0 : 0.0);
  }
  for (std::size_t j = pose; j < q.size(); ++j)
    if (!tree.direct || tree.is_revolute(static_cast<Index>(j - pose))) q[j] *= 3.14159265358979323846;
  return q;
}

// Moments of a possible body: a few kilograms, centre off the origin, inertia that fits.
std::vector<double> body_moments(std::mt19937& random) {
  const double m = 1.0 + 0.9 * symmetric(random);
  const double c[] = {0.1 * symmetric(random), 0.1 * symmetric(random), 0.1 * symmetric(random)};
  const double I = 0.02 * m;
  return {m,
          m * c[0],
          m * c[1],
          m * c[2],
          I + m * (c[1] * c[1] + c[2] * c[2]),
          I + m * (c[0] * c[0] + c[2] * c[2]),
          I + m * (c[0] * c[0] + c[1] * c[1]),
          -m * c[0] * c[1],
          -m * c[1] * c[2],
          -m * c[0] * c[2]};
}

}  // namespace

functions::Choices reference_choices(const robot::Robot& robot, const Request& request,
                                     const std::vector<Function>& functions) {
  functions::Choices choices;
  choices.bodies_alone = request.rigid;
  if (std::count(functions.begin(), functions.end(), Function::base_regressor))
    choices.base_columns = dynamics::base_columns(robot.tree, robot.parameters);
  return choices;
}

std::vector<double> inputs_of(const expression::Program& program, const emit::SelfTestCase& c,
                              const std::vector<double>& constants) {
  const std::map<std::string, const std::vector<double>*> lists = {{"q", &c.q},
                                                                   {"qd", &c.qd},
                                                                   {"qdd", &c.qdd},
                                                                   {"tau", &c.tau},
                                                                   {"wrench", &c.wrench},
                                                                   {"payload", &c.payload},
                                                                   {"gravity", &c.gravity},
                                                                   {"inertias", &c.inertias},
                                                                   {"friction", &c.friction},
                                                                   {"equation", &c.equation},
                                                                   {"b", &c.b},
                                                                   {emit::constants_argument, &constants}};
  std::vector<double> all;
  for (const auto& argument : program.arguments) {
    const std::vector<double>& values = *lists.at(argument.name);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

emit::SelfTestCase reference_case(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                                  std::size_t index, std::mt19937& random, const StateBounds& bounds) {
  const robot::Tree& tree = robot.tree;
  const Index nv = tree.nv();
  emit::SelfTestCase c;
  c.function = model.unit.functions[index].name;
  const bool two_rate = index >= request.calls.size();
  const Call call = two_rate ? Call{{Function::coefficients}} : request.calls[index];
  const functions::Reads reads = call.reads();
  c.q = positions(tree, random);
  if (reads.velocity) c.qd = numbers(random, nv, bounds.velocity);
  if (reads.acceleration) c.qdd = numbers(random, nv, bounds.acceleration);
  if (reads.torque) c.tau = numbers(random, nv, bounds.torque);
  if (request.wrench && reads.wrench) c.wrench = numbers(random, 6, 10.0);
  if (request.run_time.payload) c.payload = body_moments(random);
  if (request.run_time.gravity) c.gravity = numbers(random, 3, 9.81);
  if (request.run_time.inertias)
    for (Index i = tree.floating ? -1 : 0; i < tree.size(); ++i)
      for (const double value : body_moments(random)) c.inertias.push_back(value);
  if (request.run_time.friction) c.friction = numbers(random, tree.drives() * robot::friction_numbers, 1.0);

  const robot::Parameters<double> par =
      robot::with_run_time<double>(tree, request.rigid ? robot::bodies_alone(robot.parameters) : robot.parameters,
                                   {c.payload, c.gravity, c.inertias, c.friction});
  functions::Computation<double> compute(tree, par, reference_choices(robot, request, call.functions));
  for (const Function f : call.functions)
    for (const double value : compute(f, {c.q, c.qd, c.qdd, c.tau, c.wrench})) c.expected.push_back(value);

  if (two_rate) {
    const std::vector<double> D = c.expected;
    const auto n = static_cast<std::size_t>(nv);
    std::vector<double> passed_on;
    for (const std::size_t place : model.equation_places) passed_on.push_back(D[place]);
    if (c.function == "background") {
      c.expected = passed_on;
      c.expected.insert(c.expected.end(), D.end() - nv, D.end());
    } else {
      c.equation = passed_on, c.b = numbers(random, nv, bounds.torque),
      c.qdd = numbers(random, nv, bounds.acceleration);
      c.expected = c.b;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) c.expected[i] += D[i * n + j] * c.qdd[j];
    }
  }
  return c;
}

std::vector<emit::SelfTestCase> reference_cases(const robot::Robot& robot, const Request& request,
                                                const CompiledModel& model, std::size_t index) {
  constexpr int states = 20;
  std::vector<emit::SelfTestCase> cases;
  std::mt19937 random(static_cast<unsigned>(index) + 101);
  double largest = 0.0;
  for (int k = 0; k < states; ++k) {
    cases.push_back(reference_case(robot, request, model, index, random));
    for (const double value : cases.back().expected) largest = std::max(largest, std::abs(value));
  }
  if (request.within > 0)  // of the largest values that occur, not of each state's own
    for (auto& one : cases) one.tolerance.assign(one.expected.size(), 1.2 * request.within * largest);
  return cases;
}

}  // namespace tauforge::compiler
