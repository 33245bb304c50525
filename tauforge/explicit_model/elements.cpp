#include "tauforge/explicit_model/elements.h"

#include <algorithm>
#include <map>

namespace tauforge::explicit_model {

namespace {

class Collector {
 public:
  explicit Collector(const ExplicitModel& model) : model_(model) {}

  std::vector<Element> run() {
    const int n = model_.n;
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) {
        Element e = element(Table::A, i, j, j);
        e.sum = model_.A.at(i, j);
        if (j != i) e.joints.push_back(j);
        add(std::move(e));
      }
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        for (int l = k + 1; l < n; ++l) add_symbol(element(Table::B, i, k, l), 2.0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) add_symbol(element(Table::C, i, j, j), 1.0);
    for (int i = 0; i < n; ++i) {
      Element e = element(Table::g, i, i, i);
      e.sum = model_.g[static_cast<std::size_t>(i)];
      add(std::move(e));
    }
    return std::move(all_);
  }

 private:
  static Element element(Table table, int i, int k, int l) {
    Element e;
    e.table = table, e.i = i, e.k = k, e.l = l;
    e.name = element_name(table, i, table == Table::g ? -1 : k, table == Table::B ? l : -1);
    e.joints = {i};
    return e;
  }

  void add(Element e) {
    e.zero = e.sum.zero();
    if ((e.table == Table::A || e.table == Table::g) && !e.sum.zero()) refer(e);
    if (e.same_as >= 0) {
      auto& joints = all_[static_cast<std::size_t>(e.same_as)].joints;
      for (const int j : e.joints)
        if (!std::count(joints.begin(), joints.end(), j)) joints.push_back(j);
    } else {
      e.written = model_.written(e.sum);
      e.numbers = in_numbers(model_, e.written);
    }
    all_.push_back(std::move(e));
  }

  // Equal sums of A and of g, up to sign.
  void refer(Element& e) {
    auto& known = e.table == Table::g ? known_g_ : known_a_;
    for (const double sign : {1.0, -1.0}) {
      TrigSum wanted;
      wanted.add(e.sum, sign);
      const auto found = known.find(wanted);
      if (found == known.end()) continue;
      e.same_as = found->second, e.factor = sign;
      return;
    }
    known.emplace(e.sum, static_cast<int>(all_.size()));
  }

  void add_symbol(Element e, double times) {
    const SymbolUse use = model_.christoffel.use(e.i, e.k, e.l);
    if (use.distinct >= 0) {
      e.sum.add(model_.christoffel.distinct[static_cast<std::size_t>(use.distinct)], times * use.sign);
      const auto [first, fresh] = first_use_.emplace(use.distinct, static_cast<int>(all_.size()));
      if (fresh)
        scale_.push_back(times * use.sign), place_[use.distinct] = scale_.size() - 1;
      else
        e.same_as = first->second, e.factor = times * use.sign / scale_[place_[use.distinct]];
    } else {
      e.joints.clear();
    }
    add(std::move(e));
  }

  const ExplicitModel& model_;
  std::vector<Element> all_;
  std::map<TrigSum, int> known_a_, known_g_;
  std::map<int, int> first_use_;
  std::map<int, std::size_t> place_;
  std::vector<double> scale_;  // of the first element of a symbol: element = scale * symbol
};

}  // namespace

std::string element_name(Table table, int i, int k, int l) {
  const char* letters[] = {"a", "b", "c", "G"};
  std::string name = letters[static_cast<int>(table)];
  const bool apart = std::max({i, k, l}) >= 9;
  bool first = true;
  for (const int joint : {i, k, l}) {
    if (joint < 0) continue;
    if (apart && !first) name += "_";
    name += std::to_string(joint + 1);
    first = false;
  }
  return name;
}

NumberSum in_numbers(const ExplicitModel& model, const ProductSum& sum) {
  NumberSum numbers;
  for (const auto& [product, form] : sum)
    if (const double c = form.value([&](int k) { return model.constant_value(k); }); c != 0.0)
      numbers.emplace_back(product, c);
  return numbers;
}

double value(const NumberSum& sum, const std::vector<double>& q) {
  double total = 0;
  for (const auto& [product, c] : sum) total += c * product_value(product, q);
  return total;
}

std::vector<Element> elements(const ExplicitModel& model) { return Collector(model).run(); }

}  // namespace tauforge::explicit_model
