// The operations an expression graph knows. A closed list: evaluation, counting, emission and every
// pass must handle each.
#pragma once

namespace tauforge::expression {

enum class Operation {
  constant,
  input,
  negate,
  add,
  subtract,
  multiply,
  divide,
  sine,
  cosine,
  square_root,
  exponential,
  hyperbolic_tangent,
  sign,
};

constexpr int arity(Operation op) {
  switch (op) {
    case Operation::constant:
    case Operation::input: return 0;
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide: return 2;
    default: return 1;
  }
}

// When an input becomes known. What depends only on earlier inputs can be computed earlier.
enum class Binding {
  literal,  // written into the program
  setup,    // changes rarely: payload, gravity, inertial parameters
  slow,     // background: q, qd
  fast,     // every control period: qdd, the tool's wrench
};

}  // namespace tauforge::expression
