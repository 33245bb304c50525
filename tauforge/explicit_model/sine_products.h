// Elements as people write them: products of sines, cosines and their squares.
//
//   cos 2u = 1 - 2 SSu = 2 CCu - 1,   sin 2u = 2 SCu            SSu = sin^2 u, CCu = cos^2 u, SCu = sin u cos u   (1)
//   sin u + sin v = 2 sin((u+v)/2) cos((u-v)/2) ...             where that makes two terms one                    (2)
//
// Which of the two squares an angle is written with is chosen per element, so that most terms merge.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tauforge/explicit_model/trig_sum.h"

namespace tauforge::explicit_model {

enum class FactorKind { cosine, sine, cosine_squared, sine_squared, sine_cosine };

struct Factor {
  Angle angle = 0;
  FactorKind kind = FactorKind::cosine;
  friend auto operator<=>(const Factor&, const Factor&) = default;
};

struct Product {
  std::vector<Factor> factors;  // by the first joint of their angles
  Powers powers = 0;
  friend auto operator<=>(const Product&, const Product&) = default;
};

using ProductSum = std::map<Product, Form>;

// Per half angle: written with the square of its cosine (else of its sine).
using SquareChoice = std::map<Angle, bool>;

ProductSum with_squares(const TrigSum& sum, const Runs& runs, const SquareChoice& choice);
// Fewer terms first; among equals the smaller sum of magnitudes, in which less cancels.
using Price = std::pair<long, double>;
// The choice whose sum is cheapest; flips one angle at a time until none helps.
SquareChoice best_squares(const TrigSum& sum, const Runs& runs, const std::function<Price(const ProductSum&)>& price);
// Squares by the fewest terms, then (2).
ProductSum sine_products(const TrigSum& sum, const Runs& runs, const std::function<double(int)>& of_constant);
double sum_of_magnitudes(const ProductSum& sum, const std::function<double(int)>& of_constant);
// Back from with_squares: at most one factor per run.
TrigSum to_waves(const ProductSum& sum, const Runs& runs);

double factor_value(const Factor& factor, const std::vector<double>& q);
double product_value(const Product& product, const std::vector<double>& q);
std::string factor_name(const Factor& factor);  // S23, CC4, SC5

}  // namespace tauforge::explicit_model
