#include "tauforge/cli/terminal.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "tauforge/diagnostic/printable.h"

namespace tauforge::cli {

bool wants_colour(std::FILE* stream) {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(fileno(stream)) && (!refused || !*refused);
}

std::string painted(std::string_view text, Colour colour, bool enabled) {
  if (!enabled) return std::string(text);
  constexpr const char* codes[] = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1m"};
  return codes[static_cast<int>(colour)] + std::string(text) + "\x1b[0m";
}

std::string printable(std::string_view text) { return diagnostic::printable(text); }

std::string printable_lines(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += printable(text.substr(begin, end - begin));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

namespace {

bool wide = false;

}  // namespace

void add_width_option(CLI::App& command) {
  command.add_flag("--wide", wide, "tables with all columns, however wide (as wide as the terminal, 80 where unknown)");
}

std::size_t page_width() { return wide ? diagnostic::unlimited : terminal_width(stdout); }

std::size_t terminal_width(std::FILE* stream) {
  constexpr std::size_t usual = 80, least = 40;
  const char* told = std::getenv("COLUMNS");
  const long columns = told ? std::strtol(told, nullptr, 10) : 0;
  if (columns > 0) return std::max<std::size_t>(static_cast<std::size_t>(columns), least);
  winsize size{};
  if (isatty(fileno(stream)) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<std::size_t>(size.ws_col, least);
  return usual;
}

std::string table(const diagnostic::Rows& rows, std::string_view indent,
                  const std::vector<diagnostic::Column>& columns) {
  const diagnostic::Table fitted = diagnostic::table(rows, page_width(), indent, columns);
  if (fitted.left_out.empty()) return fitted.text;
  return fitted.text + paragraph(fmt::format("(--wide shows also: {})", fmt::join(fitted.left_out, ", ")), indent);
}

std::string paragraph(std::string_view text, std::string_view first, std::string_view next) {
  return diagnostic::paragraph(text, page_width(), first, next);
}

}  // namespace tauforge::cli
