// A parsed TOML file as a tree of values that know their place, free of the library that parsed it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/files/source_text.h"

namespace tauforge::files {

using diagnostic::Findings;

enum class TomlKind { text, whole_number, number, boolean, time, list, table };

struct TomlEntry;

struct TomlValue {
  TomlKind kind = TomlKind::table;
  Position at;                     // a table's is that of its header
  std::string text;                // of a text
  double number = 0;               // of a whole number or a number; of a boolean 1 or 0
  std::vector<TomlValue> items;    // of a list
  std::vector<TomlEntry> entries;  // of a table

  const TomlValue* find(std::string_view key) const;
  bool is_list() const { return kind == TomlKind::list; }
  bool is_table() const { return kind == TomlKind::table; }
};

struct TomlEntry {
  std::string key;
  Position key_at;
  TomlValue value;
};

// Refuses what is larger or more deeply nested than any robot file; nothing when the file is not
// TOML. The reasons are appended to the findings.
std::optional<TomlValue> parse_toml(const SourceText& source, std::size_t largest, Findings& findings);

}  // namespace tauforge::files
