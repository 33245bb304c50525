#include "tauforge/emit/c_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tauforge/emit/c_unit_parts.h"
#include "tauforge/emit/observer.h"

namespace tauforge::emit {

using expression::Program;

namespace {

std::string banner(const Unit& unit) {
  std::string text = "/*\n";
  for (const auto& line : unit.comment) text += line.empty() ? " *\n" : fmt::format(" * {}\n", c_comment_text(line));
  return text + " */\n";
}

std::string parameter_text(const Parameter& p, const CStyle& style) {
  const char* constant = p.is_output ? "" : "const ";
  if (p.kind == Parameter::Kind::array) return fmt::format("{}{} {}[{}]", constant, style.type(), p.name, p.size);
  return fmt::format("{}{} *{}", constant, p.type, p.name);
}

std::string parameter_list(const std::vector<Parameter>& parameters, const CStyle& style) {
  std::string text;
  for (const auto& p : parameters) text += (text.empty() ? "" : ", ") + parameter_text(p, style);
  return text.empty() ? "void" : text;
}

}  // namespace

std::string signature(const Unit& unit, const UnitFunction& f) {
  return fmt::format("void {}_{}({})", unit.prefix, f.name, parameter_list(parameters_of(unit, f.program), unit.style));
}

namespace {

std::string batch_list(const Unit& unit, const UnitFunction& f) {
  std::string text;
  for (const auto& p : parameters_of(unit, f.program)) {
    const char* constant = p.is_output ? "" : "const ";
    const std::string type = p.kind == Parameter::Kind::array ? unit.style.type() : p.type;
    text += fmt::format(", {}{} *{}", constant, type, p.name);
  }
  return text;
}

std::string batch_signature(const Unit& unit, const UnitFunction& f) {
  return fmt::format("void {}_{}_batch(size_t count{})", unit.prefix, f.name, batch_list(unit, f));
}

}  // namespace

UniqueNames names_in(const Unit& unit, const Program& program, UniqueNames names) {
  for (const auto& p : parameters_of(unit, program)) names(p.name);
  for (const char* name : {"angle", "sine", "cosine", "l", "i", "k", "count", "first", "lanes", "from"}) names(name);
  return names;
}

namespace {

// Around the functions of one state, whose neighbouring results gcc would collect into vectors as wide as the machine has
// them: with 512 bits a mass matrix takes twice as long as with 256. Tiles of states want all the width there is.
constexpr const char* narrow_begin = R"(
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9 && defined(__AVX512F__)
#pragma GCC push_options
#pragma GCC target("prefer-vector-width=256") /* wider, collecting results costs more than it saves */
#endif
)";
constexpr const char* narrow_end = R"(
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 9 && defined(__AVX512F__)
#pragma GCC pop_options
#endif
)";

}  // namespace

Angles angles_of(const passes::Layout& layout, int states) {
  return {static_cast<int>(layout.angles.nodes.size()), states, layout.angles.sums, layout.angles.by_theorem};
}

std::string sincos_name(const CStyle& style, const Angles& angles) {
  std::string name = fmt::format("{}{}", style.sincos, angles.count);
  if (angles.states > 1) name += fmt::format("x{}", angles.states);
  for (const passes::AngleSum& sum : angles.sums) name += fmt::format("_{}{}{}", sum.a, sum.minus ? "m" : "p", sum.b);
  return name;
}

namespace {

std::string unused_parameters(const Unit& unit, const Program& program) {
  std::string text;
  const NodesRead read(program);
  const auto parameters = parameters_of(unit, program);
  for (std::size_t k = 0; k < program.arguments.size(); ++k)
    if (!read.any_of(program.arguments[k])) text += unused_text(parameters[k].name);
  return text;
}

}  // namespace

// A zero that compilers cannot know to be one: they would call memset for long rows of zeros, and the code would need
// more than math.h.
std::string zero_text(const CBody& body, const CStyle& style, const char* indent) {
  if (body.zero.empty()) return "";
  return fmt::format(
      "{3}volatile {0} unknown = {2}; /* so that no compiler calls memset */\n{3}const {0} {1} = unknown;\n",
      style.type(), body.zero, number_text(0.0, style), indent);
}

std::string unused_text(const std::string& parameter) { return fmt::format("  (void){};\n", parameter); }

SincosOptions sincos_options(const CStyle& style, const Angles& angles) {
  const int count = angles.count * angles.states;
  return {sincos_name(style, angles),
          count,
          style.single_precision,
          true,
          angles.states == 1 && count > 1,
          angles.states,
          angles.sums,
          angles.by_theorem};
}

namespace {

// Outputs whose results go to memory one by one (passes/single_stores.h) have a second name.
std::vector<std::string> names_of_single_stores(const Program& program, UniqueNames& names) {
  std::vector<std::string> all;
  for (const auto& output : program.outputs) all.push_back(names("to_" + c_identifier(output.name)));
  return all;
}

std::string single_stores(const Unit& unit, const Program& program, const CAccess& access,
                          const passes::Layout& layout) {
  std::string text;
  const auto parameters = parameters_of(unit, program);
  for (std::size_t k = 0; k < program.outputs.size(); ++k) {
    if (layout.singly.empty() || !layout.singly[k]) continue;
    const Parameter& p = parameters[program.arguments.size() + k];
    text += fmt::format(
        "  volatile {} *const {} = {}; /* the caller's array, each element stored to once: volatile only\n"
        "    keeps compilers from gathering the stores into vectors, which costs more than it saves */\n",
        p.kind == Parameter::Kind::array ? unit.style.type() : p.type, access.singly[k], p.name);
  }
  return text;
}

std::string function_text(const Unit& unit, const UnitFunction& f, NamedConstants& constants, const UniqueNames& names,
                          AngleSets& sets) {
  if (!f.rolled.groups.empty()) return rolled_text(unit, f, constants, names, sets);
  UniqueNames locals = names_in(unit, f.program, names);
  CAccess access = access_of(f, f.program, 0);
  access.singly = names_of_single_stores(f.program, locals);
  const CBody body = c_body(f.program, f.layout.program, access, unit.style, locals, constants, "  ");
  std::string text = constants.definitions();
  if (!text.empty()) text += "\n";
  text += signature(unit, f) + "\n{\n" + single_stores(unit, f.program, access, f.layout.program) +
          zero_text(body, unit.style, "  ") + body.zeros;
  if (const Angles angles = angles_of(f.layout.program, 1); angles.count > 0) {
    sets.insert(angles);
    const int room = sincos_room(sincos_options(unit.style, angles));
    text += fmt::format("  {0} angle[{1}], sine[{2}], cosine[{2}];\n{3}", unit.style.type(), angles.count, room,
                        body.angles);
    text += fmt::format("  {}(angle, sine, cosine);\n", sincos_name(unit.style, angles));
  }
  return text + unused_parameters(unit, f.program) + body.statements + "}\n";
}

// Compilers make no branch of comparisons that become integers, so the time does not depend on the number; in loops
// over lanes they vectorise choices between constants instead.
std::string sign_text(const CStyle& style, bool in_lanes) {
  const std::string one = number_text(1.0, style), zero = number_text(0.0, style);
  const std::string value = in_lanes ? fmt::format("(x > {1} ? {0} : {1}) + (x < {1} ? -{0} : {1})", one, zero)
                                     : fmt::format("({1})((x > {0}) - (x < {0}))", zero, style.type());
  return fmt::format(
      "\n/* -1, 0 or 1; the difference lets NaN through */\n"
      "static {0} {1}({0} x)\n{{\n  return {2} + (x - x);\n}}\n",
      style.type(), style.sign, value);
}

}  // namespace

CStyle in_lanes(CStyle style) {
  style.sign += "_in_lanes";
  return style;
}

namespace {

std::string tile_text(const Unit& unit, const UnitFunction& f, NamedConstants& constants, const UniqueNames& names,
                      AngleSets& sets) {
  constexpr int tile = states_of_tile;
  const CStyle style = in_lanes(unit.style);
  const CBody body = c_body(f.program, f.layout.tile, access_of(f, f.program, tile), style,
                            names_in(unit, f.program, names), constants, "    ");
  std::string list, call, load, load_rest, store, buffers;
  for (const auto& p : parameters_of(unit, f.program)) {
    const bool array = p.kind == Parameter::Kind::array;
    list += list.empty() ? "" : ", ";
    if (!array) {
      list += parameter_text(p, style);
      call += (call.empty() ? "" : ", ") + p.name;
      continue;
    }
    list += fmt::format("{} {}[restrict {}][{}]", style.type(), p.name, p.size, tile);
    call += (call.empty() ? "" : ", ") + p.name + "_tile";
    buffers += fmt::format("    {} {}_tile[{}][{}];\n", style.type(), p.name, p.size, tile);
    if (p.is_output)
      store +=
          fmt::format("      for (i = 0; i < {1}; ++i) {0}[(first + l) * {1} + i] = {0}_tile[i][l];\n", p.name, p.size);
    else
      for (const bool whole : {true, false})  // lanes beyond the last state repeat it
        (whole ? load : load_rest) += fmt::format(
            "      for (l = 0; l < {2}; ++l)\n"
            "        for (i = 0; i < {1}; ++i) {0}_tile[i][l] = {0}[(first + {3}) * {1} + i];\n",
            p.name, p.size, tile, whole ? "l" : "(l < lanes ? l : lanes - 1)");
  }
  std::string text = constants.definitions();
  if (!text.empty()) text += "\n";
  text += fmt::format("static void {}_{}_tile({})\n{{\n", unit.prefix, f.name, list);
  if (const Angles angles = angles_of(f.layout.tile, tile); angles.count > 0) {
    sets.insert(angles);
    text += fmt::format("  {0} angle[{1}], sine[{1}], cosine[{1}];\n", style.type(), angles.count * tile);
    text += fmt::format("  int l;\n  for (l = 0; l < {}; ++l) {{\n{}  }}\n", tile, body.angles);
    text += fmt::format("  {}(angle, sine, cosine);\n", sincos_name(style, angles));
  } else {
    text += "  int l;\n";
  }
  text += unused_parameters(unit, f.program);
  text += zero_text(body, style, "  ");
  text += fmt::format("  for (l = 0; l < {}; ++l) {{\n{}  }}\n}}\n\n", tile, body.statements);
  text += batch_signature(unit, f) + "\n{\n  size_t first;\n";
  text += fmt::format("  for (first = 0; first < count; first += {}) {{\n", tile);
  text += fmt::format("    const size_t lanes = count - first < {0} ? count - first : {0};\n    size_t i, l;\n", tile);
  text += buffers;
  // A whole tile by itself: 7 % less time than with lanes that could be missing. (The same for the stores costs time.)
  text += fmt::format("    if (lanes == {}) {{\n{}    }} else {{\n{}    }}\n", tile, load, load_rest);
  text += fmt::format("    {}_{}_tile({});\n    for (l = 0; l < lanes; ++l) {{\n{}    }}\n  }}\n}}\n", unit.prefix,
                      f.name, call, store);
  return text;
}

std::string setup_text(const Unit& unit, NamedConstants& constants, const UniqueNames& names) {
  if (!unit.has_setup()) return "";
  std::string blocks;
  CStyle style = unit.style;
  style.libm = true;  // it runs once
  for (const auto& f : unit.functions) {
    if (f.setup.outputs.empty()) continue;
    const CBody body = c_body(f.setup, f.layout.setup, access_of(f, f.setup, 0), style, names_in(unit, f.setup, names),
                              constants, "    ");
    blocks +=
        fmt::format("  {{ /* {} */\n{}{}{}  }}\n", f.name, zero_text(body, style, "    "), body.zeros, body.statements);
  }
  std::string text = constants.definitions() + "\n";
  text += fmt::format("void {}_setup({})\n{{\n", unit.prefix, parameter_list(setup_parameters(unit), unit.style));
  for (const auto& p : setup_parameters(unit))
    if (!p.is_output && blocks.find(p.name + "[") == std::string::npos) text += unused_text(p.name);
  return text + blocks + "}\n";
}

std::string struct_text(const std::string& name, const std::vector<std::string>& elements, const CStyle& style,
                        const std::string& indent, const std::string& meaning) {
  std::string text = meaning.empty() ? "" : fmt::format("{}/* {} */\n", indent, c_comment_text(meaning));
  text += fmt::format("{}struct{} {{\n", indent, name.empty() ? "" : " " + name);
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) text += fmt::format("{}  {} {};\n", indent, style.type(), line);
    line.clear();
  };
  for (const auto& element : elements) {
    if (line.size() > 80) flush();
    line += (line.empty() ? "" : ", ") + c_identifier(element);
  }
  flush();
  return text + indent + "}";
}

std::string structs_text(const Unit& unit) {
  std::string text;
  if (unit.has_setup()) {
    text += fmt::format(
        "/* What {0}_setup computes once from the run-time inputs; the caller owns it. */\nstruct {0}_constants {{\n",
        unit.prefix);
    for (const auto& f : unit.functions)
      if (!f.setup.outputs.empty())
        text += struct_text("", f.setup.outputs[0].elements, unit.style, "  ", "") + " " + f.name + ";\n";
    text += "};\n\n";
  }
  for (const auto& f : unit.functions)
    for (const auto& o : f.program.outputs)
      if (!o.elements.empty())
        text += struct_text(unit.prefix + "_" + c_identifier(o.name), o.elements, unit.style, "", o.meaning) + ";\n\n";
  return text;
}

std::string meanings(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const auto& p : parameters)
    text += fmt::format(" *   {}{}: {}\n", p.name, p.kind == Parameter::Kind::array ? fmt::format("[{}]", p.size) : "",
                        c_comment_text(p.meaning));
  return text;
}

}  // namespace

CAccess access_of(const UnitFunction& function, const Program& program, int states, const ElementStyle& style) {
  CAccess access;
  access.tile = states;
  const char* lane = states > 0 ? "[l]" : "";
  const auto texts = [&](const std::string& name, std::size_t size, const std::vector<std::string>& elements) {
    const std::string owner =
        c_identifier(name) + style.member + (name == constants_argument ? function.name + "." : "");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < size; ++i)
      all.push_back(elements.empty()
                        ? fmt::format("{}{}{}{}{}", c_identifier(name), style.open, i + style.first, style.close, lane)
                        : owner + c_identifier(elements[i]));
    return all;
  };
  for (const auto& a : program.arguments) access.arguments.push_back(texts(a.name, a.nodes.size(), a.elements));
  for (const auto& o : program.outputs) access.outputs.push_back(texts(o.name, o.nodes.size(), o.elements));
  return access;
}

bool Unit::has_setup() const {
  for (const auto& f : functions)
    if (!f.setup.outputs.empty()) return true;
  return false;
}

std::vector<Parameter> parameters_of(const Unit& unit, const Program& program) {
  std::vector<Parameter> parameters;
  const auto add = [&](const std::string& name, const std::string& meaning, std::size_t size, bool is_struct,
                       bool output) {
    const auto kind = name == constants_argument ? Parameter::Kind::constants
                      : is_struct                ? Parameter::Kind::record
                                                 : Parameter::Kind::array;
    const std::string type =
        kind == Parameter::Kind::array ? "" : fmt::format("struct {}_{}", unit.prefix, c_identifier(name));
    parameters.push_back({kind, c_identifier(name), type, static_cast<int>(size), output, meaning});
  };
  for (const auto& a : program.arguments) add(a.name, a.meaning, a.nodes.size(), !a.elements.empty(), false);
  for (const auto& o : program.outputs) add(o.name, o.meaning, o.nodes.size(), !o.elements.empty(), true);
  return parameters;
}

std::vector<Parameter> setup_parameters(const Unit& unit) {
  std::vector<Parameter> parameters;
  std::set<std::string> seen;
  for (const auto& f : unit.functions)
    for (const auto& p : parameters_of(unit, f.setup))
      if (!p.is_output && seen.insert(p.name).second) parameters.push_back(p);
  parameters.push_back({Parameter::Kind::constants, "constants", fmt::format("struct {}_constants", unit.prefix), 0,
                        true, "everything the functions need of them"});
  return parameters;
}

std::string c_header(const Unit& unit) {
  std::string guard = unit.prefix + "_h";
  for (char& c : guard) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string text = banner(unit);
  text += fmt::format(
      "#ifndef {0}\n#define {0}\n\n#include <stddef.h>\n\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n", guard);
  text += "/* Results are written as soon as they are known: no result may overlap an argument. */\n\n";
  text += structs_text(unit);
  if (unit.has_setup())
    text +=
        fmt::format("/* Call once, and again whenever an input changes.\n{} */\nvoid {}_setup({});\n\n",
                    meanings(setup_parameters(unit)), unit.prefix, parameter_list(setup_parameters(unit), unit.style));
  for (const auto& f : unit.functions) {
    text += fmt::format("/* {}\n{} */\n{};\n", c_comment_text(f.comment), meanings(parameters_of(unit, f.program)),
                        signature(unit, f));
    if (f.batch)
      text += fmt::format("/* The same for `count` states, one after another in every array. */\n{};\n",
                          batch_signature(unit, f));
    text += "\n";
  }
  if (unit.observer) text += observer_declarations(unit);
  if (!unit.friction_step.empty()) text += friction_step_declarations(unit);
  return text + fmt::format("#ifdef __cplusplus\n}}\n#endif\n\n#endif /* {} */\n", guard);
}

std::string c_source(const Unit& unit) {
  UniqueNames names;
  for (const auto& f : unit.functions) names(unit.prefix + "_" + f.name);
  for (const CStyle& style : {unit.style, in_lanes(unit.style)}) names(style.sign);
  NamedConstants constants(unit.style, names, unit.origins);
  AngleSets one_state, many_states;
  std::string calls = setup_text(unit, constants, names), tiles;
  for (const auto& f : unit.functions) calls += "\n" + function_text(unit, f, constants, names, one_state);
  for (const auto& f : unit.functions)
    if (f.batch) tiles += "\n" + tile_text(unit, f, constants, names, many_states);
  const auto sincos = [&](const Angles& angles) { return "\n" + sincos_source(sincos_options(unit.style, angles)); };
  std::string text = banner(unit) + fmt::format("#include \"{}.h\"\n\n#include <math.h>\n", unit.prefix) + narrow_begin;
  for (const Angles& angles : one_state) text += sincos(angles);
  const auto uses = [](const std::string& body, const CStyle& style) {
    return body.find(style.sign + "(") != std::string::npos;
  };
  if (uses(calls, unit.style)) text += sign_text(unit.style, false);
  const bool limbs_use_sign = uses(calls, in_lanes(unit.style));
  if (limbs_use_sign) text += sign_text(in_lanes(unit.style), true);
  text += calls + narrow_end;
  for (const Angles& angles : many_states)
    if (!one_state.count(angles)) text += sincos(angles);  // eight limbs may share it with tiles of eight states
  if (uses(tiles, in_lanes(unit.style)) && !limbs_use_sign) text += sign_text(in_lanes(unit.style), true);
  if (unit.observer) tiles += observer_definitions(unit);
  if (!unit.friction_step.empty()) tiles += friction_step_definitions(unit);
  return text + tiles;
}

}  // namespace tauforge::emit
