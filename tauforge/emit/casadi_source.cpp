#include "tauforge/emit/casadi_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/emit/skeletons.h"
#include "tauforge/passes/zero_rows.h"

namespace tauforge::emit {

namespace {

using expression::Program;

// One function of CasADi: what it takes, what it gives, and the function of the unit behind it.
class External {
 public:
  External(const Unit& unit, std::string name, const UnitFunction& behind, const std::vector<CasadiMatrix>& results)
      : unit_(unit), name_(std::move(name)), behind_(behind), results_(results) {
    for (const auto& argument : behind.program.arguments) {
      inputs_.push_back(argument.name);
      in_patterns_.push_back(dense(argument.nodes.size()));
    }
    for (const auto& matrix : results) {
      outputs_.push_back(behind.program.outputs[matrix.output].name);
      out_patterns_.push_back(pattern(matrix));
    }
  }

  // The Jacobian also takes the results of what it is the Jacobian of; they are not read.
  void takes_results_of(const UnitFunction& value) {
    const auto& result = value.program.outputs.at(0);
    const auto inputs = inputs_;
    inputs_.push_back("out_" + result.name);
    in_patterns_.push_back(fmt::format("{}, 1, 0, 0", result.nodes.size()));
    for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] = fmt::format("jac_{}_{}", result.name, inputs[i]);
  }

  std::string text() const {
    return filled(skeletons::casadi_function, {{"FUNCTION", name_},
                                               {"CALL", call()},
                                               {"INPUTS", fmt::format("{}", inputs_.size())},
                                               {"OUTPUTS", fmt::format("{}", outputs_.size())},
                                               {"INPUT_NAMES", names(inputs_)},
                                               {"OUTPUT_NAMES", names(outputs_)},
                                               {"PATTERNS", patterns()},
                                               {"INPUT_PATTERNS", list(inputs_.size(), "in")},
                                               {"OUTPUT_PATTERNS", list(outputs_.size(), "out")},
                                               {"WORK", fmt::format("{}", work())}});
  }

 private:
  static std::string dense(std::size_t rows) {
    std::string text = fmt::format("{}, 1, 0, {}", rows, rows);
    for (std::size_t row = 0; row < rows; ++row) text += fmt::format(", {}", row);
    return text;
  }

  // rows, columns, where each column begins, the rows of its entries
  std::string pattern(const CasadiMatrix& matrix) const {
    const auto entries = casadi_entries(behind_.program, matrix);
    std::string text = fmt::format("{}, {}", matrix.rows, matrix.columns), rows;
    for (std::size_t column = 0; column <= matrix.columns; ++column)
      text += fmt::format(
          ", {}", std::count_if(entries.begin(), entries.end(), [&](const auto& e) { return e.column < column; }));
    for (const auto& entry : entries) rows += fmt::format(", {}", entry.row);
    return text + rows;
  }

  std::string patterns() const {
    std::string text;
    for (std::size_t i = 0; i < in_patterns_.size(); ++i)
      text += fmt::format("static const casadi_int {}_in{}[] = {{{}}};\n", name_, i, in_patterns_[i]);
    for (std::size_t i = 0; i < out_patterns_.size(); ++i)
      text += fmt::format("static const casadi_int {}_out{}[] = {{{}}};\n", name_, i, out_patterns_[i]);
    return text;
  }

  static std::string names(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", word);
    return text;
  }

  std::string list(std::size_t size, const char* kind) const {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += fmt::format("{}{}_{}{}", i ? ", " : "", name_, kind, i);
    return text;
  }

  std::size_t work() const {
    std::size_t all = 0;
    for (const auto& output : behind_.program.outputs) all += output.nodes.size();
    return all;
  }

  // Into work space, from there what CasADi wants to have.
  std::string call() const {
    std::string arguments, copies;
    for (std::size_t i = 0; i < behind_.program.arguments.size(); ++i)
      arguments += fmt::format("{}arg[{}] ? arg[{}] : nothing", i ? ", " : "", i, i);
    std::size_t before = 0;
    for (std::size_t o = 0; o < behind_.program.outputs.size(); ++o) {
      arguments += before ? fmt::format(", w + {}", before) : ", w";
      for (std::size_t r = 0; r < results_.size(); ++r)
        if (results_[r].output == o) copies += copy(r, before);
      before += behind_.program.outputs[o].nodes.size();
    }
    return fmt::format("  {}_{}({});\n{}", unit_.prefix, behind_.name, arguments, copies);
  }

  std::string copy(std::size_t result, std::size_t before) const {
    std::string places;
    const auto entries = casadi_entries(behind_.program, results_[result]);
    for (const auto& entry : entries) places += fmt::format("{}{}", places.empty() ? "" : ", ", before + entry.place);
    if (entries.empty()) return "";
    return fmt::format(
        "  if (res[{0}]) {{\n    static const int place[{1}] = {{{2}}};\n"
        "    for (i = 0; i < {1}; ++i) res[{0}][i] = w[place[i]];\n  }}\n",
        result, entries.size(), places);
  }

  const Unit& unit_;
  std::string name_;
  const UnitFunction& behind_;
  const std::vector<CasadiMatrix>& results_;
  std::vector<std::string> inputs_, outputs_, in_patterns_, out_patterns_;
};

}  // namespace

std::string casadi_symbol(const Unit& unit, const CasadiFunction& function) {
  return fmt::format("{}_casadi_{}", unit.prefix, unit.functions[function.function].name);
}

std::vector<CasadiEntry> casadi_entries(const Program& program, const CasadiMatrix& matrix) {
  const auto& nodes = program.outputs[matrix.output].nodes;
  std::vector<CasadiEntry> entries;
  for (std::size_t column = 0; column < matrix.columns; ++column)
    for (std::size_t row = 0; row < matrix.rows; ++row) {
      const std::size_t place = matrix.transposed ? column * matrix.rows + row : row * matrix.columns + column;
      if (!passes::is_zero(program, nodes[place])) entries.push_back({place, row, column});
    }
  return entries;
}

std::string casadi_source(const Unit& unit, const std::vector<CasadiFunction>& functions) {
  std::string text;
  std::size_t longest = 1;
  for (const auto& function : functions) {
    const UnitFunction& value = unit.functions[function.function];
    for (const auto& argument : value.program.arguments) longest = std::max(longest, argument.nodes.size());
    text += External(unit, casadi_symbol(unit, function), value, function.results).text();
    if (function.jacobians.empty()) continue;
    External jacobian(unit, "jac_" + casadi_symbol(unit, function), unit.functions[function.derivatives],
                      function.jacobians);
    jacobian.takes_results_of(value);
    text += jacobian.text();
  }
  return filled(skeletons::casadi,
                {{"NAME", unit.prefix}, {"LONGEST", fmt::format("{}", longest)}, {"FUNCTIONS", text}});
}

}  // namespace tauforge::emit
