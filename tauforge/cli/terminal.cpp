#include "tauforge/cli/terminal.h"

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

std::string printable(std::string_view text) { return diagnostic::printable(text, '?'); }

std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], diagnostic::width(row[k]));
  }
  std::string out;
  for (const auto& row : rows) {
    out += indent;
    for (std::size_t k = 0; k < row.size(); ++k) {
      out += row[k];
      if (k + 1 < row.size()) out.append(width[k] - diagnostic::width(row[k]) + 2, ' ');
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace tauforge::cli
