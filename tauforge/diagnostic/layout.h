// Text for people within a given width: paragraphs that break at blanks, tables that give up columns and break cells
// rather than run over the edge.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tauforge::diagnostic {

inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

// Lines of at most `width` places, broken at blanks; a word that is longer has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// One text with line ends: `first` before the first line, as many blanks or `next` before the others.
std::string paragraph(std::string_view text, std::size_t width, std::string_view first = "",
                      std::string_view next = "");

// At most `width` places; where something is missing it ends with "...".
std::string shortened(const std::string& text, std::size_t width);

using Rows = std::vector<std::vector<std::string>>;

// What may happen to a column where a table is too wide.
struct Column {
  enum Kind { stays, breaks, leaves } kind = stays;
  int rank = 0;  // of those that leave: the highest goes first
};
inline constexpr Column breaks{Column::breaks, 0};
constexpr Column leaves(int rank) { return {Column::leaves, rank}; }

struct Table {
  std::string text;
  std::vector<std::string> left_out;  // headings of the columns that had no place
};

// Rows of cells, the first row a heading; every column as wide as its widest cell. Columns without a word on them stay.
Table table(const Rows& rows, std::size_t width, std::string_view indent, const std::vector<Column>& columns = {});

}  // namespace tauforge::diagnostic
