// Symbols for the numbers of a robot, and the products that they form: m3, m3 a2, m3 a2^2 ... Products are interned, so
// that a trigonometric polynomial carries one small integer for each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tauforge::explicit_model {

class ParameterTable {
 public:
  using Product = std::uint32_t;
  static constexpr Product one = 0;  // the empty product

  ParameterTable() : factors_{{}} {}

  Product symbol(const std::string& name, double value);  // the same name is the same symbol
  Product multiply(Product a, Product b);

  double value(Product p) const;
  // A product's symbols, each as often as it occurs, in the order in which they were introduced.
  const std::vector<int>& factors(Product p) const { return factors_[p]; }
  const std::string& name(int symbol) const { return names_[static_cast<std::size_t>(symbol)]; }
  double value_of_symbol(int symbol) const { return values_[static_cast<std::size_t>(symbol)]; }
  int symbols() const { return static_cast<int>(names_.size()); }
  std::string text(Product p) const;  // "m3 a2^2"; "1" for the empty product

 private:
  Product intern(std::vector<int> factors);

  std::vector<std::string> names_;
  std::vector<double> values_;
  std::map<std::string, Product> by_name_;
  std::vector<std::vector<int>> factors_;
  std::map<std::vector<int>, Product> known_;
  std::map<std::pair<Product, Product>, Product> multiplied_;
};

}  // namespace tauforge::explicit_model
