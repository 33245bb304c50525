#include "tauforge/explicit_model/brackets.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tauforge::explicit_model {

namespace {

using enum FactorKind;

std::vector<Factor> taken_apart(const std::vector<Factor>& factors) {
  std::vector<Factor> result;
  for (const Factor& f : factors) {
    if (f.kind == cosine || f.kind == sine) {
      result.push_back(f);
      continue;
    }
    result.push_back({f.angle, f.kind == cosine_squared ? cosine : sine});
    result.push_back({f.angle, f.kind == sine_squared ? sine : cosine});
  }
  return result;
}

// What rounding of sums leaves of 1 is 1: it costs no operation.
double ratio_of(double a, double b) {
  const double ratio = a / b;
  return std::abs(std::abs(ratio) - 1.0) < 1e-12 ? std::copysign(1.0, ratio) : ratio;
}

}  // namespace

long long key_of(double ratio) {
  int exponent = 0;
  const double mantissa = std::frexp(ratio, &exponent);
  return std::llround(std::ldexp(mantissa, 40)) * 4096 + exponent;
}

expression::Expr BracketWriter::labelled(const Expr& x, const char* symbol, const std::string& index) {
  if (index.empty() || index.size() > 6 || index.find_first_not_of("0123456789") != std::string::npos) return x;
  return named(x, symbol, std::stoi(index));
}

expression::Expr BracketWriter::angle(Angle a) {
  Expr sum(0.0);
  const auto d = digits(a);
  for (std::size_t j = 0; j < d.size(); ++j)
    for (int k = 0; k < std::abs(d[j]); ++k) sum = d[j] > 0 ? sum + q_[j] : sum - q_[j];
  return sum;
}

expression::Expr BracketWriter::factor(const Factor& f) {
  const std::string index = angle_name(f.angle);
  if (f.kind == cosine) return labelled(cos(angle(f.angle)), "C", index);
  if (f.kind == sine) return labelled(sin(angle(f.angle)), "S", index);
  const Expr c = factor({f.angle, cosine}), s = factor({f.angle, sine});
  if (f.kind == cosine_squared) return labelled(c * c, "CC", index);
  if (f.kind == sine_squared) return labelled(s * s, "SS", index);
  return labelled(s * c, "SC", index);
}

expression::Expr BracketWriter::product(const Term& t) {
  Expr x(1.0);
  for (std::size_t j = 0; j < q_.size(); ++j)
    for (int p = power_at(t.powers, static_cast<int>(j)); p > 0; --p) x = x * q_[j];
  for (const Factor& f : t.factors) x = x * factor(f);
  return x;
}

// What most terms share stands before a bracket: a factor, or a coefficient up to sign.
expression::Expr BracketWriter::most_shared(const Terms& terms) {
  if (terms.empty()) return Expr(0.0);
  if (terms.size() == 1) return Expr(terms[0].c) * product(terms[0]);
  std::map<Factor, int> uses;
  std::map<double, int> coefficients;
  for (const Term& t : terms) {
    for (auto f = t.factors.begin(); f != t.factors.end(); ++f)
      if (std::find(t.factors.begin(), f, *f) == f) ++uses[*f];
    if (std::abs(t.c) != 1.0) ++coefficients[std::abs(t.c)];
  }
  const Factor* best = nullptr;
  int most = 1;
  for (const auto& [f, count] : uses)
    if (count > most) most = count, best = &f;
  double shared_coefficient = 0;
  for (const auto& [c, count] : coefficients)
    if (count > most) most = count, shared_coefficient = c;
  if (most < 2) {
    Expr total(0.0);
    for (const Term& t : terms) total = total + most_shared({t});
    return total;
  }
  Terms inside, others;
  for (Term t : terms) {
    if (shared_coefficient != 0.0) {
      const bool shares = std::abs(t.c) == shared_coefficient;
      if (shares) t.c = t.c < 0 ? -1.0 : 1.0;
      (shares ? inside : others).push_back(std::move(t));
      continue;
    }
    const auto found = std::find(t.factors.begin(), t.factors.end(), *best);
    const bool shares = found != t.factors.end();
    if (shares) t.factors.erase(found);
    (shares ? inside : others).push_back(std::move(t));
  }
  const Expr before = shared_coefficient != 0.0 ? Expr(shared_coefficient) : factor(*best);
  return before * most_shared(inside) + most_shared(others);
}

void BracketWriter::remember(const Expr& x, const Terms& terms) {
  if (!remembers_ || x.is_literal()) return;
  const auto& node = x.graph()->node(x.node());
  auto& places = terms_[node.op == expression::Operation::negate ? node.a : x.node()];  // signs are nobody's own
  for (const Term& t : terms) places.push_back(t.place);
}

expression::Expr BracketWriter::by_joints(Terms terms) {
  if (terms.empty()) return Expr(0.0);
  if (terms.size() == 1 && terms[0].factors.size() < 2) return by_joints_anew(terms);
  Ratios ratios;
  for (const Term& t : terms) ratios.emplace_back(Product{t.factors, t.powers}, key_of(t.c / terms[0].c));
  const auto found = known_.find(ratios);
  if (found == known_.end()) {
    Known known{by_joints_anew(terms), {}};
    for (const Term& t : terms) known.c.push_back(t.c);
    return known_.emplace(std::move(ratios), std::move(known)).first->second.value;
  }
  const Known& known = found->second;
  const double ratio = ratio_of(terms[0].c, known.c[0]);
  const Expr scaled = Expr(ratio) * known.value;  // (1)
  if (remembers_) {
    remember(scaled, terms);
    for (std::size_t k = 0; k < terms.size(); ++k) {
      terms[k].c = known.c[k];
      if (std::abs(ratio) != 1.0) magnitudes_[terms[k].place].push_back(std::abs(ratio));
    }
    by_joints_anew(terms);  // the same nodes again
  }
  return scaled;
}

expression::Expr BracketWriter::by_joints_anew(const Terms& terms) {
  int joint = -1;  // whose factors stand before brackets
  for (const Term& t : terms)
    for (const Factor& f : t.factors)
      if (const int j = first_joint(f.angle); joint < 0 || j < joint) joint = j;
  Expr total(0.0);
  if (joint < 0) {
    for (const Term& t : terms) {
      const Expr x = Expr(t.c) * product(t);
      remember(x, {t});
      if (remembers_) magnitudes_[t.place].push_back(std::abs(t.c));
      total = total + x;
    }
    if (terms.size() > 1) remember(total, terms);
    return total;
  }
  std::map<std::vector<Factor>, Terms> inside;
  for (Term t : terms) {
    std::vector<Factor> before;
    std::erase_if(t.factors, [&](const Factor& f) {
      const bool of_joint = first_joint(f.angle) == joint;
      if (of_joint) before.push_back(f);
      return of_joint;
    });
    inside[before].push_back(std::move(t));
  }
  for (const auto& [before, bracket] : inside) {
    Expr x = by_joints(bracket);
    for (const Factor& f : before) x = x * factor(f);
    remember(x, bracket);
    total = total + x;
  }
  remember(total, terms);
  return total;
}

expression::Expr BracketWriter::write(const NumberSum& numbers, std::size_t element) {
  Terms terms;
  for (std::size_t k = 0; k < numbers.size(); ++k) {  // what rounds to zero is none: nothing is shared with it
    const auto& [p, c] = numbers[k];
    if (c == 0.0) continue;
    const bool apart = brackets_ == Brackets::squares_apart;
    terms.push_back({apart ? taken_apart(p.factors) : p.factors, p.powers, c, {element, k}});
  }
  return brackets_ == Brackets::outward ? by_joints(std::move(terms)) : most_shared(terms);
}

}  // namespace tauforge::explicit_model
