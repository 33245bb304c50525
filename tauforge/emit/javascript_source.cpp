#include "tauforge/emit/javascript_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tauforge::emit {

namespace {

using expression::Program;

// q[0], equation.D11, constants.inverse_dynamics.c1
constexpr ElementStyle javascript_elements{".", "[", "]", 0};

CStyle javascript_style() {
  CStyle style;
  style.language = Language::javascript, style.libm = true;
  return style;
}

// What no local may be called: words of the language that C does not have, and what the module defines.
UniqueNames names_taken(const Unit& unit) {
  UniqueNames names;
  for (const char* word : {"arguments", "async",        "await",    "debugger", "eval",       "extends",    "finally",
                           "function",  "Float64Array", "Infinity", "in",       "instanceof", "implements", "interface",
                           "let",       "Math",         "NaN",      "null",     "of",         "package",    "super",
                           "undefined", "var",          "with",     "yield",    "setup",      "functions"})
    names(word);
  for (const auto& f : unit.functions) names(c_identifier(f.name));
  return names;
}

std::string body_of(const UnitFunction& f, const Program& program, const std::vector<Parameter>& parameters,
                    const passes::Layout& layout, UniqueNames names, NamedConstants& constants) {
  for (const auto& p : parameters) names(p.name);
  return c_body(program, layout, access_of(f, program, 0, javascript_elements), javascript_style(), names, constants,
                "  ")
      .statements;
}

std::string comment_of(const std::string& first, const std::vector<Parameter>& parameters) {
  std::string text = fmt::format("/* {}\n", c_comment_text(first));
  for (const auto& p : parameters)
    text += fmt::format(" *   {}{}: {}\n", p.name,
                        p.size > 0 && p.kind == Parameter::Kind::array ? fmt::format("[{}]", p.size) : "",
                        c_comment_text(p.meaning));
  return text + " */\n";
}

std::string fresh(const Parameter& p) {
  return p.kind == Parameter::Kind::array ? fmt::format("new Float64Array({})", p.size) : "{}";
}

std::string function_text(const Unit& unit, const UnitFunction& f, const UniqueNames& names,
                          NamedConstants& constants) {
  const auto parameters = parameters_of(unit, f.program);
  std::vector<std::string> list, results;
  for (const auto& p : parameters) {
    list.push_back(p.is_output ? fmt::format("{} = {}", p.name, fresh(p)) : p.name);
    if (p.is_output) results.push_back(p.name);
  }
  const std::string body = body_of(f, f.program, parameters, f.layout.script, names, constants);
  const std::string result = results.size() == 1 ? results[0] : fmt::format("{{ {} }}", fmt::join(results, ", "));
  return fmt::format("\n{}{}function {}({}) {{\n{}  return {};\n}}\n", constants.definitions(),
                     comment_of(f.comment, parameters), c_identifier(f.name), fmt::join(list, ", "), body, result);
}

std::string setup_text(const Unit& unit, const UniqueNames& names, NamedConstants& constants) {
  std::vector<std::string> inputs;
  const auto parameters = setup_parameters(unit);
  for (const auto& p : parameters)
    if (!p.is_output) inputs.push_back(p.name);
  std::string blocks;
  for (const auto& f : unit.functions) {
    if (f.setup.outputs.empty()) continue;
    const std::string body = body_of(f, f.setup, parameters, f.layout.setup_script, names, constants);
    blocks += fmt::format("  {{\n  constants.{} = {{}};\n{}  }}\n", c_identifier(f.name), body);
  }
  return fmt::format(
      "{}\n{}function setup({}) {{\n  const constants = {{}};\n{}  return constants;\n}}\n", constants.definitions(),
      comment_of("what the functions need of the run-time inputs; call it first, and whenever one of them changes",
                 parameters),
      fmt::join(inputs, ", "), blocks);
}

// What each function reads and gives, by name.
std::string table_text(const Unit& unit) {
  std::string text = "\nconst functions = {\n";
  for (const auto& f : unit.functions) {
    std::vector<std::string> reads, gives;
    for (const auto& p : parameters_of(unit, f.program))
      p.is_output ? gives.push_back(fmt::format("{{ name: \"{}\", size: {} }}", p.name, p.size))
                  : reads.push_back(fmt::format("\"{}\"", p.name));
    const std::string name = c_identifier(f.name);
    text += fmt::format("  {}: {{ call: {}, reads: [{}], gives: [{}] }},\n", name, name, fmt::join(reads, ", "),
                        fmt::join(gives, ", "));
  }
  return text + "};\n";
}

}  // namespace

std::string javascript_functions(const Unit& unit) {
  std::string text = "/*\n";
  for (const auto& line : unit.comment) text += line.empty() ? " *\n" : fmt::format(" * {}\n", c_comment_text(line));
  text += " */\n";
  UniqueNames names = names_taken(unit);
  NamedConstants constants(javascript_style(), names, unit.origins);
  if (unit.has_setup()) text += setup_text(unit, names, constants);
  for (const auto& f : unit.functions) text += function_text(unit, f, names, constants);
  return text + table_text(unit);
}

std::string javascript_module(const Unit& unit) {
  std::string text = javascript_functions(unit) + "\nexport { functions";
  if (unit.has_setup()) text += ", setup";
  for (const auto& f : unit.functions) text += ", " + c_identifier(f.name);
  return text + " };\n";
}

}  // namespace tauforge::emit
