#include "tauforge/files/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tauforge::files {

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

// Other people's words for our keys.
std::string_view synonym(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> known[] = {
      {"com", "centre"},
      {"center", "centre"},
      {"cog", "centre"},
      {"centre_of_mass", "centre"},
      {"center_of_mass", "centre"},
      {"m", "mass"},
      {"damping", "viscous"},
      {"effort", "torque"},
      {"armature", "motor_inertia"},
      {"origin", "xyz"},
      {"offset", "theta"},
      {"jtype", "type"},
      {"tensor", "inertia"},
      {"first_moments", "first_moment"},
      {"translation", "xyz"},
      {"min", "lower"},
      {"max", "upper"},
      {"gear", "gear_ratio"},
  };
  for (const auto& [theirs, ours] : known)
    if (word == theirs) return ours;
  return {};
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string_view meant = synonym(word);
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

}  // namespace tauforge::files
