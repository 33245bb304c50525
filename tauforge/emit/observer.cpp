#include "tauforge/emit/observer.h"

#include <fmt/format.h>

#include "tauforge/diagnostic/require.h"

namespace tauforge::emit {

namespace {

const UnitFunction& function_of(const Unit& unit, const char* name) {
  for (const UnitFunction& f : unit.functions)
    if (f.name == name) return f;
  diagnostic::require(false, "a unit with an observer has momentum and friction");
  return unit.functions.front();
}

std::size_t joints(const Unit& unit) { return function_of(unit, "momentum").program.outputs.at(0).nodes.size(); }

int positions(const Unit& unit) {  // of a floating base one more
  for (const Parameter& p : parameters_of(unit, function_of(unit, "momentum").program))
    if (p.name == "q") return p.size;
  return 0;
}

bool takes_constants(const Unit& unit, const UnitFunction& f) {
  for (const Parameter& p : parameters_of(unit, f.program))
    if (p.kind == Parameter::Kind::constants) return true;
  return false;
}

bool takes_constants(const Unit& unit) {
  return takes_constants(unit, function_of(unit, "momentum")) || takes_constants(unit, function_of(unit, "friction"));
}

// Parameters of both functions have the names of the observer's own.
std::string call_text(const Unit& unit, const char* name) {
  std::string arguments;
  for (const Parameter& p : parameters_of(unit, function_of(unit, name).program))
    arguments += (arguments.empty() ? "" : ", ") + p.name;
  return fmt::format("  {}_{}({});\n", unit.prefix, name, arguments);
}

std::string reset_signature(const Unit& unit) {
  return fmt::format("void {0}_momentum_observer_reset(struct {0}_observer_state *state, const {1} gain[{2}])",
                     unit.prefix, unit.style.type(), joints(unit));
}

std::string signature(const Unit& unit) {
  const std::string constants =
      takes_constants(unit) ? fmt::format("const struct {}_constants *constants, ", unit.prefix) : "";
  return fmt::format(
      "void {0}_momentum_observer({3}struct {0}_observer_state *state, const {1} q[{4}], const {1} qd[{2}],\n"
      "    const {1} tau[{2}], {1} dt, {1} residual[{2}])",
      unit.prefix, unit.style.type(), joints(unit), constants, positions(unit));
}

}  // namespace

std::string observer_declarations(const Unit& unit) {
  const std::size_t n = joints(unit);
  const char* type = unit.style.type();
  std::string text = fmt::format(
      "/* Of an observer; it belongs to the caller, one for each arm that is watched. */\n"
      "struct {0}_observer_state {{\n"
      "  {1} gain[{2}]; /* K of every coordinate, above zero [1/s] */\n"
      "  {1} residual[{2}]; /* of the last call [N m or N] */\n"
      "  {1} p[{2}]; /* momentum at the last call [kg m^2/s or kg m/s] */\n"
      "  {1} rate[{2}]; /* what changed it then besides torques [N m or N] */\n"
      "  {1} begun; /* 0: the next call has none before it */\n}};\n\n",
      unit.prefix, type, n);
  text += fmt::format(
      "/* Before the first call, and whenever the last call says nothing about the next: brakes were on, positions "
      "came to\n"
      " * mean something else, another payload was set up while the arm moved. A NaN stays until then, too.\n"
      " *   gain[{}]: K of every coordinate, above zero [1/s]\n */\n{};\n\n",
      n, reset_signature(unit));
  text += fmt::format(
      "/* Torques from outside that the drives did not give: a collision, a lost payload, a weak drive.\n"
      " *   r = K (p - p(0) - integral of (tau - friction + rate + r) dt), so that dr/dt = K (torque from outside - "
      "r):\n"
      " * every coordinate by itself behind a first-order low-pass of time constant 1/K. Call it once per period; "
      "periods may\n"
      " * differ, and no K dt makes it unstable. The first call after a reset gives zeros.\n"
      " * Dry friction of a drive at rest takes part of what acts on it: there the residual holds that part as well.\n"
      "{3} *   q[{4}], qd[{2}]: measured positions and velocities, as of {0}_momentum\n"
      " *   tau[{2}]: torques of the drives that were in force since the last call [N m or N]\n"
      " *   dt: since the last call [s]\n"
      " *   residual[{2}]: r, positive where it pushes as tau would [N m or N]\n */\n{1};\n\n",
      unit.prefix, signature(unit), n, takes_constants(unit) ? " *   constants: what the set-up stage computed\n" : "",
      positions(unit));
  return text;
}

std::string observer_definitions(const Unit& unit) {
  const std::size_t n = joints(unit);
  const CStyle& style = unit.style;
  const std::string zero = number_text(0.0, style), one = number_text(1.0, style), half = number_text(0.5, style);
  // a zero that compilers cannot know to be one: no call of memset
  std::string text = fmt::format("\n{}\n{{\n  volatile {} unknown = {}; /* so that no compiler calls memset */\n",
                                 reset_signature(unit), style.type(), zero);
  text += fmt::format("  const {} zero = unknown;\n", style.type());
  for (std::size_t i = 0; i < n; ++i)
    text += fmt::format(
        "  state->gain[{0}] = gain[{0}];\n  state->residual[{0}] = zero;\n  state->p[{0}] = zero;\n"
        "  state->rate[{0}] = zero;\n",
        i);
  text += "  state->begun = zero;\n}\n";
  text += fmt::format("\n{}\n{{\n  const {} begun = state->begun;\n  {} p[{}], rate[{}], f[{}];\n", signature(unit),
                      style.type(), style.type(), n, n, n);
  text += call_text(unit, "momentum") + call_text(unit, "friction");
  for (std::size_t i = 0; i < n; ++i)
    text += fmt::format(
        "  {{\n"
        "    const {1} K = state->gain[{0}], now = rate[{0}] - f[{0}];\n"
        "    const {1} change = p[{0}] - state->p[{0}] - dt * (tau[{0}] + {2} * (state->rate[{0}] + now));\n"
        "    const {1} r = begun * ((state->residual[{0}] + K * change) / ({3} + K * dt));\n"
        "    state->residual[{0}] = r;\n    state->p[{0}] = p[{0}];\n    state->rate[{0}] = now;\n"
        "    residual[{0}] = r;\n  }}\n",
        i, style.type(), half, one);
  return text + fmt::format("  state->begun = {};\n}}\n", one);
}

}  // namespace tauforge::emit
