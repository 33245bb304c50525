// Text for people: colours on a terminal only (and not where NO_COLOR is set), names without control
// characters, columns that line up.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace tauforge::cli {

bool wants_colour(std::FILE* stream);

enum class Colour { red, yellow, blue, bold };
std::string painted(std::string_view text, Colour colour, bool enabled);

// Control characters become '?': a name from a file must not steer the terminal.
std::string printable(std::string_view text);

// Rows of cells, the first row a heading; every column as wide as its widest cell.
std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view indent);

}  // namespace tauforge::cli
