#include "tauforge/explicit_model/lumped_constants.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <set>

namespace tauforge::explicit_model {

namespace {

// A factor that may stand outside a constant: a multiple of a quarter, exactly representable, so that sums of elements
// stay exact.
std::optional<double> simple_factor(double ratio) {
  const double quarters = std::round(4 * ratio);
  if (quarters == 0.0 || std::abs(quarters) > 32 || std::abs(4 * ratio - quarters) > 1e-9) return std::nullopt;
  return quarters / 4;
}

// form = factor * of, for one simple factor
std::optional<double> factor_between(const Form& form, const Form& of) {
  if (form.parts().size() != of.parts().size()) return std::nullopt;
  const auto factor = simple_factor(form.parts()[0].second / of.parts()[0].second);
  if (!factor) return std::nullopt;
  for (std::size_t k = 0; k < form.parts().size(); ++k) {
    const auto& [id, x] = form.parts()[k];
    const auto& [other, y] = of.parts()[k];
    if (id != other || std::abs(x - *factor * y) > 1e-10 * std::abs(x)) return std::nullopt;
  }
  return factor;
}

}  // namespace

// Forms that may be multiples of one another have equal symbols and nearly equal sums of ratios to the first one.
LumpedConstants::Key LumpedConstants::key(const Form& form, int shift) const {
  Key key{{}, 0};
  double sum = 0;
  for (const auto& [id, factor] : form.parts()) {
    key.first.push_back(id);
    sum += factor / form.parts()[0].second;
  }
  const double digits = std::abs(sum) > 0 ? std::floor(std::log10(std::abs(sum) + 1)) : 0;
  key.second = std::llround(sum * std::pow(10.0, 7 - digits)) + shift;
  return key;
}

std::optional<LumpedConstants::Found> LumpedConstants::find(const Form& form, ConstantKind kind) const {
  for (const int shift : {0, -1, 1}) {
    const auto bucket = by_shape_.find(key(form, shift));
    if (bucket == by_shape_.end()) continue;
    for (const int k : bucket->second) {
      const Constant& constant = constants_[static_cast<std::size_t>(k)];
      if (constant.kind != kind) continue;
      if (const auto factor = factor_between(form, constant.definition)) return Found{k, *factor};
    }
  }
  return std::nullopt;
}

LumpedConstants::Found LumpedConstants::find_or_add(const Form& form, ConstantKind kind) {
  if (const auto found = find(form, kind)) return *found;
  const int k = static_cast<int>(constants_.size());
  Constant constant;
  constant.kind = kind, constant.definition = form;
  constant.value = form.value([&](int product) { return table_.value(static_cast<ParameterTable::Product>(product)); });
  constants_.push_back(std::move(constant));
  by_shape_[key(form, 0)].push_back(k);
  return {k, 1.0};
}

int LumpedConstants::add_motor(const Form& form, const std::string& name) {
  const int k = find_or_add(form, ConstantKind::motor).constant;
  constants_[static_cast<std::size_t>(k)].name = name;
  return k;
}

// Terms, and each constant that would be new counts as two more.
Price LumpedConstants::price(const ProductSum& sum, ConstantKind kind) const {
  Price price{static_cast<long>(sum.size()), sum_of_magnitudes(sum, [&](int product) {
                return table_.value(static_cast<ParameterTable::Product>(product));
              })};
  std::set<std::vector<double>> fresh;  // by ratios and symbols
  for (const auto& [product, form] : sum) {
    if (find(form, kind)) continue;
    std::vector<double> shape;
    for (const auto& [id, factor] : form.parts())
      shape.push_back(id), shape.push_back(std::round(1e6 * factor / form.parts()[0].second));
    fresh.insert(shape);
  }
  price.first += 2 * static_cast<long>(fresh.size());
  return price;
}

TrigSum LumpedConstants::express(const TrigSum& element, const Runs& runs, ConstantKind kind) {
  const SquareChoice choice =
      best_squares(element, runs, [&](const ProductSum& written) { return price(written, kind); });
  ProductSum expressed;
  for (const auto& [product, form] : with_squares(element, runs, choice)) {
    const Found found = find_or_add(form, kind);
    expressed[product] = Form::of(found.constant, found.factor);
  }
  return to_waves(expressed, runs);
}

std::vector<Constant> LumpedConstants::named(std::vector<TrigSum*> elements) const {
  std::vector<int> order(constants_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](int k) -> const Constant& { return constants_[static_cast<std::size_t>(k)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (at(a).kind != at(b).kind) return at(a).kind < at(b).kind;
    return at(a).kind != ConstantKind::motor && std::abs(at(a).value) > std::abs(at(b).value);
  });
  std::vector<Constant> named;
  std::vector<int> number_of(constants_.size());
  int next[3] = {0, 0, 0};
  const char* letters[] = {"I", "Im", "g"};
  for (const int k : order) {
    number_of[static_cast<std::size_t>(k)] = static_cast<int>(named.size());
    named.push_back(at(k));
    if (named.back().name.empty()) {
      const auto kind = static_cast<std::size_t>(at(k).kind);
      named.back().name = letters[kind] + std::to_string(++next[kind]);
    }
  }
  for (TrigSum* element : elements) {
    TrigSum renumbered;
    for (const auto& [product, form] : element->terms())
      for (const auto& [constant, factor] : form.parts())
        renumbered.add(product, Form::of(number_of[static_cast<std::size_t>(constant)]), factor);
    *element = std::move(renumbered);
  }
  return named;
}

}  // namespace tauforge::explicit_model
