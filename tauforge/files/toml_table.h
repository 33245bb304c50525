// TOML through one door: a table that knows its file, says what it is, reports every wrong value at
// its place, and remembers which keys were asked for so that the rest can be reported as unknown.
#pragma once

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tauforge/files/source_text.h"
#include "tauforge/robot/description.h"

namespace tauforge::files {

using diagnostic::Findings;
using diagnostic::Located;

// One file being read: positions in bytes, and the findings so far.
class TomlFile {
 public:
  explicit TomlFile(SourceText source);

  Position at(const toml::source_region& region) const;
  Position at(const toml::node& node) const { return at(node.source()); }
  Position whole() const { return {source_, 0, 0, 1}; }
  const SourceText& source() const { return source_; }

  // Beyond a thousand findings only the fact that there are more is kept.
  void report(diagnostic::Diagnostic finding);

  Findings findings;

 private:
  std::string_view line(std::size_t number) const;

  SourceText source_;
  std::vector<std::size_t> line_begin_;
};

// Parses, with limits on size and nesting; nothing when the file is not TOML, which is then reported.
std::optional<toml::table> parse_toml(TomlFile& file, std::size_t largest);

// " did you mean 'x'?" for the candidate that is at most a few typing errors away; else empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

template <class T>
using Choices = std::initializer_list<std::pair<const char*, T>>;

class TomlTable {
 public:
  // `owner` is how messages call this table: "link 'forearm'".
  TomlTable(TomlFile& file, const toml::table& table, std::string owner)
      : file_(file), table_(table), owner_(std::move(owner)) {}

  TomlFile& file() const { return file_; }
  Position at() const { return file_.at(table_); }
  const std::string& owner() const { return owner_; }
  void call(std::string owner) { owner_ = std::move(owner); }

  bool has(const char* key) { return find(key) != nullptr; }
  Position at(const char* key) { const auto* node = find(key); return node ? file_.at(*node) : at(); }

  // Each returns nothing when the key is absent or its value is wrong; the latter is reported.
  std::optional<Located<std::string>> text(const char* key);
  std::optional<Located<double>> number(const char* key);
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

  template <class T>
  std::optional<T> choice(const char* key, Choices<T> choices) {
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

  void error(const Position& at, const char* code, const std::string& message, const std::string& hint = "") const;
  void warning(const Position& at, const char* code, const std::string& message, const std::string& hint = "") const;
  // The key is there but means nothing here.
  void refuse(const char* key, const std::string& reason, const std::string& hint);
  // Reports every key of the file that nobody asked for. Call last.
  void finish();

 private:
  const toml::node* find(const std::string& key);
  void wrong_type(const std::string& key, const toml::node& node, const std::string& wanted) const;
  void unknown_value(const std::string& key, const Located<std::string>& word, const std::vector<std::string>& names) const;
  std::optional<double> finite(const std::string& key, const toml::node& node, bool in_list) const;
  std::optional<std::vector<double>> list(const std::string& key, const toml::node& node, std::optional<std::size_t> length) const;
  bool both(const std::string& key);

  TomlFile& file_;
  const toml::table& table_;
  std::string owner_;
  std::set<std::string> asked_;
};

}  // namespace tauforge::files
