#include "tauforge/files/toml_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/files/degrees.h"

namespace tauforge::files {

namespace {

const char* name_of(toml::node_type type) {
  switch (type) {
    case toml::node_type::none: return "nothing";
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "an array";
    case toml::node_type::string: return "text";
    case toml::node_type::integer: return "a whole number";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::date: return "a date";
    case toml::node_type::time: return "a time";
    case toml::node_type::date_time: return "a date and time";
  }
  return "something else";
}

}  // namespace

const toml::node* TomlTable::find(const std::string& key) {
  asked_.insert(key);
  return table_.get(key);
}

void TomlTable::error(const Position& at, const char* code, const std::string& message, const std::string& hint) const {
  file_.report(diagnostic::error(at, code, message, hint));
}

void TomlTable::warning(const Position& at, const char* code, const std::string& message, const std::string& hint) const {
  file_.report(diagnostic::warning(at, code, message, hint));
}

void TomlTable::wrong_type(const std::string& key, const toml::node& node, const std::string& wanted) const {
  error(file_.at(node), "wrong-type",
        fmt::format("'{}' of {} is {}, not {}", key, owner_, name_of(node.type()), wanted),
        fmt::format("write {} = {}", key, wanted == "text" ? "\"...\"" : wanted == "a number" ? "1.5" : "[...]"));
}

void TomlTable::unknown_value(const std::string& key, const Located<std::string>& word,
                              const std::vector<std::string>& names) const {
  std::string list;
  for (const auto& name : names) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  error(word.at, "unknown-value", fmt::format("'{}' of {} is \"{}\"", key, owner_, word.value),
        fmt::format("one of {}{}", list, did_you_mean(word.value, names)));
}

std::optional<double> TomlTable::finite(const std::string& key, const toml::node& node, bool in_list) const {
  double value = 0;
  if (const auto* whole = node.as_integer())
    value = static_cast<double>(whole->get());
  else if (const auto* real = node.as_floating_point())
    value = real->get();
  else {
    if (in_list)
      error(file_.at(node), "wrong-type", fmt::format("'{}' of {} holds {}, not a number", key, owner_, name_of(node.type())));
    else
      wrong_type(key, node, "a number");
    return std::nullopt;
  }
  if (!std::isfinite(value)) {
    error(file_.at(node), "not-finite", fmt::format("'{}' of {} is {}", key, owner_, std::isnan(value) ? "not a number" : "infinite"),
          "every number of a robot is finite; leave the key out where there is no value");
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<double>> TomlTable::list(const std::string& key, const toml::node& node,
                                                   std::optional<std::size_t> length) const {
  const auto* array = node.as_array();
  if (!array) {
    wrong_type(key, node, length ? fmt::format("an array of {} numbers", *length) : "an array of numbers");
    return std::nullopt;
  }
  const std::string order = length == 6    ? "[xx, yy, zz, xy, yz, xz]"
                            : length == 10 ? "[m, hx, hy, hz, xx, yy, zz, xy, yz, xz]"
                            : length == 3  ? "[x, y, z]"
                                           : "[1.0, 2.0, ...]";
  if (!array->empty() && array->front().is_array()) {
    error(file_.at(node), "wrong-type", fmt::format("'{}' of {} is a list of lists", key, owner_),
          fmt::format("a flat list of numbers is wanted: {}", order));
    return std::nullopt;
  }
  std::vector<double> values;
  bool good = true;
  for (const auto& element : *array) {
    const auto value = finite(key, element, true);
    good = good && value;
    values.push_back(value.value_or(0.0));
  }
  if (length && values.size() != *length) {
    error(file_.at(node), "wrong-length", fmt::format("'{}' of {} has {} numbers, not {}", key, owner_, values.size(), *length),
          "the order is " + order);
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return values;
}

std::optional<Located<std::string>> TomlTable::text(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (const auto* word = node->as_string()) return Located<std::string>{word->get(), file_.at(*node)};
  wrong_type(key, *node, "text");
  return std::nullopt;
}

Located<std::string> TomlTable::required_text(const char* key, const char* hint) {
  const bool present = has(key);
  auto found = text(key);
  if (!present) error(at(), "missing-key", fmt::format("{} has no '{}'", owner_, key), hint);
  if (found && found->value.empty())
    error(found->at, "name-empty", fmt::format("'{}' of {} is empty", key, owner_), "a name needs at least one character");
  return found ? *found : Located<std::string>{"", at()};
}

std::optional<Located<double>> TomlTable::number(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto value = finite(key, *node, false);
  if (!value) return std::nullopt;
  return Located<double>{*value, file_.at(*node)};
}

std::optional<Located<std::vector<double>>> TomlTable::numbers(const char* key, std::optional<std::size_t> length) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  auto values = list(key, *node, length);
  if (!values) return std::nullopt;
  return Located<std::vector<double>>{std::move(*values), file_.at(*node)};
}

std::optional<Located<robot::Vector>> TomlTable::vector(const char* key) {
  const auto found = numbers(key, 3);
  if (!found) return std::nullopt;
  const auto& v = found->value;
  return Located<robot::Vector>{{v[0], v[1], v[2]}, found->at};
}

std::optional<Located<robot::Tensor>> TomlTable::tensor(const char* key) {
  const auto found = numbers(key, 6);
  if (!found) return std::nullopt;
  const auto& v = found->value;
  return Located<robot::Tensor>{{v[0], v[1], v[2], v[3], v[4], v[5]}, found->at};
}

std::optional<std::vector<std::vector<double>>> TomlTable::rows(const char* key, std::optional<std::size_t> length) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* array = node->as_array();
  if (!array) {
    wrong_type(key, *node, "an array of arrays of numbers");
    return std::nullopt;
  }
  std::vector<std::vector<double>> result;
  bool good = true;
  for (const auto& row : *array) {
    auto values = list(key, row, length);
    good = good && values;
    result.push_back(values ? std::move(*values) : std::vector<double>{});
  }
  if (!good) return std::nullopt;
  return result;
}

std::optional<std::vector<std::string>> TomlTable::texts(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto* array = node->as_array();
  if (!array) {
    wrong_type(key, *node, "an array of texts");
    return std::nullopt;
  }
  std::vector<std::string> result;
  bool good = true;
  for (const auto& element : *array) {
    if (const auto* word = element.as_string())
      result.push_back(word->get());
    else {
      wrong_type(key, element, "text");
      good = false;
    }
  }
  if (!good) return std::nullopt;
  return result;
}

std::optional<TomlTable> TomlTable::table(const char* key, std::string owner) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (const auto* inner = node->as_table()) return TomlTable(file_, *inner, std::move(owner));
  error(file_.at(*node), "wrong-type", fmt::format("'{}' of {} is {}, not a table", key, owner_, name_of(node->type())),
        node->is_array() ? std::string("there is only one: single brackets instead of double")
                         : fmt::format("write [{}] on a line of its own, its keys below", key));
  return std::nullopt;
}

std::vector<TomlTable> TomlTable::tables(const char* key, const std::string& owner) {
  const auto* node = find(key);
  if (!node) return {};
  const std::string hint = fmt::format("each {} starts with [[{}]], in double brackets", owner, key);
  std::vector<TomlTable> result;
  const auto* array = node->as_array();
  if (!array) {
    error(file_.at(*node), "wrong-type", fmt::format("'{}' of {} is {}, not an array of tables", key, owner_, name_of(node->type())), hint);
    return result;
  }
  for (const auto& element : *array) {
    if (const auto* inner = element.as_table())
      result.emplace_back(file_, *inner, fmt::format("{} {}", owner, result.size() + 1));
    else
      error(file_.at(element), "wrong-type", fmt::format("'{}' of {} holds {}, not a table", key, owner_, name_of(element.type())), hint);
  }
  return result;
}

bool TomlTable::both(const std::string& key) {
  const auto* degrees = find(key + "_deg");
  const bool twice = find(key) && degrees;
  if (twice)
    error(file_.at(*degrees), "key-conflict", fmt::format("{} has both '{}' and '{}_deg'", owner_, key, key),
          "one value in one unit: remove one of them");
  return twice;
}

std::optional<Located<double>> TomlTable::angle(const std::string& key) {
  if (both(key)) return std::nullopt;
  if (const auto in_radians = number(key.c_str())) return in_radians;
  auto in_degrees = number((key + "_deg").c_str());
  if (in_degrees) in_degrees->value = radians_from_degrees(in_degrees->value);
  return in_degrees;
}

std::optional<Located<robot::Vector>> TomlTable::angles(const std::string& key) {
  if (both(key)) return std::nullopt;
  if (const auto in_radians = vector(key.c_str())) return in_radians;
  auto in_degrees = vector((key + "_deg").c_str());
  if (in_degrees)
    for (double* component : {&in_degrees->value.x, &in_degrees->value.y, &in_degrees->value.z})
      *component = radians_from_degrees(*component);
  return in_degrees;
}

void TomlTable::refuse(const char* key, const std::string& reason, const std::string& hint) {
  const auto* node = find(key);
  if (node) error(file_.at(*node), "key-not-applicable", fmt::format("'{}' of {} {}", key, owner_, reason), hint);
}

void TomlTable::finish() {
  const std::vector<std::string> known(asked_.begin(), asked_.end());
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (asked_.count(name)) continue;
    const std::string guess = did_you_mean(name, known);
    warning(file_.at(key.source()), "unknown-key", fmt::format("{} has an unknown key '{}': ignored", owner_, name),
            guess.empty() ? "docs/robot-file.md lists the keys" : guess.substr(2));
  }
}

}  // namespace tauforge::files
