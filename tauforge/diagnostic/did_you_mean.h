// A guess at what was meant by a word that is not among the known ones.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tauforge::diagnostic {

// Words of other people, each with the one that we use instead.
using Synonyms = std::span<const std::pair<std::string_view, std::string_view>>;

// "did you mean 'x'?" for the candidate that another word stands for, or that is at most a few typing errors away; else
// empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates, Synonyms synonyms = {});

}  // namespace tauforge::diagnostic
