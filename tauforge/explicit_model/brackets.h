// Sums of products of sines and cosines as programs with few operations: common factors stand before brackets, and what
// brackets have in common is computed once.
//
// Elements are derivatives of one another. With the factors of the first joint outermost, those of the second inside, and so on,
// what two elements have inside their brackets is therefore often the same up to a factor: a bracket that is known with
// other coefficients, all of them in one ratio, is that ratio times the known one.                                (1)
#pragma once

#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tauforge/explicit_model/elements.h"
#include "tauforge/expression/expr.h"

namespace tauforge::explicit_model {

// Which factors stand before a bracket.
enum class Brackets {
  squares_together,  // what most terms share; squares such as CC4 are computed once for all
  squares_apart,     // the same, squares being two factors
  outward,           // those of the first joint, inside those of the second, and so on: (1)
};
constexpr Brackets all_brackets[] = {Brackets::squares_together, Brackets::squares_apart, Brackets::outward};

// The same for numbers that are one number but for rounding of sums: 40 bits of it.
long long key_of(double number);

class BracketWriter {
 public:
  using Expr = expression::Expr;
  struct Place {  // of a term: number k of an element
    std::size_t element, number;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  BracketWriter(std::vector<Expr> q, Brackets brackets) : q_(std::move(q)), brackets_(brackets) {}

  Expr write(const NumberSum& numbers, std::size_t element);
  // S23, CC4: the name where the angle's name is a number
  static Expr labelled(const Expr& x, const char* symbol, const std::string& index);

  // From now on: which terms every node stands for, with its factors inside; a node that several elements share has the terms
  // of all of them. Only with brackets outward.
  void remember_terms() { remembers_ = true; }
  const std::map<expression::NodeIndex, std::vector<Place>>& terms() const { return terms_; }
  // And the magnitudes whose product the coefficient of a term is: those of a bracket, and of the ratios (1) before it.
  const std::map<Place, std::vector<double>>& magnitudes() const { return magnitudes_; }

 private:
  struct Term {
    std::vector<Factor> factors;
    Powers powers = 0;
    double c = 0;
    Place place{};
  };
  using Terms = std::vector<Term>;
  using Ratios = std::vector<std::pair<Product, long long>>;  // of coefficients to the first one
  struct Known {
    Expr value;
    std::vector<double> c;  // coefficients that it has
  };

  Expr angle(Angle a);
  Expr factor(const Factor& f);
  Expr product(const Term& t);
  Expr most_shared(const Terms& terms);
  Expr by_joints(Terms terms);
  Expr by_joints_anew(const Terms& terms);
  void remember(const Expr& x, const Terms& terms);

  std::vector<Expr> q_;
  Brackets brackets_;
  std::map<Ratios, Known> known_;
  bool remembers_ = false;
  std::map<expression::NodeIndex, std::vector<Place>> terms_;
  std::map<Place, std::vector<double>> magnitudes_;
};

}  // namespace tauforge::explicit_model
