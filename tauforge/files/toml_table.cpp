#include "tauforge/files/toml_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/degrees.h"
#include "tauforge/files/number.h"

namespace tauforge::files {

namespace {

constexpr std::size_t most_findings = 1000;

// What other formats call our keys.
constexpr std::pair<std::string_view, std::string_view> key_synonyms[] = {
    {"com", "centre"},
    {"center", "centre"},
    {"cog", "centre"},
    {"centre_of_mass", "centre"},
    {"center_of_mass", "centre"},
    {"m", "mass"},
    {"damping", "viscous"},
    {"effort", "torque"},
    {"armature", "motor_inertia"},
    {"origin", "xyz"},
    {"offset", "theta"},
    {"jtype", "type"},
    {"tensor", "inertia"},
    {"first_moments", "first_moment"},
    {"translation", "xyz"},
    {"min", "lower"},
    {"max", "upper"},
    {"gear", "gear_ratio"},
};

const char* name_of(TomlKind kind) {
  switch (kind) {
    case TomlKind::text: return "text";
    case TomlKind::whole_number: return "a whole number";
    case TomlKind::number: return "a number";
    case TomlKind::boolean: return "true or false";
    case TomlKind::time: return "a date or time";
    case TomlKind::list: return "a list";
    case TomlKind::table: return "a table";
  }
  return "something else";
}

}  // namespace

const TomlValue* TomlTable::find(const std::string& key) {
  asked_.insert(key);
  return table_.find(key);
}

void TomlTable::report(diagnostic::Diagnostic finding) const {
  if (findings_.size() < most_findings)
    findings_.push_back(std::move(finding));
  else if (findings_.size() == most_findings)
    findings_.push_back(diagnostic::error({finding.at.source, 0, 0, 1}, "too-many-findings",
                                          fmt::format("more than {} findings: the rest is not shown", most_findings)));
}

void TomlTable::error(const Position& at, const char* code, const std::string& message, const std::string& hint) const {
  report(diagnostic::error(at, code, message, hint));
}

void TomlTable::warning(const Position& at, const char* code, const std::string& message,
                        const std::string& hint) const {
  report(diagnostic::warning(at, code, message, hint));
}

void TomlTable::wrong_type(const std::string& key, const TomlValue& node, const std::string& wanted) const {
  error(node.at, "wrong-type", fmt::format("'{}' of {} is {}, not {}", key, owner_, name_of(node.kind), wanted),
        fmt::format("write {} = {}", key,
                    wanted == "text"            ? "\"...\""
                    : wanted == "a number"      ? "1.5"
                    : wanted == "true or false" ? "true"
                                                : "[...]"));
}

void TomlTable::unknown_value(const std::string& key, const Located<std::string>& word,
                              const std::vector<std::string>& names) const {
  std::string list;
  for (const auto& name : names) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  const std::string guess = diagnostic::did_you_mean(word.value, names);
  error(word.at, "unknown-value", fmt::format("'{}' of {} is \"{}\"", key, owner_, word.value),
        fmt::format("one of {}{}{}", list, guess.empty() ? "" : "; ", guess));
}

std::optional<double> TomlTable::finite(const std::string& key, const TomlValue& node, bool in_list) const {
  double value = 0;
  if (node.kind == TomlKind::whole_number || node.kind == TomlKind::number) {
    value = node.number;
  } else {
    if (in_list)
      error(node.at, "wrong-type", fmt::format("'{}' of {} holds {}, not a number", key, owner_, name_of(node.kind)));
    else
      wrong_type(key, node, "a number");
    return std::nullopt;
  }
  if (!std::isfinite(value)) {
    error(node.at, "not-finite",
          fmt::format("'{}' of {} is {}", key, owner_, std::isnan(value) ? "not a number" : "infinite"),
          "every number of a robot is finite; leave the key out where there is no value");
    return std::nullopt;
  }
  return value;
}

std::optional<std::vector<double>> TomlTable::list(const std::string& key, const TomlValue& node,
                                                   std::optional<std::size_t> length) const {
  if (!node.is_list()) {
    wrong_type(key, node, length ? fmt::format("a list of {} numbers", *length) : "a list of numbers");
    return std::nullopt;
  }
  const std::string order = length == 6    ? "[xx, yy, zz, xy, yz, xz]"
                            : length == 10 ? "[m, hx, hy, hz, xx, yy, zz, xy, yz, xz]"
                            : length == 3  ? "[x, y, z]"
                                           : "[1.0, 2.0, ...]";
  if (!node.items.empty() && node.items.front().is_list()) {
    error(node.at, "wrong-type", fmt::format("'{}' of {} is a list of lists", key, owner_),
          fmt::format("a flat list of numbers is wanted: {}", order));
    return std::nullopt;
  }
  std::vector<double> values;
  bool good = true;
  for (const auto& element : node.items) {
    const auto value = finite(key, element, true);
    good = good && value;
    values.push_back(value.value_or(0.0));
  }
  if (length && values.size() != *length) {
    error(node.at, "wrong-length",
          fmt::format("'{}' of {} has {} numbers, not {}", key, owner_, values.size(), *length),
          "the order is " + order);
    return std::nullopt;
  }
  if (!good) return std::nullopt;
  return values;
}

std::optional<Located<std::string>> TomlTable::text(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (node->kind == TomlKind::text) return Located<std::string>{node->text, node->at};
  wrong_type(key, *node, "text");
  return std::nullopt;
}

Located<std::string> TomlTable::required_text(const char* key, const char* hint) {
  const bool present = has(key);
  auto found = text(key);
  if (!present) error(at(), "missing-key", fmt::format("{} has no '{}'", owner_, key), hint);
  if (found && found->value.empty())
    error(found->at, "name-empty", fmt::format("'{}' of {} is empty", key, owner_),
          "a name needs at least one character");
  return found ? *found : Located<std::string>{"", at()};
}

std::optional<Located<double>> TomlTable::positive(const char* key, double largest, const char* unit) {
  const auto found = number(key);
  if (!found || (found->value > 0.0 && found->value <= largest)) return found;
  const bool small = !(found->value > 0.0);
  error(found->at, small ? "not-positive" : "too-large",
        fmt::format("'{}' of {} is {}", key, owner_, number_text(found->value)),
        small ? fmt::format("more than zero [{}]", unit) : fmt::format("at most {} {}", number_text(largest), unit));
  return std::nullopt;
}

std::optional<bool> TomlTable::truth(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  if (node->kind == TomlKind::boolean) return node->number != 0.0;
  wrong_type(key, *node, "true or false");
  return std::nullopt;
}

std::optional<Located<double>> TomlTable::number(const char* key) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  const auto value = finite(key, *node, false);
  if (!value) return std::nullopt;
  return Located<double>{*value, node->at};
}

std::optional<Located<std::vector<double>>> TomlTable::numbers(const char* key, std::optional<std::size_t> length) {
  const auto* node = find(key);
  if (!node) return std::nullopt;
  auto values = list(key, *node, length);
  if (!values) return std::nullopt;
  return Located<std::vector<double>>{std::move(*values), node->at};
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
  if (!node->is_list()) {
    wrong_type(key, *node, "a list of lists of numbers");
    return std::nullopt;
  }
  std::vector<std::vector<double>> result;
  bool good = true;
  for (const auto& row : node->items) {
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
  if (!node->is_list()) {
    wrong_type(key, *node, "a list of texts");
    return std::nullopt;
  }
  std::vector<std::string> result;
  bool good = true;
  for (const auto& element : node->items) {
    if (element.kind == TomlKind::text) {
      result.push_back(element.text);
    } else {
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
  if (node->is_table()) return TomlTable(*node, std::move(owner), findings_);
  error(node->at, "wrong-type", fmt::format("'{}' of {} is {}, not a table", key, owner_, name_of(node->kind)),
        node->is_list() ? std::string("there is only one: single brackets instead of double")
                        : fmt::format("write [{}] on a line of its own, its keys below", key));
  return std::nullopt;
}

std::vector<TomlTable> TomlTable::tables(const char* key, const std::string& owner) {
  const auto* node = find(key);
  if (!node) return {};
  const std::string hint = fmt::format("each {} starts with [[{}]], in double brackets", owner, key);
  std::vector<TomlTable> result;
  if (!node->is_list()) {
    error(node->at, "wrong-type",
          fmt::format("'{}' of {} is {}, not a list of tables", key, owner_, name_of(node->kind)), hint);
    return result;
  }
  for (const auto& element : node->items) {
    if (element.is_table())
      result.emplace_back(element, fmt::format("{} {}", owner, result.size() + 1), findings_);
    else
      error(element.at, "wrong-type",
            fmt::format("'{}' of {} holds {}, not a table", key, owner_, name_of(element.kind)), hint);
  }
  return result;
}

bool TomlTable::both(const std::string& key) {
  const auto* degrees = find(key + "_deg");
  const bool twice = find(key) && degrees;
  if (twice)
    error(degrees->at, "key-conflict", fmt::format("{} has both '{}' and '{}_deg'", owner_, key, key),
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
  if (node) error(node->at, "key-not-applicable", fmt::format("'{}' of {} {}", key, owner_, reason), hint);
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> result;
  for (const auto& entry : table_.entries) result.push_back(entry.key);
  return result;
}

void TomlTable::finish() {
  const std::vector<std::string> known(asked_.begin(), asked_.end());
  for (const auto& entry : table_.entries) {
    if (asked_.count(entry.key)) continue;
    if (findings_.size() > most_findings) return;
    const std::string guess = diagnostic::did_you_mean(entry.key, known, key_synonyms);
    warning(entry.key_at, "unknown-key", fmt::format("{} has an unknown key '{}': ignored", owner_, entry.key),
            guess.empty() ? fmt::format("keys that are read here: {}", fmt::join(known, ", ")) : guess);
  }
}

}  // namespace tauforge::files
