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
  if (tree.size() > most_joints)
    return no("explicit-joints", fmt::format("has {} joints", tree.size()),
              fmt::format("explicit models have at most {}", most_joints));
  bool has_inertias = false;
  for (const auto& b : robot.parameters.body) has_inertias |= !(b == robot::Inertia<double>{});
  if (!has_inertias) return no("inertias-missing", "has no inertial parameters", "there is nothing to derive");
  return {};
}

}  // namespace

diagnostic::Result<ExplicitModel> derive(const robot::Robot& robot, const DeriveOptions& options) {
  if (auto findings = refusal(robot); !findings.empty()) return findings;
  ExplicitModel model;
  model.robot = robot.name;
  model.n = robot.tree.size();
  for (int i = 0; i < model.n; ++i) model.revolute.push_back(robot.tree.is_revolute(i));
  model.runs = parallel_runs(robot);
  model.symbols = std::make_shared<ParameterTable>();
  const auto par = symbolic_parameters(robot, {options.symbolic}, *model.symbols);

  // A and g of the bodies, as polynomials in the symbols
  dynamics::State<P> x;
  for (int i = 0; i < model.n; ++i) x.q.push_back(P::coordinate(i));
  const auto n = static_cast<std::size_t>(model.n);
  std::vector<P> M(n * n), torque(n);
  dynamics::CompositeBodyWorkspace<P> composite;
  dynamics::composite_body<P>(robot.tree, par, x.q, composite, M);
  dynamics::GravityTorqueWorkspace<P> gravity;
  dynamics::gravity_torque<P>(robot.tree, par, x, gravity, torque);

  // constants, from the tip to the base: later elements are made of earlier constants
  LumpedConstants constants(*model.symbols);
  model.A = UpperMatrix(model.n);
  std::size_t terms = 0;
  for (int i = model.n - 1; i >= 0; --i)
    for (int j = model.n - 1; j >= i; --j) {
      const TrigSum element(M[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)], model.runs);
      terms += element.terms().size();
      if (terms > options.most_terms)
        return error({}, "explicit-too-large",
                     fmt::format("the kinetic energy matrix of robot '{}' alone has more than {} terms", robot.name,
                                 options.most_terms),
                     "a recursive formulation is the better form of this arm: tauforge generate");
      model.A.at(i, j) = constants.express(element, model.runs, ConstantKind::inertia);
    }
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
