// A guess at what was meant by a word that is not among the known ones.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tauforge::files {

// "did you mean 'x'?" for the candidate that is at most a few typing errors away; else empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace tauforge::files
