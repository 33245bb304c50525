// The explicit model of a serial arm: every element of its equations of motion in closed form.            [AKB86, eq 1]
//
//   A(q) qdd + B(q) [qd_k qd_l] + C(q) [qd_j^2] + g(q) = torque
//
// Derived in the steps of the paper: A and g as trigonometric polynomials (composite bodies, run with a scalar that
// stays symbolic), constants lumped, Coriolis and centrifugal elements by Christoffel symbols.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/explicit_model/christoffel.h"
#include "tauforge/explicit_model/lumped_constants.h"
#include "tauforge/explicit_model/symbolic_parameters.h"

namespace tauforge::explicit_model {

struct DeriveOptions {
  bool symbolic = false;  // see SymbolicOptions
  std::optional<SymbolicPayload> payload = {};
  std::size_t most_terms = 100'000;  // products of sines and cosines in A; beyond it the model is refused
};

struct ExplicitModel {
  std::string robot;
  int n = 0;
  std::vector<bool> revolute;
  Runs runs;
  std::shared_ptr<ParameterTable> symbols;
  std::vector<Constant> constants;
  UpperMatrix A;
  std::vector<TrigSum> g;
  Christoffel christoffel;

  double constant_value(int constant) const { return constants[static_cast<std::size_t>(constant)].value; }
  ProductSum written(const TrigSum& element) const {
    return sine_products(element, runs, [&](int k) { return constant_value(k); });
  }
  double value(const TrigSum& element, const std::vector<double>& q) const {
    return element.value(q, runs, [&](int k) { return constant_value(k); });
  }
};

// Of the bodies and the rotors; friction is no part of it.
diagnostic::Result<ExplicitModel> derive(const robot::Robot& robot, const DeriveOptions& options = {});

}  // namespace tauforge::explicit_model
