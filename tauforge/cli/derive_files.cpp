// What `tauforge derive` writes: a document, JSON, or C.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/compiler/lay_out.h"
#include "tauforge/compiler/refusal.h"
#include "tauforge/emit/c_unit.h"
#include "tauforge/emit/overflow.h"

namespace tauforge::cli {

namespace {

using compiler::GeneratedFile;
using explicit_model::Derivation;
using explicit_model::Format;
using explicit_model::Function;
using explicit_model::Section;
using nlohmann::json;

json to_json(const explicit_model::Operations& o) {
  return {{"multiplications", o.multiplications}, {"additions", o.additions}, {"total", o.total()}};
}

json to_json(const explicit_model::Calculations& c) {
  return {{"kinetic_energy_matrix", to_json(c.kinetic_energy)},
          {"configuration", to_json(c.configuration)},
          {"rates", to_json(c.rates())},
          {"whole", to_json(c.whole)}};
}

json to_json(const Section& section) {
  json rows = json::array();
  for (const auto& row : section.rows) {
    json cells = json::array();
    for (const auto& cell : row) cells.push_back(cell.text);
    rows.push_back(cells);
  }
  return {{"title", section.title}, {"lines", section.lines}, {"rows", rows}};
}

std::vector<Section> extra_sections(const robot::Robot& robot, const Derivation& d, const DeriveExtras& extras) {
  std::vector<Section> sections;
  if (extras.compare)
    for (auto& section : compare_sections(robot, d)) sections.push_back(std::move(section));
  sections.push_back(rates_section(d, extras));
  if (extras.blocks > 0) sections.push_back(blocks_section(d, extras.blocks));
  if (extras.simulate) sections.push_back(simulate_section(robot, d));
  return sections;
}

std::vector<GeneratedFile> c_files(const robot::Robot& robot, const Derivation& d, const std::string& source,
                                   std::string& why_not) {
  emit::Unit unit;
  unit.prefix = compiler::prefix_for(robot.name) + "_explicit";
  unit.style.libm = true;
  unit.style.sign = unit.prefix + "_sign";
  unit.comment = {fmt::format("Explicit model of {}, from {}.", printable(robot.name), printable(source)),
                  "A(q) qdd + B(q) [qd qd] + C(q) [qd^2] + g(q) = torque; rotors included, friction not.",
                  fmt::format("Torques: {} multiplications, {} additions; sines and cosines not counted.",
                              d.calculations.whole.multiplications, d.calculations.whole.additions),
                  "Angles in rad, lengths in m, torques in N m; see docs/explicit-model.md of Tauforge."};
  const std::string singular = compiler::why_singular(robot, {});
  if (!singular.empty()) unit.comment.push_back(fmt::format("There is no forward dynamics: {}.", printable(singular)));
  const auto add = [&](const std::vector<explicit_model::Element>& elements, const std::string& before,
                       const std::string& what) {
    for (const Function f : {Function::inverse_dynamics, Function::bias, Function::mass_matrix, Function::gravity,
                             Function::forward_dynamics}) {
      if (f == Function::forward_dynamics && !singular.empty()) continue;
      emit::UnitFunction function;
      function.name = before + explicit_model::name_of(f);
      function.comment = what;
      function.program = explicit_model::record(d.model, elements, f);
      unit.functions.push_back(std::move(function));
    }
  };
  add(d.complete, "", "full explicit model");
  if (d.abbreviation) {
    unit.comment.push_back(fmt::format("abbreviated_...: without terms below {:g} %; largest torque errors by joint:",
                                       100 * d.abbreviation->share));
    std::string bounds;
    for (const auto& joint : d.certificate->joints) bounds += fmt::format(" {:.3g}", joint.bound);
    unit.comment.push_back(" " + bounds + " (bounds over the operating range of the certificate)");
    add(d.abbreviation->elements, "abbreviated_", "abbreviated explicit model");
  }
  if (const std::string function = emit::function_that_overflows(unit); !function.empty()) {
    why_not = fmt::format("{} of robot '{}' cannot be written as C: {} [constant-overflow]", function, robot.name,
                          compiler::overflow_text(robot, false));
    return {};
  }
  compiler::lay_out(unit);
  return {{unit.prefix + ".c", emit::c_source(unit)}, {unit.prefix + ".h", emit::c_header(unit)}};
}

}  // namespace

json derivation_json(const Derivation& d) {
  json constants = json::array(), elements = json::array(), merges = json::array(), removed = json::object(),
       derivatives = json::array();
  for (const auto& c : d.model.constants) {
    const char* kinds[] = {"inertia", "motor", "gravity"};
    constants.push_back({{"name", c.name},
                         {"kind", kinds[static_cast<int>(c.kind)]},
                         {"value", c.value},
                         {"tolerance", c.tolerance ? json(*c.tolerance) : json()},
                         {"definition", definition_text(d.model, c, explicit_model::plain_text)}});
  }
  for (std::size_t e = 0; e < d.complete.size(); ++e) {
    const auto& element = d.complete[e];
    const auto formula = [&](const explicit_model::Element& x) {
      return sum_text(d.model, x.same_as < 0 ? x.written : d.model.written(x.sum), explicit_model::plain_text);
    };
    json entry = {{"name", element.name}, {"formula", formula(element)}};
    if (element.same_as >= 0)
      entry["same_as"] = {{"element", d.complete[static_cast<std::size_t>(element.same_as)].name},
                          {"factor", element.factor}};
    if (d.abbreviation) entry["abbreviated"] = formula(d.abbreviation->elements[e]);
    elements.push_back(entry);
  }
  const auto index = [](const explicit_model::SymbolIndex& s) { return json{s.k + 1, s.l + 1, s.i + 1}; };
  for (const auto& m : d.model.christoffel.merges)
    merges.push_back({{"symbol", index(m.symbol)},
                      {"equals", m.zero ? json(0) : index(m.same_as)},
                      {"sign", m.sign},
                      {"reason", to_text(m.reason)}});
  for (int r = 0; r < explicit_model::reasons; ++r)
    removed[to_text(static_cast<explicit_model::Reason>(r))] = d.model.christoffel.removed[static_cast<std::size_t>(r)];
  for (const auto& x : d.model.christoffel.derivatives) derivatives.push_back({x.j + 1, x.k + 1, x.l + 1});
  json answer = {{"robot", d.model.robot},
                 {"joints", d.model.n},
                 {"constants", constants},
                 {"elements", elements},
                 {"christoffel",
                  {{"possible", d.model.christoffel.uses.size()},
                   {"distinct", d.model.christoffel.distinct.size()},
                   {"derivatives", derivatives},
                   {"removed", removed},
                   {"merges", merges}}},
                 {"calculations", {{"full", to_json(d.calculations)}}}};
  if (!d.abbreviation) return answer;
  answer["calculations"]["abbreviated"] = to_json(*d.abbreviated);
  json joints = json::array();
  for (std::size_t i = 0; i < d.certificate->joints.size(); ++i) {
    const auto& joint = d.certificate->joints[i];
    const auto& range = d.certificate->range;
    joints.push_back({{"bound", joint.bound},
                      {"found", joint.found},
                      {"found_at", {{"q", joint.q}, {"qd", joint.qd}, {"qdd", joint.qdd}}},
                      {"largest_torque", joint.torque},
                      {"position", {range.q[i].low, range.q[i].high}},
                      {"speed", range.qd[i]},
                      {"acceleration", range.qdd[i]}});
  }
  answer["abbreviation"] = {{"share", d.abbreviation->share},
                            {"terms", d.abbreviation->terms.size()},
                            {"dropped", d.abbreviation->dropped()},
                            {"certificate", joints}};
  return answer;
}

std::vector<GeneratedFile> derive_files(const robot::Robot& robot, const Derivation& d, const DeriveExtras& extras,
                                        const std::string& format, bool reasons, const std::string& source,
                                        std::string& why_not) {
  if (format == "c") return c_files(robot, d, source, why_not);
  const std::string name = compiler::prefix_for(robot.name) + "_explicit";
  if (format == "json") {
    json answer = derivation_json(d);
    for (const auto& section : extra_sections(robot, d, extras)) answer["tables"].push_back(to_json(section));
    return {{name + ".json", json_text(answer)}};
  }
  const Format style = format == "latex" ? Format::latex : format == "markdown" ? Format::markdown : Format::text;
  explicit_model::Document document = explicit_model::document(d, style, reasons);
  for (auto& section : extra_sections(robot, d, extras)) document.sections.push_back(std::move(section));
  const char* ending = style == Format::latex ? ".tex" : style == Format::markdown ? ".md" : ".txt";
  return {{name + ending, explicit_model::render(document, style, extras.width)}};
}

}  // namespace tauforge::cli
