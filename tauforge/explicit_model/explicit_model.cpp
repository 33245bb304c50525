#include "tauforge/explicit_model/explicit_model.h"

#include <fmt/format.h>

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/dynamics/gravity_torque.h"

namespace tauforge::explicit_model {

namespace {

using diagnostic::error;
using P = TrigPolynomial;

// Why there is no explicit model of this robot; empty: there is.
diagnostic::Findings refusal(const robot::Robot& robot) {
  const auto no = [&](const char* code, const std::string& why, const std::string& hint) {
    return diagnostic::Findings{error({}, code, fmt::format("robot '{}' {}", robot.name, why), hint)};
  };
  const robot::Tree& tree = robot.tree;
  if (tree.floating)
    return no("explicit-floating", "has a floating base", "explicit models are of arms on a fixed base");
  if (!tree.is_serial()) return no("explicit-tree", "is a tree", "explicit models are of serial arms");
  if (!tree.direct)
    return no("explicit-transmission", "has a transmission matrix", "explicit models are in joint coordinates");
  if (!tree.springs.empty())
    return no(
        "explicit-spring",
        fmt::format("has {} on joint '{}'",
                    tree.springs[0].kind == robot::SpringKind::torsion ? "a spring" : "a counterbalance",
                    robot.joints[static_cast<std::size_t>(tree.springs[0].joint)]),
        "A, B, C and g are sines and cosines of bodies: take the spring out of the file and add its torque, or take "
        "generated code (tauforge generate), which has it");
  if (tree.size() > most_joints)
    return no("explicit-joints", fmt::format("has {} joints", tree.size()),
              fmt::format("explicit models have at most {}", most_joints));
  bool has_inertias = false;
  for (const auto& b : robot.parameters.body) has_inertias |= !(b == robot::Inertia<double>{});
  if (!has_inertias) return no("inertias-missing", "has no inertial parameters", "there is nothing to derive");
  return {};
}

// Measured on arms of random twists and links, five to seven joints: torques need so many per term of A.
constexpr std::size_t calculations_per_term = 8;

diagnostic::Findings too_large(const robot::Robot& robot, const std::string& terms, std::size_t calculations) {
  return {error(
      {}, "explicit-too-large",
      fmt::format("the kinetic energy matrix of robot '{}' has {} terms, so its explicit model would need about {} "
                  "calculations",
                  robot.name, terms, calculations),
      "a recursive formulation is the better form of such an arm (tauforge generate); --most-terms raises the "
      "limit")};
}

// At most so many waves per element: a run of m parallel joints has the sums of its angles and their pairs. The first
// joint turns everything alike.
double most_waves(const Runs& runs) {
  std::vector<int> joints(static_cast<std::size_t>(runs.count), 0);
  for (std::size_t j = 1; j < runs.of_joint.size(); ++j)
    if (runs.of_joint[j] >= 0) ++joints[static_cast<std::size_t>(runs.of_joint[j])];
  double product = 1;
  for (const int m : joints) product *= 2.0 * m * m + 2 * m + 1;
  return product;
}

}  // namespace

diagnostic::Result<ExplicitModel> derive(const robot::Robot& robot, const DeriveOptions& options) {
  if (auto findings = refusal(robot); !findings.empty()) return findings;
  ExplicitModel model;
  model.robot = robot.name;
  model.n = robot.tree.size();
  for (int i = 0; i < model.n; ++i) model.revolute.push_back(robot.tree.is_revolute(i));
  model.runs = parallel_runs(robot);
  constexpr double hopeless = 1e5;  // not even A can be multiplied out in reasonable time
  if (const double waves = most_waves(model.runs); waves > hopeless)
    return too_large(robot, fmt::format("up to {:.0e}", waves),
                     calculations_per_term * static_cast<std::size_t>(std::min(waves, 1e15)));
  model.symbols = std::make_shared<ParameterTable>();
  const auto par = symbolic_parameters(robot, {options.symbolic, options.payload}, *model.symbols);

  // A and g of the bodies, as polynomials in the symbols
  dynamics::State<P> x;
  for (int i = 0; i < model.n; ++i) x.q.push_back(P::coordinate(i));
  const auto n = static_cast<std::size_t>(model.n);
  std::vector<P> M(n * n), torque(n);
  dynamics::CompositeBodyWorkspace<P> composite;
  dynamics::composite_body<P>(robot.tree, par, x.q, composite, M);
  dynamics::GravityTorqueWorkspace<P> gravity;
  dynamics::gravity_torque<P>(robot.tree, par, x, gravity, torque);

  std::vector<TrigSum> sums;
  std::size_t terms = 0;
  for (const P& element : M) sums.emplace_back(element, model.runs);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) terms += sums[i * n + j].terms().size();
  if (terms > options.most_terms) return too_large(robot, fmt::format("{}", terms), calculations_per_term * terms);

  // constants, from the tip to the base: later elements are made of earlier constants
  LumpedConstants constants(*model.symbols);
  model.A = UpperMatrix(model.n);
  for (int i = model.n - 1; i >= 0; --i)
    for (int j = model.n - 1; j >= i; --j)
      model.A.at(i, j) = constants.express(sums[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)],
                                           model.runs, ConstantKind::inertia);
  for (int i = 0; i < model.n; ++i) {
    model.g.push_back(
        constants.express(TrigSum(torque[static_cast<std::size_t>(i)], model.runs), model.runs, ConstantKind::gravity));
    const double rotor = robot.parameters.drive[static_cast<std::size_t>(i)].inertia;
    if (rotor == 0.0) continue;
    const std::string name = "Im" + std::to_string(i + 1);
    const auto symbol = static_cast<int>(model.symbols->symbol(name, rotor));
    model.A.at(i, i).add({}, Form::of(constants.add_motor(Form::of(symbol), name)));
  }
  std::vector<TrigSum*> elements;
  for (TrigSum& element : model.A.elements()) elements.push_back(&element);
  for (TrigSum& element : model.g) elements.push_back(&element);
  model.constants = constants.named(elements);
  model.christoffel = christoffel(model.A, model.runs);
  return model;
}

}  // namespace tauforge::explicit_model
