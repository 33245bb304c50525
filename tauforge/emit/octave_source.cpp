#include "tauforge/emit/octave_source.h"

#include <fmt/format.h>

namespace tauforge::emit {

namespace {

using expression::Program;

// q(1), equation.D11, constants.inverse_dynamics.c1
constexpr ElementStyle octave_elements{".", "(", ")", 1};

CStyle octave_style() {
  CStyle style;
  style.language = Language::octave, style.libm = true;
  return style;
}

std::string body_of(const Unit& unit, const UnitFunction& f, const Program& program, const passes::Layout& layout) {
  UniqueNames names;
  for (const auto& p : parameters_of(unit, program)) names(p.name);
  NamedConstants constants(octave_style(), names, unit.origins);
  return c_body(program, layout, access_of(f, program, 0, octave_elements), octave_style(), names, constants, "  ")
      .statements;
}

std::string comment_of(const Unit& unit, const std::string& first, const std::vector<Parameter>& parameters) {
  std::string text = fmt::format("  % {}\n", c_comment_text(first));
  for (const auto& p : parameters)
    text += fmt::format("  %   {}{}: {}\n", p.name,
                        p.size > 0 && p.kind == Parameter::Kind::array ? fmt::format("({})", p.size) : "",
                        c_comment_text(p.meaning));
  for (const auto& line : unit.comment) text += line.empty() ? "  %\n" : fmt::format("  % {}\n", c_comment_text(line));
  return text;
}

OctaveFile function_file(const Unit& unit, const UnitFunction& f) {
  std::string outputs, inputs, zeros;
  const auto parameters = parameters_of(unit, f.program);
  for (const auto& p : parameters) {
    std::string& list = p.is_output ? outputs : inputs;
    list += (list.empty() ? "" : ", ") + p.name;
    if (p.is_output && p.kind == Parameter::Kind::array) zeros += fmt::format("  {} = zeros({}, 1);\n", p.name, p.size);
  }
  const std::string name = unit.prefix + "_" + f.name;
  return {name + ".m",
          fmt::format("function [{}] = {}({})\n{}{}{}end\n", outputs, name, inputs,
                      comment_of(unit, f.comment, parameters), zeros, body_of(unit, f, f.program, f.layout.script))};
}

OctaveFile setup_file(const Unit& unit) {
  std::string inputs, blocks;
  for (const auto& p : setup_parameters(unit))
    if (!p.is_output) inputs += (inputs.empty() ? "" : ", ") + p.name;
  for (const auto& f : unit.functions)
    if (!f.setup.outputs.empty()) blocks += body_of(unit, f, f.setup, f.layout.setup_script);
  const std::string name = unit.prefix + "_setup";
  return {name + ".m", fmt::format("function [constants] = {}({})\n{}{}end\n", name, inputs,
                                   comment_of(unit, "what the functions need of the run-time inputs; call it once",
                                              setup_parameters(unit)),
                                   blocks)};
}

}  // namespace

std::vector<OctaveFile> octave_sources(const Unit& unit) {
  std::vector<OctaveFile> files;
  for (const auto& f : unit.functions) files.push_back(function_file(unit, f));
  if (unit.has_setup()) files.push_back(setup_file(unit));
  return files;
}

}  // namespace tauforge::emit
