#include "tauforge/diagnostic/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tauforge::diagnostic {

namespace {

// Characters left out, put in, mistaken, or two changed over.
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_above(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    std::swap(two_above, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates, Synonyms synonyms) {
  std::string_view meant;
  for (const auto& [theirs, ours] : synonyms)
    if (word == theirs) meant = ours;
  std::string_view best;
  std::size_t fewest = 1 + std::min<std::size_t>(word.size() / 3, 3);  // short words allow fewer slips
  for (const auto& candidate : candidates) {
    if (candidate == meant) return fmt::format("did you mean '{}'?", candidate);
    const std::size_t errors = typing_errors(word.substr(0, 64), candidate);
    if (errors < fewest) {
      fewest = errors;
      best = candidate;
    }
  }
  return best.empty() ? "" : fmt::format("did you mean '{}'?", best);
}

}  // namespace tauforge::diagnostic
