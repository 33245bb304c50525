// A tree of values as a TOML file again: numbers in full, tables of the root under headers of their own, what lies deeper
// inline. Comments and the order of keys within a table's header are not kept; what is read back is the same tree.
#pragma once

#include <string>

#include "tauforge/files/toml_value.h"

namespace tauforge::files {

std::string write_toml(const TomlValue& root);

// Puts `value` in place of what the table has under this key, or behind its last entry.
void set_entry(TomlValue& table, const std::string& key, TomlValue value);
void remove_entry(TomlValue& table, const std::string& key);
// The table under this key; an empty one is made where there is none.
TomlValue& table_at(TomlValue& table, const std::string& key);

TomlValue toml_of(double number);
TomlValue toml_of(bool truth);
TomlValue toml_of(const std::string& text);
TomlValue toml_of(const std::vector<double>& numbers);

}  // namespace tauforge::files
