#include "tauforge/compiler/casadi_functions.h"

#include <algorithm>

namespace tauforge::compiler {

namespace {

struct Pair {
  Function value;
  std::vector<Function> derivatives;
};

// Whose first result is the value, followed by the derivatives by each of the value's arguments.
const std::vector<Pair>& pairs() {
  static const std::vector<Pair> list = {
      {Function::inverse_dynamics, {Function::inverse_dynamics_derivatives, Function::mass_matrix}},
      {Function::forward_dynamics, {Function::forward_dynamics_derivatives}}};
  return list;
}

std::size_t place_of(const std::vector<Call>& calls, const std::vector<Function>& functions) {
  const auto found = std::find_if(calls.begin(), calls.end(), [&](const Call& c) { return c.functions == functions; });
  return static_cast<std::size_t>(found - calls.begin());
}

}  // namespace

void add_casadi_calls(const robot::Tree& tree, Request& request) {
  for (const auto& [value, derivatives] : pairs()) {
    const auto& all = request.calls;
    const bool wanted = place_of(all, {value}) < all.size() && place_of(all, derivatives) == all.size();
    const bool there = std::all_of(derivatives.begin(), derivatives.end(),
                                   [&](Function f) { return functions::is_available(f, tree); });
    if (wanted && there) request.calls.push_back({derivatives});
  }
}

std::vector<emit::CasadiFunction> casadi_functions(const robot::Tree& tree, const Request& request,
                                                   const emit::Unit& unit) {
  const auto nv = static_cast<std::size_t>(tree.nv());
  std::vector<emit::CasadiFunction> list;
  for (std::size_t index = 0; index < request.calls.size(); ++index) {
    const Call& call = request.calls[index];
    bool is_derivative = false;
    emit::CasadiFunction one{.function = index, .results = {}, .derivatives = 0, .jacobians = {}};
    for (const auto& [value, derivatives] : pairs()) {
      is_derivative =
          is_derivative || (call.functions == derivatives && place_of(request.calls, {value}) < request.calls.size());
      if (call.functions != std::vector{value}) continue;
      one.derivatives = place_of(request.calls, derivatives);
      if (one.derivatives == request.calls.size()) continue;
      for (std::size_t k = 1; k < unit.functions[one.derivatives].program.outputs.size(); ++k)
        one.jacobians.push_back({k, nv, nv});
    }
    if (is_derivative) continue;
    const auto& outputs = unit.functions[index].program.outputs;
    for (const Function f : call.functions)
      for (const auto& result : functions::info(f).results) {
        const std::size_t place = one.results.size(), size = outputs[place].nodes.size();
        const std::size_t rows = functions::rows_of(result.shape, size, nv);
        if (result.shape == functions::Shape::poses)  // a link is a column
          one.results.push_back({place, 12, size / 12, true});
        else
          one.results.push_back({place, rows > 0 ? rows : size, rows > 0 ? size / rows : 1});
      }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace tauforge::compiler
