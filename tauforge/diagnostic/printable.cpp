#include "tauforge/diagnostic/printable.h"

#include <algorithm>

namespace tauforge::diagnostic {

std::string printable(std::string_view text, char instead) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = instead;
  return out;
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace tauforge::diagnostic
