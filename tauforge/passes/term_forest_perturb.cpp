// Steps back. Greedy sharing ends where no single step gains; undoing one step at random and sharing again walks on from
// there (iterated local search).
#include <algorithm>

#include "tauforge/passes/term_forest.h"

namespace tauforge::passes {

// 2 x that only sums need is x + x: as two terms it can be shared with x alone.
void TermForest::double_by_adding() {
  const std::map<Id, int> count = uses();
  std::map<Id, int> in_sums;
  for (const auto& [id, terms] : sums_)
    for (const Term& term : terms) ++in_sums[term.id];
  for (auto it = products_.begin(); it != products_.end();) {
    const std::vector<Id>& factors = it->second;
    const auto is_two = [&](Id id) { return is_constant(id) && constants_.at(id) == 2.0; };
    const bool doubles = factors.size() == 2 && is_two(factors[0]) != is_two(factors[1]);
    if (!doubles || !count.count(it->first) || in_sums[it->first] != count.at(it->first)) {
      ++it;
      continue;
    }
    const Id x = is_two(factors[0]) ? factors[1] : factors[0];
    sums_[it->first] = {{1, x}, {1, x}};
    it = products_.erase(it);
  }
}

// x - x is nothing.
void TermForest::cancel_terms() {
  for (auto& [id, terms] : sums_) {
    for (bool found = true; found && terms.size() > 2;) {
      found = false;
      for (std::size_t k = 0; k < terms.size() && !found; ++k) {
        const Term opposite{-terms[k].sign, terms[k].id};
        const auto other = std::find(terms.begin() + static_cast<std::ptrdiff_t>(k), terms.end(), opposite);
        if (other == terms.end()) continue;
        terms.erase(other);
        terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(k));
        found = true;
      }
    }
  }
  dissolve_single_terms();
}

void TermForest::perturb(std::mt19937& random) {
  for (int steps = 1 + static_cast<int>(random() % 3); steps > 0; --steps) {
    const std::map<Id, std::vector<Term>>& sums = sums_;
    const bool in_sum = random() % 3 != 0 || products_.empty();
    if (in_sum && !sums.empty()) {
      perturb_sum(std::next(sums.begin(), static_cast<std::ptrdiff_t>(random() % sums.size()))->first, random);
    } else if (!products_.empty()) {
      perturb_product(std::next(products_.begin(), static_cast<std::ptrdiff_t>(random() % products_.size()))->first);
    }
    cancel_terms();
    drop_unused();
    flatten();
    share_equals();
    sink_constants();
  }
}

// One of its terms that is a sum becomes part of it; one that is a product with a sum is multiplied out.
void TermForest::perturb_sum(Id sum, std::mt19937& random) {
  std::vector<Term>& terms = sums_.at(sum);
  const std::size_t first = random() % terms.size();
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const std::size_t chosen = (first + k) % terms.size();
    const Term term = terms[chosen];
    if (const auto inner = sums_.find(term.id); inner != sums_.end()) {
      const std::vector<Term> moved = inner->second;
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(chosen));
      for (const Term& t : moved) terms.push_back({term.sign * t.sign, t.id});
      return;
    }
    if (const auto product = products_.find(term.id); product != products_.end()) {
      const auto& factors = product->second;
      if (std::none_of(factors.begin(), factors.end(), [&](Id f) { return sums_.count(f) > 0; })) continue;
      return distribute(sum, chosen);
    }
  }
}

void TermForest::distribute(Id sum, std::size_t term) {
  std::vector<Term>& terms = sums_.at(sum);
  const Term whole = terms[term];
  std::vector<Id> factors = products_.at(whole.id);
  const auto inner = std::find_if(factors.begin(), factors.end(), [&](Id f) { return sums_.count(f) > 0; });
  const std::vector<Term> parts = sums_.at(*inner);
  factors.erase(inner);
  terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(term));
  for (const Term& part : parts) {
    products_[++next_] = factors;
    products_[next_].push_back(part.id);
    terms.push_back({whole.sign * part.sign, next_});
  }
}

// A product among its factors becomes part of it.
void TermForest::perturb_product(Id id) {
  std::vector<Id>& factors = products_.at(id);
  for (std::size_t k = 0; k < factors.size(); ++k)
    if (const auto inner = products_.find(factors[k]); inner != products_.end()) {
      const std::vector<Id> moved = inner->second;
      factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(k));
      factors.insert(factors.end(), moved.begin(), moved.end());
      return;
    }
}

}  // namespace tauforge::passes
