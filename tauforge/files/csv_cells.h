// One line of comma-separated text, cut into cells.
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

// Nothing when a quoted cell is not closed, or is followed by something else than a comma.
std::optional<std::vector<CsvCell>> split_cells(std::string_view line);

// The text as a cell: quoted where it must be. Line ends cannot be said and become blanks.
std::string cell_text(std::string_view text);

}  // namespace tauforge::files
