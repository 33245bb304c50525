#include "tauforge/functions/column_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/diagnostic/column_list.h"
#include "tauforge/diagnostic/layout.h"
#include "tauforge/diagnostic/printable.h"

namespace tauforge::functions {

namespace {

// `by_name`: another way to write the first of them; may be empty.
std::string missing_text(const std::vector<std::string>& missing, const std::string& by_name) {
  return fmt::format("{} column{} missing: {}{}", missing.size(), missing.size() == 1 ? " is" : "s are",
                     diagnostic::column_list(missing),
                     by_name.empty() ? "" : fmt::format(" (or by name, as {})", diagnostic::shortened(by_name, 40)));
}

}  // namespace

ColumnMap map_columns(const std::vector<std::string>& table, const diagnostic::Position& header,
                      const robot::Robot& robot, const std::vector<InputColumn>& inputs,
                      diagnostic::Findings& findings) {
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    if (name.empty()) return std::nullopt;
    auto found = std::find(table.begin(), table.end(), name);
    if (found == table.end())  // as tables are written where a name hides something
      found = std::find(table.begin(), table.end(), diagnostic::printable(name));
    return found == table.end() ? std::nullopt : std::optional<std::size_t>(found - table.begin());
  };
  ColumnMap map;
  std::vector<bool> used(table.size(), false);
  std::vector<std::string> missing;
  std::string by_name;
  for (const InputColumn& input : inputs) {
    const auto named = find(input.name), numbered = find(input.numbered);
    if (named && numbered)
      findings.push_back(diagnostic::error(
          header, "column-twice", fmt::format("'{}' and '{}' are the same coordinate", input.name, input.numbered),
          "keep one of the two columns"));
    map.push_back(named ? named : numbered);
    if (map.back()) {
      used[*map.back()] = true;
    } else if (!input.optional) {
      missing.push_back(input.numbered.empty() ? input.name : input.numbered);
      if (by_name.empty() && !input.numbered.empty()) by_name = input.name;
    }
  }
  if (!missing.empty())
    findings.push_back(diagnostic::error(header, "column-missing", missing_text(missing, by_name),
                                         "the table has " + diagnostic::column_list(table)));
  for (const InputColumn& column : state_columns(robot))
    for (const auto* name : {&column.name, &column.numbered})
      if (const auto found = find(*name)) used[*found] = true;
  for (std::size_t k = 0; k < used.size(); ++k)
    if (!used[k] && looks_like_an_input(table[k]))
      findings.push_back(diagnostic::warning(header, "column-unused", fmt::format("column '{}' is not read", table[k]),
                                             "this function of this robot has no such input"));
  return map;
}

std::vector<InputColumn> of_reference(std::vector<InputColumn> inputs) {
  for (InputColumn& input : inputs)
    for (const std::string letter : {"q", "qd", "qdd"})
      if (input.name.starts_with(letter + ":"))
        input = {letter + "ref" + input.name.substr(letter.size()), "", input.optional};
  return inputs;
}

bool has_reference(const std::vector<std::string>& table, const std::vector<InputColumn>& inputs) {
  const std::vector<InputColumn> wanted = of_reference(inputs);
  return std::all_of(wanted.begin(), wanted.end(), [&](const InputColumn& input) {
    return input.optional || !input.numbered.empty() ||
           std::count(table.begin(), table.end(), diagnostic::printable(input.name)) > 0;
  });
}

bool lacks_accelerations(const std::vector<std::string>& table, const std::vector<InputColumn>& inputs) {
  bool reads = false;
  for (const InputColumn& input : inputs) {
    if (!input.name.starts_with("qdd:")) continue;
    reads = true;
    for (const auto* name : {&input.name, &input.numbered})
      if (std::count(table.begin(), table.end(), diagnostic::printable(*name)) > 0) return false;
  }
  return reads;
}

}  // namespace tauforge::functions
