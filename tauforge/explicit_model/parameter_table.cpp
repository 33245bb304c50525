#include "tauforge/explicit_model/parameter_table.h"

#include <algorithm>

namespace tauforge::explicit_model {

ParameterTable::Product ParameterTable::symbol(const std::string& name, double value) {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return found->second;
  names_.push_back(name);
  values_.push_back(value);
  return by_name_[name] = intern({symbols() - 1});
}

ParameterTable::Product ParameterTable::intern(std::vector<int> factors) {
  const auto [place, fresh] = known_.emplace(factors, static_cast<Product>(factors_.size()));
  if (fresh) factors_.push_back(std::move(factors));
  return place->second;
}

ParameterTable::Product ParameterTable::multiply(Product a, Product b) {
  if (a == one) return b;
  if (b == one) return a;
  const auto key = std::minmax(a, b);
  const auto found = multiplied_.find(key);
  if (found != multiplied_.end()) return found->second;
  std::vector<int> all = factors_[a];
  all.insert(all.end(), factors_[b].begin(), factors_[b].end());
  std::sort(all.begin(), all.end());
  return multiplied_[key] = intern(std::move(all));
}

double ParameterTable::value(Product p) const {
  double product = 1;
  for (const int s : factors_[p]) product *= values_[static_cast<std::size_t>(s)];
  return product;
}

std::string ParameterTable::text(Product p) const {
  const auto& factors = factors_[p];
  if (factors.empty()) return "1";
  std::string out;
  for (std::size_t k = 0; k < factors.size();) {
    std::size_t last = k;
    while (last < factors.size() && factors[last] == factors[k]) ++last;
    out += (out.empty() ? "" : " ") + name(factors[k]);
    if (last - k > 1) out += "^" + std::to_string(last - k);
    k = last;
  }
  return out;
}

}  // namespace tauforge::explicit_model
