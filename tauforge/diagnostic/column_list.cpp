#include "tauforge/diagnostic/column_list.h"

#include <utility>

#include "tauforge/diagnostic/layout.h"

namespace tauforge::diagnostic {

std::string column_list(const std::vector<std::string>& names) {
  const auto split = [](const std::string& name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const bool numbered = end > 0 && end < name.size() && name.size() - end < 7;
    return std::pair(name.substr(0, end), numbered ? std::stoi(name.substr(end)) : -1);
  };
  std::string text;
  for (std::size_t k = 0; k < names.size();) {
    std::size_t last = k;
    const auto [letters, number] = split(names[k]);
    while (number >= 0 && last + 1 < names.size() &&
           split(names[last + 1]) == std::pair(letters, number + static_cast<int>(last + 1 - k)))
      ++last;
    text += (text.empty() ? "" : ", ") + names[k];
    if (last > k) text += (last > k + 1 ? ".." : ", ") + names[last];
    k = last + 1;
  }
  constexpr std::size_t most_shown = 160;
  return shortened(text, most_shown);
}

}  // namespace tauforge::diagnostic
