#include "tauforge/passes/term_forest.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tauforge::passes {

using expression::Graph;
using expression::Node;
using expression::NodeIndex;
using expression::Operation;

TermForest::TermForest(const expression::Program& program) {
  const Graph& graph = *program.graph;
  std::map<NodeIndex, Term> as_term;
  next_ = graph.size();
  for (const NodeIndex i : reachable(program)) {
    const Node& node = graph.node(i);
    const auto term = [&](NodeIndex argument) { return as_term.at(argument); };
    switch (node.op) {
      case Operation::constant: {
        const Id id = constant(std::abs(node.value));
        as_term[i] = {node.value < 0 ? -1 : 1, id};
        break;
      }
      case Operation::negate: as_term[i] = {-term(node.a).sign, term(node.a).id}; break;
      case Operation::add:
      case Operation::subtract: {
        const Term a = term(node.a), b = term(node.b);
        sums_[i] = {a, {node.op == Operation::add ? b.sign : -b.sign, b.id}};
        as_term[i] = {1, i};
        break;
      }
      case Operation::multiply: {
        const Term a = term(node.a), b = term(node.b);
        products_[i] = {a.id, b.id};
        as_term[i] = {a.sign * b.sign, i};
        break;
      }
      default:  // functions keep their arguments as they are in the original program
        leaves_[i] = i;
        as_term[i] = {1, i};
        break;
    }
  }
  for (const auto& output : program.outputs) {
    outputs_.emplace_back();
    for (const NodeIndex node : output.nodes) outputs_.back().push_back(as_term.at(node));
  }
  drop_unused();
  double_by_adding();
  flatten();
  share_equals();
  sink_constants();
}

// Constants that differ by rounding alone are one: they are the same number, computed in two orders.
TermForest::Id TermForest::constant(double value) {
  for (const auto& [id, known] : constants_)
    if (std::abs(known - value) <= rounding * std::abs(value)) return id;
  constants_[++next_] = value;
  return next_;
}

std::map<TermForest::Id, int> TermForest::uses() const {
  std::map<Id, int> count;
  for (const auto& [id, terms] : sums_)
    for (const Term& term : terms) ++count[term.id];
  for (const auto& [id, factors] : products_)
    for (const Id factor : factors) ++count[factor];
  for (const auto& elements : outputs_)
    for (const Term& term : elements) ++count[term.id];
  return count;
}

// A sum inside a sum, a product inside a product, used nowhere else, is part of it.
void TermForest::flatten() {
  for (bool changed = true; changed;) {
    changed = false;
    const std::map<Id, int> count = uses();
    for (auto& [id, terms] : sums_)
      for (std::size_t k = 0; k < terms.size() && !changed; ++k) {
        const Term inner = terms[k];
        const auto found = sums_.find(inner.id);
        if (found == sums_.end() || count.at(inner.id) != 1) continue;
        const std::vector<Term> moved = found->second;
        terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(k));
        for (const Term& term : moved) terms.push_back({inner.sign * term.sign, term.id});
        sums_.erase(inner.id);
        changed = true;
        break;
      }
    if (changed) continue;
    for (auto& [id, factors] : products_) {
      for (std::size_t k = 0; k < factors.size(); ++k) {
        const Id inner = factors[k];
        const auto found = products_.find(inner);
        if (found == products_.end() || count.at(inner) != 1) continue;
        const std::vector<Id> moved = found->second;
        factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(k));
        factors.insert(factors.end(), moved.begin(), moved.end());
        products_.erase(inner);
        changed = true;
        break;
      }
      if (changed) break;
    }
  }
  merge_constants();
}

void TermForest::merge_constants() {
  for (auto& [id, factors] : products_) {
    double value = 1.0;
    int constants = 0;
    for (const Id factor : factors)
      if (is_constant(factor)) value *= constants_.at(factor), ++constants;
    if (constants < 2) continue;
    std::erase_if(factors, [&](Id factor) { return is_constant(factor); });
    factors.push_back(constant(value));
  }
  std::vector<Id> single;
  for (const auto& [id, factors] : products_)
    if (factors.size() == 1) single.push_back(id);
  for (const Id id : single) {  // a product of one factor is that factor
    const Id only = products_.at(id)[0];
    products_.erase(id);
    replace(id, {1, only});
  }
}

void TermForest::drop_unused() {
  for (bool changed = true; changed;) {
    const std::map<Id, int> count = uses();
    const auto unused = [&](const auto& entry) { return !count.count(entry.first); };
    changed = std::erase_if(sums_, unused) + std::erase_if(products_, unused) > 0;
  }
}

void TermForest::replace(Id old, Term by) {
  for (auto& [id, terms] : sums_)
    for (Term& term : terms)
      if (term.id == old) term = {term.sign * by.sign, by.id};
  std::vector<Id> flipped;
  for (auto& [id, factors] : products_) {
    int times = 0;
    for (Id& factor : factors)
      if (factor == old) factor = by.id, ++times;
    if (by.sign < 0 && times % 2 == 1) flipped.push_back(id);
  }
  for (auto& elements : outputs_)
    for (Term& term : elements)
      if (term.id == old) term = {term.sign * by.sign, by.id};
  // a product whose value changed sign: its users take the sign back
  for (const Id id : flipped) {
    if (!negated_.insert(id).second) negated_.erase(id);
    replace(id, {-1, id});
  }
}

void TermForest::dissolve_single_terms() {
  std::vector<Id> single;
  for (const auto& [id, terms] : sums_)
    if (terms.size() == 1) single.push_back(id);
  for (const Id id : single) {
    const Term only = sums_.at(id)[0];  // read here: dissolving another one may have changed it
    sums_.erase(id);
    replace(id, only);
  }
}

// Sums and products that have become the same are one.
void TermForest::share_equals() {
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::vector<Term>, std::pair<Id, int>> known_sums;
    for (const auto& [id, terms] : sums_) {
      std::vector<Term> sorted = terms;
      const auto by_id = [](const Term& a, const Term& b) { return std::pair(a.id, a.sign) < std::pair(b.id, b.sign); };
      std::sort(sorted.begin(), sorted.end(), by_id);
      const int sign = sorted.front().sign;
      for (Term& term : sorted) term.sign *= sign;
      const auto [found, fresh] = known_sums.emplace(sorted, std::pair(id, sign));
      if (fresh) continue;
      const auto [other, other_sign] = found->second;
      const Id mine = id;
      const Term by{sign * other_sign, other};
      sums_.erase(mine);
      replace(mine, by);
      changed = true;
      break;
    }
    if (changed) continue;
    std::map<std::vector<Id>, Id> known_products;
    for (const auto& [id, factors] : products_) {
      std::vector<Id> sorted = factors;
      std::sort(sorted.begin(), sorted.end());
      const auto [found, fresh] = known_products.emplace(sorted, id);
      if (fresh) continue;
      const Id mine = id, other = found->second;
      products_.erase(mine);
      replace(mine, {1, other});
      changed = true;
      break;
    }
  }
}

int TermForest::cost() const {
  std::size_t total = 0;
  for (const auto& [id, terms] : sums_) total += terms.size() - 1;
  for (const auto& [id, factors] : products_) total += factors.size() - 1;
  return static_cast<int>(total);
}

std::vector<TermForest::Candidate> TermForest::candidates() const {
  std::vector<Candidate> found;
  const std::map<Id, int> count = uses();
  std::map<std::tuple<Id, Id, int>, int> sum_pairs;
  for (const auto& [id, terms] : sums_) {
    std::map<Id, int> common;  // factor -> products of this sum, used here only, that contain it
    std::set<std::tuple<Id, Id, int>> here;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto product = products_.find(terms[k].id);
      if (product != products_.end() && count.at(terms[k].id) == 1)
        for (const Id factor : std::set<Id>(product->second.begin(), product->second.end())) ++common[factor];
      for (std::size_t l = k + 1; l < terms.size(); ++l) {
        const auto [a, b] = std::minmax(terms[k], terms[l], [](const Term& x, const Term& y) { return x.id < y.id; });
        here.insert({a.id, b.id, a.sign * b.sign});
      }
    }
    for (const auto& [factor, times] : common)
      if (times > 1) found.push_back({Candidate::Kind::factor, times - 1, id, factor, 0});
    for (const auto& pair : here) ++sum_pairs[pair];
  }
  for (const auto& [pair, times] : sum_pairs)
    if (times > 1)
      found.push_back(
          {Candidate::Kind::sum_pair, times - 1, 0, std::get<0>(pair), std::get<1>(pair), std::get<2>(pair)});
  std::map<std::pair<Id, Id>, int> product_pairs;
  for (const auto& [id, factors] : products_) {
    std::set<std::pair<Id, Id>> here;
    for (std::size_t k = 0; k < factors.size(); ++k)
      for (std::size_t l = k + 1; l < factors.size(); ++l) here.insert(std::minmax(factors[k], factors[l]));
    for (const auto& pair : here) ++product_pairs[pair];
  }
  for (const auto& [pair, times] : product_pairs)
    if (times > 1) found.push_back({Candidate::Kind::product_pair, times - 1, 0, pair.first, pair.second});
  return found;
}

bool TermForest::improve(std::mt19937& random) {
  std::vector<Candidate> all = candidates();
  if (all.empty()) return false;
  int best = 0;
  for (const Candidate& candidate : all) best = std::max(best, candidate.gain);
  const int accepted = best - (random() % 10 < 3 ? 1 : 0);  // sometimes a lesser gain opens a larger one
  std::erase_if(all, [&](const Candidate& candidate) { return candidate.gain < std::max(accepted, 1); });
  take(all[random() % all.size()]);
  drop_unused();
  flatten();
  share_equals();
  sink_constants();
  return true;
}

void TermForest::take(const Candidate& candidate) {
  switch (candidate.kind) {
    case Candidate::Kind::factor: return factor_out(candidate.where, candidate.a);
    case Candidate::Kind::sum_pair: return share_pair_in_sums(candidate.a, candidate.b, candidate.relative);
    case Candidate::Kind::product_pair: return share_pair_in_products(candidate.a, candidate.b);
  }
}

void TermForest::factor_out(Id sum, Id factor) {
  const std::map<Id, int> count = uses();
  std::vector<Term> kept, inner;
  for (const Term& term : sums_.at(sum)) {
    const auto product = products_.find(term.id);
    const bool has = product != products_.end() && count.at(term.id) == 1 &&
                     std::find(product->second.begin(), product->second.end(), factor) != product->second.end();
    if (!has) {
      kept.push_back(term);
      continue;
    }
    std::vector<Id> rest = product->second;
    rest.erase(std::find(rest.begin(), rest.end(), factor));
    products_.erase(product);
    if (rest.size() == 1) {
      inner.push_back({term.sign, rest[0]});
    } else {
      products_[++next_] = rest;
      inner.push_back({term.sign, next_});
    }
  }
  const int sign = inner.front().sign;
  for (Term& term : inner) term.sign *= sign;
  const Id inner_sum = ++next_, product = ++next_;
  sums_[inner_sum] = inner;
  products_[product] = {factor, inner_sum};
  kept.push_back({sign, product});
  if (kept.size() > 1) {
    sums_[sum] = kept;
    return;
  }
  sums_.erase(sum);  // the whole sum became a product
  replace(sum, kept.front());
}

void TermForest::share_pair_in_sums(Id a, Id b, int relative) {
  const Id shared = ++next_;
  std::vector<std::pair<Id, Term>> became;
  for (auto& [id, terms] : sums_) {
    const auto at_a = std::find_if(terms.begin(), terms.end(), [&](const Term& t) { return t.id == a; });
    if (at_a == terms.end()) continue;
    const Term first = *at_a, second{first.sign * relative, b};
    const auto at_b =
        std::find_if(terms.begin(), terms.end(), [&](const Term& t) { return t == second && &t != &*at_a; });
    if (at_b == terms.end()) continue;
    std::vector<Term> rest;
    for (auto it = terms.begin(); it != terms.end(); ++it)
      if (it != at_a && it != at_b) rest.push_back(*it);
    rest.push_back({first.sign, shared});
    terms = rest;
    if (terms.size() == 1) became.emplace_back(id, terms[0]);
  }
  for (const auto& [id, term] : became) {
    sums_.erase(id);
    replace(id, term);
  }
  sums_[shared] = {{1, a}, {relative, b}};
}

void TermForest::share_pair_in_products(Id a, Id b) {
  const Id shared = ++next_;
  std::vector<Id> became;
  for (auto& [id, factors] : products_) {
    std::vector<Id> rest = factors;
    const auto at_a = std::find(rest.begin(), rest.end(), a);
    if (at_a == rest.end()) continue;
    rest.erase(at_a);
    const auto at_b = std::find(rest.begin(), rest.end(), b);
    if (at_b == rest.end()) continue;
    rest.erase(at_b);
    rest.push_back(shared);
    factors = rest;
    if (factors.size() == 1) became.push_back(id);
  }
  for (const Id id : became) {
    products_.erase(id);
    replace(id, {1, shared});
  }
  products_[shared] = {a, b};
}

expression::Program TermForest::program(const expression::Program& original) const {
  const Graph& from = *original.graph;
  expression::Program result;
  result.name = original.name;
  Graph& to = *result.graph;
  std::map<NodeIndex, NodeIndex> copied;  // of the original graph
  for (const auto& argument : original.arguments) {
    result.arguments.push_back({argument.name, argument.meaning, {}, argument.elements});
    for (const NodeIndex node : argument.nodes) {
      copied[node] = to.input(from.input(node).name, from.binding(node));
      result.arguments.back().nodes.push_back(copied[node]);
    }
  }
  const std::function<NodeIndex(NodeIndex)> copy = [&](NodeIndex i) {
    if (const auto found = copied.find(i); found != copied.end()) return found->second;
    const Node& node = from.node(i);
    NodeIndex made = 0;
    if (node.op == Operation::constant)
      made = to.constant(node.value);
    else if (arity(node.op) == 1)
      made = to.apply(node.op, copy(node.a));
    else
      made = to.apply(node.op, copy(node.a), copy(node.b));
    if (const expression::Label* label = from.label_of(i)) to.label(made, *label);
    return copied[i] = made;
  };
  std::map<Id, NodeIndex> built;
  const std::function<NodeIndex(Id)> build = [&](Id id) {
    if (const auto found = built.find(id); found != built.end()) return found->second;
    NodeIndex made = 0;
    if (const auto sum = sums_.find(id); sum != sums_.end()) {
      std::vector<Term> terms = sum->second;  // a positive term first: no sign to spend
      std::stable_partition(terms.begin(), terms.end(), [](const Term& t) { return t.sign > 0; });
      made = build(terms[0].id);
      if (terms[0].sign < 0) made = to.apply(Operation::negate, made);
      for (std::size_t k = 1; k < terms.size(); ++k)
        made = to.apply(terms[k].sign > 0 ? Operation::add : Operation::subtract, made, build(terms[k].id));
    } else if (const auto product = products_.find(id); product != products_.end()) {
      made = build(product->second[0]);
      for (std::size_t k = 1; k < product->second.size(); ++k)
        made = to.apply(Operation::multiply, made, build(product->second[k]));
    } else if (const auto value = constants_.find(id); value != constants_.end()) {
      made = to.constant(value->second);
    } else {
      made = copy(leaves_.at(id));
    }
    if (id < from.size() && !negated_.count(id))
      if (const expression::Label* label = from.label_of(id)) to.label(made, *label);
    return built[id] = made;
  };
  for (std::size_t k = 0; k < original.outputs.size(); ++k) {
    result.outputs.push_back({original.outputs[k].name, original.outputs[k].meaning, {}, original.outputs[k].elements});
    for (const Term& term : outputs_[k]) {
      const NodeIndex node = build(term.id);
      result.outputs.back().nodes.push_back(term.sign > 0 ? node : to.apply(Operation::negate, node));
    }
  }
  return result;
}

}  // namespace tauforge::passes
