// TOML through one door: a table that knows its file, says what it is, reports every wrong value at
// its place, and remembers which keys were asked for so that the rest can be reported as unknown.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tauforge/files/toml_value.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

using diagnostic::Located;

template <class T> using Choices = std::initializer_list<std::pair<const char*, T>>;

class TomlTable {
 public:
  // `owner` is how messages call this table: "link 'forearm'".
  TomlTable(const TomlValue& table, std::string owner, Findings& findings)
      : table_(table), owner_(std::move(owner)), findings_(findings) {}

  Position at() const { return table_.at; }
  const std::string& owner() const { return owner_; }
  void call(std::string owner) { owner_ = std::move(owner); }

  bool has(const char* key) { return find(key) != nullptr; }
  Position at(const char* key) {
    const auto* node = find(key);
    return node ? node->at : at();
  }

  std::vector<std::string> keys() const;

  // Each returns nothing when the key is absent or its value is wrong; the latter is reported.
  std::optional<Located<std::string>> text(const char* key);
  std::optional<Located<double>> number(const char* key);
  std::optional<Located<double>> positive(const char* key, double largest, const char* unit);  // above zero
  std::optional<bool> truth(const char* key);
  std::optional<Located<robot::Vector>> vector(const char* key);
  std::optional<Located<robot::Tensor>> tensor(const char* key);
  std::optional<Located<std::vector<double>>> numbers(const char* key, std::optional<std::size_t> length = {});
  std::optional<std::vector<std::vector<double>>> rows(const char* key, std::optional<std::size_t> length = {});
  std::optional<std::vector<std::string>> texts(const char* key);
  std::optional<TomlTable> table(const char* key, std::string owner);
  std::vector<TomlTable> tables(const char* key, const std::string& owner);  // [[key]]

  // As text(), but absence is an error.
  Located<std::string> required_text(const char* key, const char* hint);

  // An angle as KEY in radians or KEY_deg in degrees; 90 degrees become exactly pi/2.
  std::optional<Located<double>> angle(const std::string& key);
  std::optional<Located<robot::Vector>> angles(const std::string& key);

  template <class T> std::optional<T> choice(const char* key, Choices<T> choices) {
    const auto word = text(key);
    if (!word) return std::nullopt;
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) {
      if (word->value == name) return value;
      names.emplace_back(name);
    }
    unknown_value(key, *word, names);
    return std::nullopt;
  }

  void report(diagnostic::Diagnostic finding) const;  // beyond a thousand only the fact that there are more is kept
  void error(const Position& at, const char* code, const std::string& message, const std::string& hint = "") const;
  void warning(const Position& at, const char* code, const std::string& message, const std::string& hint = "") const;
  // The key is there but means nothing here.
  void refuse(const char* key, const std::string& reason, const std::string& hint);
  // Reports every key of the file that nobody asked for. Call last.
  void finish();

 private:
  const TomlValue* find(const std::string& key);
  void wrong_type(const std::string& key, const TomlValue& node, const std::string& wanted) const;
  void unknown_value(const std::string& key, const Located<std::string>& word,
                     const std::vector<std::string>& names) const;
  std::optional<double> finite(const std::string& key, const TomlValue& node, bool in_list) const;
  std::optional<std::vector<double>> list(const std::string& key, const TomlValue& node,
                                          std::optional<std::size_t> length) const;
  bool both(const std::string& key);

  const TomlValue& table_;
  std::string owner_;
  Findings& findings_;
  std::set<std::string> asked_;
};

}  // namespace tauforge::files
