// What `tauforge derive` writes: a document, JSON, or C.
#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

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
using explicit_model::Which;
using nlohmann::json;

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
  if (extras.exact_code) sections.push_back(exact_code_section(robot, d));
  if (extras.rates) sections.push_back(rates_section(d, extras));
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
                       const std::string& what, bool forward) {
    for (const Function f : {Function::inverse_dynamics, Function::bias, Function::mass_matrix, Function::gravity,
                             Function::forward_dynamics}) {
      if (f == Function::forward_dynamics && !forward) continue;
      emit::UnitFunction function;
      function.name = before + explicit_model::name_of(f);
      function.comment = what;
      function.program = explicit_model::record(d.model, elements, f);
      unit.functions.push_back(std::move(function));
    }
  };
  add(d.complete, "", "full explicit model", singular.empty());
  if (d.payload) {
    emit::UnitFunction function;
    function.name = "inverse_dynamics_with_payload";
    function.comment = "full explicit model with any payload on the last link";
    auto program = torques_of(in_full(d), d.model.n, Which::payload, why_not);
    if (!program) return {};
    function.program = std::move(*program);
    unit.functions.push_back(std::move(function));
    unit.comment.push_back(
        fmt::format("Functions without a payload as an argument hold for one of {:g} kg.", d.payload->mass));
  }
  if (d.abbreviation) {
    unit.comment.push_back(fmt::format("abbreviated_...: {} operations, torques wrong by at most, joint by joint:",
                                       d.abbreviated->whole.total()));
    std::string bounds;
    for (const auto& joint : d.certificate->joints) bounds += fmt::format(" {:.4g}", 1.001 * joint.bound);
    unit.comment.push_back(" " + bounds + " (bounds over the operating range of the certificate)");
    if (!d.not_definite.empty())
      unit.comment.push_back(fmt::format("There is no abbreviated_forward_dynamics: {}.", d.not_definite));
    add(d.printed, "abbreviated_", "abbreviated explicit model", singular.empty() && d.not_definite.empty());
  }
  if (const std::string function = emit::function_that_overflows(unit); !function.empty()) {
    why_not = fmt::format("{} of robot '{}' cannot be written as C: {} [constant-overflow]", function, robot.name,
                          compiler::overflow_text(robot, false));
    return {};
  }
  compiler::lay_out(unit);
  return {{unit.prefix + ".c", emit::c_source(unit)}, {unit.prefix + ".h", emit::c_header(unit)}};
}

using Read = std::function<std::optional<expression::Program>(Which, std::string&)>;

// What was written keeps its certificates when it is read again; else why not.
std::string judged(const Derivation& d, const Read& read) {
  for (const Which which : {Which::full, Which::abbreviated, Which::payload}) {
    if (which == Which::abbreviated ? !d.abbreviation : which == Which::payload && !d.payload) continue;
    std::string why_not;
    const auto torques = read(which, why_not);
    if (!torques) return why_not;
    if (which == Which::payload) return broken_payload_promise(d, *torques);
    const auto& certificate = which == Which::full ? d.rounding : *d.certificate;
    if (why_not = broken_promise(d.model, d.complete, *torques, certificate); !why_not.empty()) return why_not;
  }
  return "";
}

}  // namespace

DeriveFiles derive_files(const robot::Robot& robot, const Derivation& d, const DeriveExtras& extras,
                         const std::string& format, bool reasons, const std::string& source) {
  DeriveFiles result;
  constexpr int most_joints_read = 9;  // beyond, names of angles are not told apart
  const auto hold = [&](const Read& read) {
    if (d.model.n <= most_joints_read) result.broken = judged(d, read);
  };
  const std::string name = compiler::prefix_for(robot.name) + "_explicit";
  if (format == "c") {
    result.files = c_files(robot, d, source, result.why_not);
    if (result.why_not.empty())
      hold([&](Which which, std::string& why_not) {
        const char* function = which == Which::full          ? "_inverse_dynamics"
                               : which == Which::abbreviated ? "_abbreviated_inverse_dynamics"
                                                             : "_inverse_dynamics_with_payload";
        return explicit_model::torques_of_c(result.files[0].text, name + function, d.model.n, why_not, which);
      });
    return result;
  }
  if (format == "json") {
    json answer = derivation_json(d);
    for (const auto& section : extra_sections(robot, d, extras)) answer["tables"].push_back(to_json(section));
    result.files = {{name + ".json", json_text(answer)}};
    hold([&](Which which, std::string& why_not) {
      return torques_of(printed_model(json::parse(result.files[0].text)), d.model.n, which, why_not);
    });
    return result;
  }
  const Format style = format == "latex" ? Format::latex : format == "markdown" ? Format::markdown : Format::text;
  explicit_model::Document document = explicit_model::document(d, style, reasons);
  for (auto& section : extra_sections(robot, d, extras)) document.sections.push_back(std::move(section));
  const char* ending = style == Format::latex ? ".tex" : style == Format::markdown ? ".md" : ".txt";
  result.files = {{name + ending, explicit_model::render(document, style, {extras.width, extras.columns})}};
  if (is_readable(d))
    hold([&](Which which, std::string& why_not) {
      return torques_of(read_document(result.files[0].text, style), d.model.n, which, why_not);
    });
  if (style == Format::latex && is_readable(d))
    result.files.push_back({name + "_equations.tex", latex_equations(document, extras.columns)});
  return result;
}

}  // namespace tauforge::cli
