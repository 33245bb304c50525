#include "tauforge/emit/friction_step.h"

#include <fmt/format.h>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

namespace {

using Direction = FrictionStepDrive::Direction;

// Of the C library, in the unit's precision.
std::string library(const Unit& unit, const char* name) {
  return fmt::format("{}{}", name, unit.style.single_precision ? "f" : "");
}

std::string signature(const Unit& unit) {
  return fmt::format(
      "void {0}_friction_step(struct {0}_friction_state *state, const {1} q[{2}], const {1} qd[{2}],\n"
      "    const {1} tau_rigid[{2}], {1} dt, {1} tau[{2}])",
      unit.prefix, unit.style.type(), unit.friction_step.size());
}

std::string reset_signature(const Unit& unit) {
  return fmt::format("void {0}_friction_reset(struct {0}_friction_state *state)", unit.prefix);
}

// What stands before the direction of a drive.
std::string level_text(const Unit& unit, const FrictionStepDrive& d, std::size_t i) {
  const auto number = [&](double x) { return number_text(x, unit.style); };
  std::string text = number(d.coulomb);
  if (d.static_level != d.coulomb)
    text += fmt::format(" + {} * {}(-(v / {}) * (v / {}))", number(d.static_level - d.coulomb), library(unit, "exp"),
                        number(d.stribeck_velocity), number(d.stribeck_velocity));
  if (d.load != 0.0) text += fmt::format(" + {} * {}(tau_rigid[{}])", number(d.load), library(unit, "fabs"), i);
  if (d.root != 0.0)
    text += fmt::format(" + {} * {}({}(v) + {})", number(d.root), library(unit, "sqrt"), library(unit, "fabs"),
                        number(1e-12));
  return text;
}

std::string ripple_text(const Unit& unit, const FrictionStepDrive& d, std::size_t i) {
  const auto number = [&](double x) { return number_text(x, unit.style); };
  std::string text = number(1.0);
  for (const auto& [rate, cosine, sine] : d.harmonics)
    text += fmt::format(" + {} * {}({} * q[{}]) + {} * {}({} * q[{}])", number(cosine), library(unit, "cos"),
                        number(rate), i, number(sine), library(unit, "sin"), number(rate), i);
  return text;
}

std::string direction_text(const Unit& unit, const FrictionStepDrive& d, std::size_t i) {
  const auto number = [&](double x) { return number_text(x, unit.style); };
  switch (d.direction) {
    case Direction::smooth: return fmt::format("{}(v / {})", library(unit, "tanh"), number(d.width));
    case Direction::memory:
      return fmt::format("{}_presliding({} * dt * (v + state->qd[{}]) / {}, {}, state->s[{}])", unit.prefix,
                         number(0.5), i, number(d.distance), number(d.elastic), i);
    case Direction::sign: break;
  }
  return fmt::format("{}_direction(v)", unit.prefix);
}

bool any(const Unit& unit, Direction direction) {
  for (const auto& d : unit.friction_step)
    if (d.direction == direction) return true;
  return false;
}

std::string helpers_text(const Unit& unit) {
  const char* type = unit.style.type();
  const auto number = [&](double x) { return number_text(x, unit.style); };
  std::string text = fmt::format(
      "\n/* -1, 0 or 1; a NaN stays one. */\nstatic {0} {1}_direction({0} x)\n{{\n"
      "  return ({0})((x > {2}) - (x < {2})) + (x - x);\n}}\n",
      type, unit.prefix, number(0.0));
  if (!any(unit, Direction::memory)) return text;
  return text +
         fmt::format(
             "\n/* Before it slides a joint gives way like a spring, of which a share b springs back. x: the way of "
             "this step, in distances. */\n"
             "static {0} {1}_presliding({0} x, {0} b, {0} s)\n{{\n"
             "  const {0} way = {1}_direction(x), u = way * s, length = way * x;\n"
             "  const {0} room = {2} * ((b - u) + {4}(b - u));\n"
             "  const {0} plastic = {2} * ((length - room) + {4}(length - room)), elastic = length - plastic;\n"
             "  return s + way * (elastic + ({3} - u - elastic) * ({3} - {5}(-plastic / ({3} - b))));\n}}\n",
             type, unit.prefix, number(0.5), number(1.0), library(unit, "fabs"), library(unit, "exp"));
}

}  // namespace

std::string friction_step_declarations(const Unit& unit) {
  const std::size_t n = unit.friction_step.size();
  return fmt::format(
      "/* Of friction that remembers; it belongs to the caller, one for each arm. */\n"
      "struct {0}_friction_state {{\n"
      "  {1} s[{2}]; /* direction of every drive's friction, -1 to 1 */\n"
      "  {1} qd[{2}]; /* speeds of the last call [rad/s or m/s] */\n}};\n\n"
      "/* Nothing is known of the way before: all zero. */\n{3};\n\n"
      "/* Friction of the drives. It grows with the load, and after a reversal it needs a distance to turn round, so "
      "it\n"
      " * is called once per period with the motion that is wanted; measured speeds would follow every count of an "
      "encoder.\n"
      " *   q[{2}], qd[{2}]: positions and velocities [rad or m, and per second]\n"
      " *   tau_rigid[{2}]: torques of the drives without friction, rotors included [N m or N]\n"
      " *   dt: since the last call [s]\n"
      " *   tau[{2}]: what friction asks for besides [N m or N]; may not overlap tau_rigid\n */\n{4};\n\n",
      unit.prefix, unit.style.type(), n, reset_signature(unit), signature(unit));
}

std::string friction_step_definitions(const Unit& unit) {
  const CStyle& style = unit.style;
  const auto number = [&](double x) { return number_text(x, style); };
  std::string text = helpers_text(unit);
  text += fmt::format(
      "\n{}\n{{\n  volatile {} unknown = {}; /* so that no compiler calls memset */\n  const {} zero = unknown;\n",
      reset_signature(unit), style.type(), number(0.0), style.type());
  for (std::size_t i = 0; i < unit.friction_step.size(); ++i)
    text += fmt::format("  state->s[{0}] = zero;\n  state->qd[{0}] = zero;\n", i);
  text += fmt::format("}}\n\n{}\n{{\n  (void)q;\n  (void)tau_rigid;\n  (void)dt;\n", signature(unit));
  for (std::size_t i = 0; i < unit.friction_step.size(); ++i) {
    const FrictionStepDrive& d = unit.friction_step[i];
    text += fmt::format("  {{\n    const {0} v = qd[{1}], s = {2};\n    const {0} level = {3};\n", style.type(), i,
                        direction_text(unit, d, i), level_text(unit, d, i));
    const std::string sum = fmt::format("level * s + {} * v", number(d.viscous));
    text += d.harmonics.empty()
                ? fmt::format("    tau[{}] = {} + {};\n", i, sum, number(d.offset))
                : fmt::format("    tau[{}] = ({}) * ({}) + {};\n", i, ripple_text(unit, d, i), sum, number(d.offset));
    text += fmt::format("    state->s[{0}] = s;\n    state->qd[{0}] = v;\n  }}\n", i);
  }
  return text + "}\n";
}

std::string friction_step_call(const Unit& unit) {
  const std::size_t n = unit.friction_step.size();
  const char* type = unit.style.type();
  return fmt::format(
      "static void call_friction_step(const void *constants, const struct tauforge_state *x, double *result)\n"
      "{{\n  struct {0}_friction_state state;\n  {1} q[{2}], qd[{2}], load[{2}], f[{2}];\n  size_t i;\n"
      "  (void)constants;\n"
      "  for (i = 0; i < {2}; ++i) {{\n    q[i] = ({1})x->q[i];\n    qd[i] = ({1})x->qd[i];\n    load[i] = "
      "({1})x->tau[i];\n"
      "    state.s[i] = ({1})x->friction_state[1 + i];\n    state.qd[i] = ({1})x->friction_state[1 + {2} + i];\n  }}\n"
      "  {0}_friction_step(&state, q, qd, load, ({1})x->friction_state[0], f);\n"
      "  for (i = 0; i < {2}; ++i) {{\n    result[i] = (double)f[i];\n    result[{2} + i] = (double)state.s[i];\n"
      "    result[{3} + i] = (double)state.qd[i];\n  }}\n}}\n\n",
      unit.prefix, type, n, 2 * n);
}

std::string friction_step_entry(const Unit& unit) {
  int multiplications = 0, additions = 0, sines = 0;
  for (const auto& d : unit.friction_step) {
    const int harmonics = static_cast<int>(d.harmonics.size());
    multiplications += 2 + (d.load != 0.0) + (d.root != 0.0) + 4 * harmonics + (harmonics > 0);
    additions += 2 + (d.load != 0.0) + 2 * (d.root != 0.0) + 2 * harmonics;
    if (d.static_level != d.coulomb) multiplications += 4, additions += 1;
    if (d.direction == Direction::memory) multiplications += 10, additions += 11;
    if (d.direction == Direction::smooth) multiplications += 1;
    sines += 2 * harmonics;
  }
  const std::size_t n = unit.friction_step.size();
  return fmt::format(
      "  {{\"friction_step\", \"friction of the drives that remembers: torques, then the state after the step\",\n"
      "   {}, {}, {}, {}, call_friction_step, NULL, {{NULL, NULL}}}},\n",
      n + friction_state_numbers(n), multiplications, additions, sines);
}

}  // namespace tauforge::emit
