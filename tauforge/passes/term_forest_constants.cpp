// Constants among the terms of sums. x + c needed only where another constant is added anyway is not computed: its
// constant sinks into theirs. D_ii + I_rotor and the steps of a composite body are full of them.
#include <algorithm>
#include <cmath>

#include "tauforge/passes/term_forest.h"

namespace tauforge::passes {

// Constants of one sum are one constant.
void TermForest::merge_constant_terms() {
  for (auto& [id, terms] : sums_) {
    double value = 0.0, size = 0.0;
    int constants = 0;
    for (const Term& term : terms)
      if (is_constant(term.id)) {
        value += term.sign * constants_.at(term.id);
        size += constants_.at(term.id);
        ++constants;
      }
    if (constants < 2) continue;
    std::erase_if(terms, [&](const Term& term) { return is_constant(term.id); });
    if (std::abs(value) <= rounding * size) value = 0.0;
    if (value != 0.0 || terms.empty()) terms.push_back({value < 0 ? -1 : 1, constant(std::abs(value))});
  }
  dissolve_single_terms();
}

// One sum whose constant is not needed by itself; false when there is none.
bool TermForest::sink_a_constant() {
  const std::map<Id, int> count = uses();
  const auto constant_of = [&](const std::vector<Term>& terms) -> const Term* {
    for (const Term& term : terms)
      if (is_constant(term.id)) return &term;
    return nullptr;
  };
  for (const auto& [id, terms] : sums_) {
    const Term* found = constant_of(terms);
    if (!found) continue;
    const Term sinking = *found;
    int in_sums = 0, without_constant = 0;
    for (const auto& [user, others] : sums_)
      for (const Term& term : others)
        if (term.id == id) ++in_sums, without_constant += !constant_of(others);
    if (in_sums != count.at(id) || without_constant > 0) continue;
    const Id sum = id;
    for (auto& [user, others] : sums_) {
      std::vector<Term> added;
      for (const Term& term : others)
        if (term.id == sum) added.push_back({term.sign * sinking.sign, sinking.id});
      others.insert(others.end(), added.begin(), added.end());
    }
    std::vector<Term>& left = sums_.at(sum);
    left.erase(std::find(left.begin(), left.end(), sinking));
    merge_constant_terms();
    return true;
  }
  return false;
}

void TermForest::sink_constants() {
  merge_constant_terms();
  while (sink_a_constant()) flatten();
}

}  // namespace tauforge::passes
