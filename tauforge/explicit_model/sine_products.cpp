#include "tauforge/explicit_model/sine_products.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tauforge::explicit_model {

namespace {

bool is_even(Angle angle) {
  for (const int d : digits(angle))
    if (d % 2 != 0) return false;
  return true;
}

// Digits of an even angle halved, of any angle doubled.
Angle times(Angle angle, int numerator, int denominator) {
  Angle result = 0;
  const auto d = digits(angle);
  for (std::size_t j = 0; j < d.size(); ++j)
    result += d[j] * numerator / denominator * angle_of_joint(static_cast<int>(j));
  return result;
}

void multiply(Product& product, const Factor& factor) {
  const auto place = std::find_if(product.factors.begin(), product.factors.end(), [&](const Factor& f) {
    return std::pair(first_joint(f.angle), f) > std::pair(first_joint(factor.angle), factor);
  });
  product.factors.insert(place, factor);
}

void add(ProductSum& sum, const Product& product, const Form& form, double factor) {
  const auto [place, fresh] = sum.try_emplace(product);
  place->second.add(form, factor);
  if (place->second.empty()) sum.erase(place);
}

Angle with_first_positive(Angle angle, int& sign) {
  for (const int d : digits(angle))
    if (d != 0) return d < 0 ? (sign = -sign, -angle) : angle;
  return 0;
}

// (2) for two terms that differ in one sine or cosine of the same run. True when it worked.
bool merge_pair(const Product& one, const Product& two, double sign, Product& merged, double& factor) {
  std::vector<Factor> only_one, only_two, both;
  std::set_difference(one.factors.begin(), one.factors.end(), two.factors.begin(), two.factors.end(),
                      std::back_inserter(only_one));
  std::set_difference(two.factors.begin(), two.factors.end(), one.factors.begin(), one.factors.end(),
                      std::back_inserter(only_two));
  if (one.powers != two.powers || only_one.size() != 1 || only_two.size() != 1) return false;
  const Factor &u = only_one[0], &v = only_two[0];
  if (u.kind != v.kind || (u.kind != FactorKind::sine && u.kind != FactorKind::cosine)) return false;
  if (!is_even(u.angle + v.angle) || u.angle + v.angle == 0) return false;
  int sine_sign = 1;  // of the half difference
  const Angle half_sum = times(u.angle + v.angle, 1, 2);
  const Angle half_difference = with_first_positive(times(u.angle - v.angle, 1, 2), sine_sign);
  for (const Angle a : {half_sum, half_difference})
    for (const int d : digits(a))
      if (d < 0 || d > 1) return false;
  if (half_sum == half_difference) return false;
  const bool sines = u.kind == FactorKind::sine, plus = sign > 0;
  using enum FactorKind;
  const FactorKind of_sum = sines == plus ? sine : cosine;  // Su + Sv, Cu - Cv begin with a sine
  const FactorKind of_difference = plus ? cosine : sine;
  factor = (plus ? 2.0 : 2.0 * sine_sign) * (!sines && !plus ? -1.0 : 1.0);
  merged = one;
  merged.factors.erase(std::find(merged.factors.begin(), merged.factors.end(), u));
  multiply(merged, {half_sum, of_sum});
  multiply(merged, {half_difference, of_difference});
  return true;
}

}  // namespace

ProductSum with_squares(const TrigSum& sum, const Runs& runs, const SquareChoice& choice) {
  ProductSum result;
  for (const auto& [wave, form] : sum.terms()) {
    std::vector<std::pair<Product, double>> products{{{{}, wave.powers}, 1.0}};
    for (const auto& part : run_parts(wave.angle, runs)) {
      const bool sine = wave.sines >> part.run & 1U;
      if (!is_even(part.angle)) {
        for (auto& [product, factor] : products)
          multiply(product, {part.angle, sine ? FactorKind::sine : FactorKind::cosine});
        continue;
      }
      const Angle half = times(part.angle, 1, 2);
      if (sine) {  // (1)
        for (auto& [product, factor] : products) multiply(product, {half, FactorKind::sine_cosine}), factor *= 2;
        continue;
      }
      const auto chosen = choice.find(half);
      const bool cosine_squared = chosen != choice.end() && chosen->second;
      const std::size_t count = products.size();
      for (std::size_t k = 0; k < count; ++k) {  // (1): the constant part stays, the square comes behind
        products.push_back(products[k]);
        multiply(products.back().first, {half, cosine_squared ? FactorKind::cosine_squared : FactorKind::sine_squared});
        products.back().second *= cosine_squared ? 2 : -2;
        if (cosine_squared) products[k].second = -products[k].second;
      }
    }
    for (const auto& [product, factor] : products) add(result, product, form, factor);
  }
  return result;
}

SquareChoice best_squares(const TrigSum& sum, const Runs& runs, const std::function<Price(const ProductSum&)>& price) {
  const auto price_of = [&](const SquareChoice& choice) { return price(with_squares(sum, runs, choice)); };
  SquareChoice choice;
  for (const auto& [wave, form] : sum.terms())
    for (const auto& part : run_parts(wave.angle, runs))
      if (is_even(part.angle) && !(wave.sines >> part.run & 1U)) choice[times(part.angle, 1, 2)] = false;
  if (choice.empty() || sum.terms().size() > 2000) return choice;  // in so large a sum hardly anything merges
  Price best = price_of(choice);
  for (bool better = true; better;) {
    better = false;
    for (auto& [half, cosine_squared] : choice) {
      cosine_squared = !cosine_squared;
      const Price flipped = price_of(choice);
      if (flipped.first < best.first || (flipped.first == best.first && flipped.second < best.second * (1 - 1e-9)))
        best = flipped, better = true;
      else
        cosine_squared = !cosine_squared;
    }
  }
  return choice;
}

double sum_of_magnitudes(const ProductSum& sum, const std::function<double(int)>& of_constant) {
  double total = 0;
  for (const auto& [product, form] : sum) total += std::abs(form.value(of_constant));
  return total;
}

ProductSum sine_products(const TrigSum& sum, const Runs& runs, const std::function<double(int)>& of_constant) {
  const ProductSum squared =
      with_squares(sum, runs, best_squares(sum, runs, [&](const ProductSum& written) {
                     return Price(static_cast<long>(written.size()), sum_of_magnitudes(written, of_constant));
                   }));
  // per constant, so that a constant keeps its own bracket
  std::map<int, std::vector<std::pair<Product, double>>> by_constant;
  for (const auto& [product, form] : squared)
    for (const auto& [constant, factor] : form.parts()) by_constant[constant].emplace_back(product, factor);
  ProductSum result;
  for (auto& [constant, terms] : by_constant) {
    for (bool merged = true; merged;) {
      merged = false;
      for (std::size_t a = 0; a < terms.size() && !merged; ++a)
        for (std::size_t b = a + 1; b < terms.size() && !merged; ++b) {
          if (std::abs(terms[a].second) != std::abs(terms[b].second)) continue;
          Product product;
          double factor = 0;
          if (!merge_pair(terms[a].first, terms[b].first, terms[a].second / terms[b].second, product, factor)) continue;
          terms[a] = {product, factor * terms[a].second};
          terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(b));
          merged = true;
        }
    }
    for (const auto& [product, factor] : terms) add(result, product, Form::of(constant), factor);
  }
  return result;
}

TrigSum to_waves(const ProductSum& sum, const Runs& runs) {
  TrigSum result;
  for (const auto& [product, form] : sum) {
    std::vector<std::pair<WaveProduct, double>> waves{{{0, 0, product.powers}, 1.0}};
    for (const Factor& f : product.factors) {
      const unsigned bit = 1U << runs.of_joint[static_cast<std::size_t>(first_joint(f.angle))];
      const Angle twice = times(f.angle, 2, 1);
      const std::size_t count = waves.size();
      for (std::size_t k = 0; k < count; ++k) {
        auto& [wave, factor] = waves[k];
        using enum FactorKind;
        switch (f.kind) {
          case cosine: wave.angle += f.angle; break;
          case sine: wave.angle += f.angle, wave.sines |= bit; break;
          case sine_cosine: wave.angle += twice, wave.sines |= bit, factor *= 0.5; break;
          case cosine_squared:
          case sine_squared: {
            factor *= 0.5;
            auto turning = waves[k];
            turning.first.angle += twice;
            if (f.kind == sine_squared) turning.second = -turning.second;
            waves.push_back(turning);
          }
        }
      }
    }
    for (const auto& [wave, factor] : waves) result.add(wave, form, factor);
  }
  return result;
}

double factor_value(const Factor& f, const std::vector<double>& q) {
  const double a = angle_value(f.angle, q);
  using enum FactorKind;
  switch (f.kind) {
    case cosine: return std::cos(a);
    case sine: return std::sin(a);
    case cosine_squared: return std::cos(a) * std::cos(a);
    case sine_squared: return std::sin(a) * std::sin(a);
    case sine_cosine: return std::sin(a) * std::cos(a);
  }
  return 0;
}

double product_value(const Product& product, const std::vector<double>& q) {
  double value = 1;
  for (const Factor& f : product.factors) value *= factor_value(f, q);
  for (std::size_t j = 0; j < q.size(); ++j)
    for (int p = power_at(product.powers, static_cast<int>(j)); p > 0; --p) value *= q[j];
  return value;
}

std::string factor_name(const Factor& f) {
  const char* letters[] = {"C", "S", "CC", "SS", "SC"};
  return letters[static_cast<int>(f.kind)] + angle_name(f.angle);
}

}  // namespace tauforge::explicit_model
