#include "tauforge/files/toml_writer.h"

#include <algorithm>

#include "tauforge/files/number.h"
#include "tauforge/files/toml_text.h"

namespace tauforge::files {

namespace {

std::string key_text(const std::string& key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), plain) ? key : toml_text(key);
}

std::string inline_text(const TomlValue& value) {
  std::string text;
  switch (value.kind) {
    case TomlKind::text:
    case TomlKind::time: return toml_text(value.text);
    case TomlKind::boolean: return value.number != 0 ? "true" : "false";
    case TomlKind::whole_number:
    case TomlKind::number: return number_text(value.number);
    case TomlKind::list:
      for (const TomlValue& item : value.items) text += (text.empty() ? "" : ", ") + inline_text(item);
      return "[" + text + "]";
    case TomlKind::table:
      for (const TomlEntry& entry : value.entries)
        text += (text.empty() ? "" : ", ") + key_text(entry.key) + " = " + inline_text(entry.value);
      return "{ " + text + " }";
  }
  return "";
}

bool is_list_of_tables(const TomlValue& value) {
  return value.is_list() && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(), [](const TomlValue& item) { return item.is_table(); });
}

std::string entries_text(const TomlValue& table) {
  std::string text;
  for (const TomlEntry& entry : table.entries) text += key_text(entry.key) + " = " + inline_text(entry.value) + "\n";
  return text;
}

}  // namespace

std::string write_toml(const TomlValue& root) {
  std::string text, tables;
  for (const auto& [key, at, value] : root.entries) {
    if (value.is_table())
      tables += "\n[" + key_text(key) + "]\n" + entries_text(value);
    else if (is_list_of_tables(value))
      for (const TomlValue& item : value.items) tables += "\n[[" + key_text(key) + "]]\n" + entries_text(item);
    else
      text += key_text(key) + " = " + inline_text(value) + "\n";
  }
  return text + tables;
}

void set_entry(TomlValue& table, const std::string& key, TomlValue value) {
  for (TomlEntry& entry : table.entries)
    if (entry.key == key) {
      entry.value = std::move(value);
      return;
    }
  table.entries.push_back({key, {}, std::move(value)});
}

void remove_entry(TomlValue& table, const std::string& key) {
  std::erase_if(table.entries, [&](const TomlEntry& entry) { return entry.key == key; });
}

TomlValue& table_at(TomlValue& table, const std::string& key) {
  if (const TomlValue* found = table.find(key); !found || !found->is_table()) set_entry(table, key, {});
  return *const_cast<TomlValue*>(table.find(key));
}

TomlValue toml_of(double number) {
  TomlValue value;
  value.kind = TomlKind::number, value.number = number;
  return value;
}

TomlValue toml_of(bool truth) {
  TomlValue value;
  value.kind = TomlKind::boolean, value.number = truth ? 1 : 0;
  return value;
}

TomlValue toml_of(const std::string& text) {
  TomlValue value;
  value.kind = TomlKind::text, value.text = text;
  return value;
}

TomlValue toml_of(const std::vector<double>& numbers) {
  TomlValue value;
  value.kind = TomlKind::list;
  for (const double number : numbers) value.items.push_back(toml_of(number));
  return value;
}

}  // namespace tauforge::files
