#include "tauforge/explicit_model/rounding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "tauforge/explicit_model/record.h"

namespace tauforge::explicit_model {

double short_decimal(double x, double error) {
  if (!(error > 0)) return x;
  for (int digits = 1; digits < 17; ++digits) {
    const double shorter = std::stod(fmt::format("{:.{}e}", x, digits - 1));
    if (std::abs(shorter - x) <= error) return shorter;
  }
  return x;
}

std::vector<std::vector<double>> torques_per_unit(const std::vector<Element>& elements, const OperatingRange& range) {
  const std::size_t n = range.q.size();
  std::vector<std::vector<double>> result(elements.size(), std::vector<double>(n, 0.0));
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const Element& element = elements[e];
    const auto i = static_cast<std::size_t>(element.i), k = static_cast<std::size_t>(element.k),
               l = static_cast<std::size_t>(element.l);
    auto& root = result[element.same_as >= 0 ? static_cast<std::size_t>(element.same_as) : e];
    const double times = element.same_as >= 0 ? std::abs(element.factor) : 1.0;
    if (element.table == Table::g) root[i] += times;
    if (element.table == Table::B || element.table == Table::C) root[i] += times * range.qd[k] * range.qd[l];
    if (element.table != Table::A) continue;
    root[i] += times * range.qdd[k];
    if (i != k) root[k] += times * range.qdd[i];
  }
  return result;
}

std::vector<Element> rounded(std::vector<Element> elements, const OperatingRange& range,
                             const std::vector<double>& allowed) {
  const auto per_unit = torques_per_unit(elements, range);
  std::vector<double> numbers(allowed.size(), 0.0);  // that enter a torque
  for (std::size_t e = 0; e < elements.size(); ++e)
    for (std::size_t i = 0; i < allowed.size(); ++i)
      if (per_unit[e][i] > 0) numbers[i] += static_cast<double>(elements[e].numbers.size());
  const auto magnitudes = magnitudes_in(elements, static_cast<int>(range.q.size()));
  std::map<long long, double> error_of;  // by magnitude: the least share of it that any of its places allows
  for (const auto& [place, parts] : magnitudes) {
    const auto& [product, c] = elements[place.element].numbers[place.number];
    const double size = range_of(product, range.q).magnitude();
    double error = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < allowed.size(); ++i)
      if (const double unit = per_unit[place.element][i] * size; unit > 0)
        error = std::min(error, allowed[i] / (numbers[i] * unit));
    constexpr double most = 0.5, together = 0.95;  // nothing rounds to zero; errors multiply
    const double share = together * std::min(most, error / std::abs(c)) / static_cast<double>(parts.size());
    for (const double part : parts) {
      const auto [known, fresh] = error_of.emplace(key_of(part), share);
      if (!fresh) known->second = std::min(known->second, share);
    }
  }
  for (const auto& [place, parts] : magnitudes) {
    double& c = elements[place.element].numbers[place.number].second;
    double product = c < 0 ? -1.0 : 1.0;
    for (const double part : parts) product *= short_decimal(part, error_of[key_of(part)] * part);
    constexpr double rounding = 1e-14;
    c = short_decimal(product, rounding * std::abs(product));
  }
  return elements;
}

std::vector<double> rounded_constants(const ExplicitModel& model, const std::vector<Element>& complete,
                                      const OperatingRange& range, const std::vector<double>& allowed) {
  const auto per_unit = torques_per_unit(complete, range);
  std::vector<std::vector<double>> does(model.constants.size(), std::vector<double>(allowed.size(), 0.0));
  for (std::size_t e = 0; e < complete.size(); ++e)
    for (const auto& [product, form] : complete[e].written)
      for (const auto& [constant, factor] : form.parts())
        for (std::size_t i = 0; i < allowed.size(); ++i)
          does[static_cast<std::size_t>(constant)][i] +=
              std::abs(factor) * range_of(product, range.q).magnitude() * per_unit[e][i];
  std::vector<double> entering(allowed.size(), 0.0), values;
  for (const auto& of_constant : does)
    for (std::size_t i = 0; i < allowed.size(); ++i) entering[i] += of_constant[i] > 0;
  for (std::size_t c = 0; c < does.size(); ++c) {
    double error = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < allowed.size(); ++i)
      if (does[c][i] > 0) error = std::min(error, allowed[i] / (entering[i] * does[c][i]));
    values.push_back(std::isfinite(error) ? short_decimal(model.constants[c].value, error) : model.constants[c].value);
  }
  return values;
}

std::vector<Element> with_constants(const ExplicitModel& model, std::vector<Element> complete,
                                    const std::vector<double>& values) {
  ExplicitModel other = model;
  for (std::size_t c = 0; c < values.size(); ++c) other.constants[c].value = values[c];
  for (Element& e : complete)
    if (e.same_as < 0) e.numbers = in_numbers(other, e.written);
  return complete;
}

}  // namespace tauforge::explicit_model
