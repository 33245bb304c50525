// One line of a table as text, cut into cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tauforge::files {

struct CsvCell {
  std::string text;            // without quotes and surrounding blanks
  std::size_t offset, length;  // where it stands in the line
};

struct CsvDialect {
  char separator = ',';
  bool decimal_comma() const { return separator != ','; }  // is understood, as well as a point
};
// As the first line of a table tells.
CsvDialect dialect_of(std::string_view line);

// Nothing when a quoted cell is not closed, or is followed by something else than a separator.
std::optional<std::vector<CsvCell>> split_cells(std::string_view line, CsvDialect dialect = {});

// The text of a number with a point, where the dialect has commas for it.
std::string with_point(std::string text, CsvDialect dialect);

// The text as a cell: quoted where it must be. Line ends cannot be said and become blanks.
std::string cell_text(std::string_view text);

}  // namespace tauforge::files
