#include "tauforge/explicit_model/payload.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace tauforge::explicit_model {

namespace {

using Powers4 = std::array<int, 4>;  // of mL, xL, yL, zL

int payload_symbol(const ExplicitModel& model, int symbol) {
  for (std::size_t k = 0; k < payload_symbols.size(); ++k)
    if (model.symbols->name(symbol) == payload_symbols[k]) return static_cast<int>(k);
  return -1;
}

// By powers of the payload's symbols; what it is made of besides is a number.
std::map<Powers4, double> polynomial(const ExplicitModel& model, const Constant& constant) {
  std::map<Powers4, double> sum;
  for (const auto& [product, factor] : constant.definition.parts()) {
    double number = factor;
    Powers4 powers{};
    for (const int s : model.symbols->factors(static_cast<ParameterTable::Product>(product)))
      if (const int k = payload_symbol(model, s); k >= 0)
        ++powers[static_cast<std::size_t>(k)];
      else
        number *= model.symbols->value_of_symbol(s);
    sum[powers] += number;
  }
  return sum;
}

}  // namespace

bool depends_on_payload(const ExplicitModel& model, const Constant& constant) {
  for (const auto& [powers, number] : polynomial(model, constant))
    if (powers != Powers4{}) return true;
  return false;
}

std::vector<double> constants_with(const ExplicitModel& model, const PayloadValues& payload) {
  std::vector<double> values;
  for (const Constant& c : model.constants) {
    double sum = 0;
    for (const auto& [powers, number] : polynomial(model, c)) {
      double term = number;
      for (std::size_t k = 0; k < 4; ++k) term *= std::pow(payload[k], powers[k]);
      sum += term;
    }
    values.push_back(sum);
  }
  return values;
}

std::string payload_text(const ExplicitModel& model, const Constant& constant, int digits, const Notation& notation) {
  std::string text;
  for (const auto& [powers, number] : polynomial(model, constant)) {
    const double size = std::abs(number);
    if (size == 0.0) continue;
    std::vector<std::string> words;
    for (std::size_t k = 0; k < 4; ++k) {
      if (powers[k] == 0) continue;
      words.push_back(constant_name(payload_symbols[k], notation));
      if (powers[k] > 1) words.back() += fmt::format("^{}", powers[k]);
    }
    if (words.empty() || size != 1.0)
      words.insert(words.begin(), digits > 0 ? number_text(size, digits, notation) : number_text(size, notation));
    const std::string term = fmt::format("{}", fmt::join(words, notation.times));
    text += text.empty() ? (number < 0 ? "-" : "") + term : (number < 0 ? " - " : " + ") + term;
  }
  return text.empty() ? "0" : text;
}

}  // namespace tauforge::explicit_model
