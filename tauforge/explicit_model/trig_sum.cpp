#include "tauforge/explicit_model/trig_sum.h"

#include <cmath>

namespace tauforge::explicit_model {

namespace {

// Relative to what was added: coefficients are sums of a few products of lengths, or whole quarters.
constexpr double rounding = 1e-14;

}  // namespace

void Form::add(const Form& more, double factor) {
  std::vector<Part> sum;
  sum.reserve(parts_.size() + more.parts_.size());
  auto x = parts_.begin();
  auto y = more.parts_.begin();
  while (x != parts_.end() || y != more.parts_.end()) {
    if (y == more.parts_.end() || (x != parts_.end() && x->first < y->first)) {
      sum.push_back(*x++);
    } else if (x == parts_.end() || y->first < x->first) {
      sum.emplace_back(y->first, factor * y->second);
      ++y;
    } else {
      const double added = factor * y->second, total = x->second + added;
      if (std::abs(total) > rounding * (std::abs(x->second) + std::abs(added))) sum.emplace_back(x->first, total);
      ++x, ++y;
    }
  }
  parts_ = std::move(sum);
}

Form Form::scaled(double factor) const {
  Form result = *this;
  for (auto& [constant, f] : result.parts_) f *= factor;
  return result;
}

double Form::value(const std::function<double(int)>& of_constant) const {
  double sum = 0;
  for (const auto& [constant, factor] : parts_) sum += factor * of_constant(constant);
  return sum;
}

std::vector<RunPart> run_parts(Angle angle, const Runs& runs) {
  std::vector<RunPart> parts;
  const auto d = digits(angle);
  for (std::size_t j = 0; j < d.size(); ++j) {
    if (d[j] == 0) continue;
    const int run = runs.of_joint[j];
    RunPart* part = nullptr;
    for (auto& known : parts)
      if (known.run == run) part = &known;
    if (!part) parts.push_back({run, 0, d[j] < 0 ? -1 : 1}), part = &parts.back();
    part->angle += part->sign * d[j] * angle_of_joint(static_cast<int>(j));
  }
  return parts;
}

TrigSum::TrigSum(const TrigPolynomial& polynomial, const Runs& runs) {
  for (const auto& term : polynomial.terms()) {
    const auto parts = run_parts(term.angle, runs);
    for (unsigned subset = 0; subset < (1U << parts.size()); ++subset) {  // which runs stand with their sine
      WaveProduct product;
      product.powers = term.powers;
      std::complex<double> c = term.c;
      for (std::size_t k = 0; k < parts.size(); ++k) {
        product.angle += parts[k].angle;
        if (!(subset >> k & 1U)) continue;
        product.sines |= 1U << parts[k].run;
        c *= std::complex<double>(0.0, parts[k].sign);
      }
      if (std::abs(c.real()) > rounding) add(product, Form::of(static_cast<int>(term.symbols), c.real()));
    }
  }
}

void TrigSum::add(const WaveProduct& product, const Form& form, double factor) {
  const auto [place, fresh] = terms_.try_emplace(product);
  place->second.add(form, factor);
  if (place->second.empty()) terms_.erase(place);
}

void TrigSum::add(const TrigSum& more, double factor) {
  for (const auto& [product, form] : more.terms_) add(product, form, factor);
}

TrigSum TrigSum::derivative(int joint, const Runs& runs) const {
  TrigSum result;
  const int run = runs.of_joint[static_cast<std::size_t>(joint)];
  for (const auto& [product, form] : terms_) {
    WaveProduct other = product;
    if (run < 0) {
      const int power = power_at(product.powers, joint);
      if (power == 0) continue;
      other.powers -= power_of_joint(joint);
      result.add(other, form, power);
      continue;
    }
    const int multiple = digit_at(product.angle, joint);
    if (multiple == 0) continue;
    other.sines ^= 1U << run;
    const bool was_sine = product.sines >> run & 1U;
    result.add(other, form, was_sine ? multiple : -multiple);
  }
  return result;
}

bool TrigSum::depends_on(int joint) const {
  for (const auto& [product, form] : terms_)
    if (digit_at(product.angle, joint) != 0 || power_at(product.powers, joint) != 0) return true;
  return false;
}

double angle_value(Angle angle, const std::vector<double>& q) {
  double sum = 0;
  const auto d = digits(angle);
  for (std::size_t j = 0; j < d.size(); ++j) sum += d[j] * q[j];
  return sum;
}

double TrigSum::value(const std::vector<double>& q, const Runs& runs,
                      const std::function<double(int)>& of_constant) const {
  double sum = 0;
  for (const auto& [product, form] : terms_) {
    double x = form.value(of_constant);
    for (const auto& part : run_parts(product.angle, runs)) {
      const double a = angle_value(part.angle, q);
      x *= product.sines >> part.run & 1U ? std::sin(a) : std::cos(a);
    }
    for (std::size_t j = 0; j < q.size(); ++j)
      for (int p = power_at(product.powers, static_cast<int>(j)); p > 0; --p) x *= q[j];
    sum += x;
  }
  return sum;
}

}  // namespace tauforge::explicit_model
