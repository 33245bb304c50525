#include "tauforge/files/csv_cells.h"

#include <algorithm>

namespace tauforge::files {

namespace {

// Around cells; a tab is none where it separates them.
std::string_view blanks_of(CsvDialect dialect) { return dialect.separator == '\t' ? " \r" : " \t\r"; }

}  // namespace

CsvDialect dialect_of(std::string_view line) {
  bool quoted = false, comma = false, tab = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ';') return {';'};
    comma = comma || c == ',', tab = tab || c == '\t';
  }
  return {tab && !comma ? '\t' : ','};
}

std::optional<std::vector<CsvCell>> split_cells(std::string_view line, CsvDialect dialect) {
  const std::string_view blanks = blanks_of(dialect);
  std::vector<CsvCell> cells;
  for (std::size_t i = 0;; ++i) {
    i = std::min(line.find_first_not_of(blanks, i), line.size());
    const std::size_t begin = i;
    if (i < line.size() && line[i] == '"') {
      CsvCell cell{"", begin + 1, 0};
      for (++i;; ++i) {
        if (i >= line.size()) return std::nullopt;
        if (line[i] == '"' && (i + 1 >= line.size() || line[i + 1] != '"')) break;
        if (line[i] == '"') ++i;  // a doubled quote is one
        cell.text += line[i];
      }
      cell.length = i - cell.offset;
      i = std::min(line.find_first_not_of(blanks, i + 1), line.size());
      if (i < line.size() && line[i] != dialect.separator) return std::nullopt;
      cells.push_back(std::move(cell));
    } else {
      i = std::min(line.find(dialect.separator, i), line.size());
      std::string_view text = line.substr(begin, i - begin);
      text = text.substr(0, text.find_last_not_of(blanks) + 1);
      cells.push_back({std::string(text), begin, text.size()});
    }
    if (i >= line.size()) return cells;
  }
}

std::string with_point(std::string text, CsvDialect dialect) {
  if (dialect.decimal_comma() && std::count(text.begin(), text.end(), ',') == 1 && text.find('.') == std::string::npos)
    std::replace(text.begin(), text.end(), ',', '.');
  return text;
}

std::string cell_text(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  const bool plain = line.find_first_of(",\"") == std::string::npos && !line.empty() && line[0] != '#' &&
                     line.front() != ' ' && line.back() != ' ' && line.front() != '\t' && line.back() != '\t';
  if (plain) return line;
  std::string quoted = "\"";
  for (const char c : line) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace tauforge::files
