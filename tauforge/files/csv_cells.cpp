#include "tauforge/files/csv_cells.h"

#include <algorithm>

namespace tauforge::files {

namespace {

constexpr std::string_view blanks = " \t\r";

}  // namespace

std::optional<std::vector<CsvCell>> split_cells(std::string_view line) {
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
      if (i < line.size() && line[i] != ',') return std::nullopt;
      cells.push_back(std::move(cell));
    } else {
      i = std::min(line.find(',', i), line.size());
      std::string_view text = line.substr(begin, i - begin);
      text = text.substr(0, text.find_last_not_of(blanks) + 1);
      cells.push_back({std::string(text), begin, text.size()});
    }
    if (i >= line.size()) return cells;
  }
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
