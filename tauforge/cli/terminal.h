// Text for people: colours on a terminal only (and not where NO_COLOR is set), names that cannot act on it, lines and
// tables that fit it.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/layout.h"

namespace CLI {
class App;
}

namespace tauforge::cli {

bool wants_colour(std::FILE* stream);

enum class Colour { red, yellow, blue, bold };
std::string painted(std::string_view text, Colour colour, bool enabled);

// Every name from a file or a command line passes through here: it must not steer the terminal.
std::string printable(std::string_view text);
// The same for what another program said in several lines.
std::string printable_lines(std::string_view text);

// --wide: no limit for page_width.
void add_width_option(CLI::App& command);

// Places in a line of this stream: COLUMNS, the terminal's, 80 where it is none.
std::size_t terminal_width(std::FILE* stream);
// That of standard output, where --wide does not lift the limit.
std::size_t page_width();

// Rows of cells, the first row a heading, within the width of the page; a note names the columns that had no place.
std::string table(const diagnostic::Rows& rows, std::string_view indent,
                  const std::vector<diagnostic::Column>& columns = {});

// Prose within the width of the page: `first` before its first line, `next` (blanks) before the others.
std::string paragraph(std::string_view text, std::string_view first = "", std::string_view next = "");

}  // namespace tauforge::cli
