#include "tauforge/explicit_model/torque_polynomial.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tauforge::explicit_model {

namespace {

using Complex = std::complex<double>;
constexpr Complex i_unit{0.0, 1.0};

void add_wave(Waves& sum, Wave wave, Complex c) {
  if (wave.angle < 0) wave.angle = -wave.angle, c = std::conj(c);
  if (wave.angle == 0) c = c.real();
  const auto [place, fresh] = sum.try_emplace(wave, c);
  if (fresh) return;
  const double before = std::abs(place->second) + std::abs(c);
  place->second += c;
  constexpr double rounding = 1e-15;
  if (std::abs(place->second) <= rounding * before) sum.erase(place);
}

// Re(c e^iu) cos v and Re(c e^iu) sin v as waves of u + v and u - v.
void multiply(std::vector<std::pair<Angle, Complex>>& waves, Angle v, Complex plus, Complex minus, double still) {
  std::vector<std::pair<Angle, Complex>> product;
  for (const auto& [u, c] : waves) {
    product.emplace_back(u + v, 0.5 * plus * c);
    product.emplace_back(u - v, 0.5 * minus * c);
    if (still != 0.0) product.emplace_back(u, still * c);
  }
  waves = std::move(product);
}

}  // namespace

Waves waves_of(const NumberSum& sum) {
  Waves result;
  for (const auto& [product, coefficient] : sum) {
    std::vector<std::pair<Angle, Complex>> waves{{0, coefficient}};
    for (const Factor& f : product.factors) {
      using enum FactorKind;
      switch (f.kind) {
        case cosine: multiply(waves, f.angle, 1.0, 1.0, 0.0); break;
        case sine: multiply(waves, f.angle, -i_unit, i_unit, 0.0); break;
        case cosine_squared: multiply(waves, 2 * f.angle, 0.5, 0.5, 0.5); break;
        case sine_squared: multiply(waves, 2 * f.angle, -0.5, -0.5, 0.5); break;
        case sine_cosine: multiply(waves, 2 * f.angle, -0.5 * i_unit, 0.5 * i_unit, 0.0); break;
      }
    }
    for (const auto& [angle, c] : waves) add_wave(result, {angle, product.powers}, c);
  }
  return result;
}

void add(Waves& sum, const Waves& more, double factor) {
  for (const auto& [wave, c] : more) add_wave(sum, wave, factor * c);
}

std::vector<Waves> waves_of(const std::vector<Element>& elements) {
  std::vector<Waves> all(elements.size());
  for (std::size_t e = 0; e < elements.size(); ++e)
    if (elements[e].same_as < 0) all[e] = waves_of(elements[e].numbers);
  return all;
}

std::vector<Waves> difference(const std::vector<Element>& complete, const std::vector<Element>& printed) {
  std::vector<Waves> all = waves_of(complete);
  for (std::size_t e = 0; e < all.size(); ++e)
    if (complete[e].same_as < 0 && !printed[e].numbers.empty()) add(all[e], waves_of(printed[e].numbers), -1.0);
  return all;
}

TorquePolynomial::TorquePolynomial(const std::vector<Element>& structure, const std::vector<Waves>& waves, int joint,
                                   const OperatingRange& range)
    : range_(range), n_(static_cast<int>(range.q.size())), degree_(range.q.size(), 0), power_(range.q.size(), 0) {
  std::map<std::pair<int, int>, Waves> by_rate;
  for (std::size_t e = 0; e < structure.size(); ++e) {
    const Element& element = structure[e];
    std::pair<int, int> rate{-1, -1};
    if (element.table == Table::A && (element.i == joint || element.k == joint))
      rate.first = element.i == joint ? element.k : element.i;
    else if (element.table != Table::A && element.i == joint)
      rate = element.table == Table::g ? rate : std::pair(element.k, element.l);
    else
      continue;
    const Waves& of_root = waves[element.same_as >= 0 ? static_cast<std::size_t>(element.same_as) : e];
    if (!of_root.empty()) add(by_rate[rate], of_root, element.same_as >= 0 ? element.factor : 1.0);
  }
  std::map<Wave, int> number;
  for (const auto& [rate, sum] : by_rate)
    for (const auto& [wave, c] : sum) number.emplace(wave, 0);
  for (auto& [wave, index] : number) {
    index = static_cast<int>(waves_.size());
    waves_.push_back(wave), digits_.push_back(digits(wave.angle));
    for (std::size_t j = 0; j < digits_.back().size(); ++j)
      degree_[j] = std::max(degree_[j], std::abs(digits_.back()[j]));
    for (int j = 0; j < n_; ++j)
      power_[static_cast<std::size_t>(j)] = std::max(power_[static_cast<std::size_t>(j)], power_at(wave.powers, j));
  }
  for (const auto& [kl, sum] : by_rate) {
    if (sum.empty()) continue;
    Rate rate{kl.first, kl.second, {}};
    double largest = 1;
    if (rate.k >= 0 && rate.l < 0) largest = range.qdd[static_cast<std::size_t>(rate.k)];
    if (rate.l >= 0) largest = range.qd[static_cast<std::size_t>(rate.k)] * range.qd[static_cast<std::size_t>(rate.l)];
    for (const auto& [wave, c] : sum) rate.terms.push_back({number[wave], largest * c});
    rates_.push_back(std::move(rate));
  }
}

std::size_t TorquePolynomial::terms() const {
  std::size_t count = 0;
  for (const Rate& r : rates_) count += r.terms.size();
  return count;
}

double TorquePolynomial::sum_of_magnitudes() const {
  double sum = 0;
  for (const Rate& r : rates_)
    for (const auto& [wave, c] : r.terms)
      sum += std::abs(c) * range_of(waves_[static_cast<std::size_t>(wave)].powers, range_.q).magnitude();
  return sum;
}

std::vector<double> TorquePolynomial::values(const std::vector<double>& q) const {
  constexpr int most = 7;  // multiples of one joint
  std::vector<std::array<Complex, 2 * most + 1>> turned(q.size());
  for (std::size_t j = 0; j < q.size(); ++j)
    for (int m = -degree_[j]; m <= degree_[j]; ++m)
      turned[j][static_cast<std::size_t>(m + most)] = std::polar(1.0, m * q[j]);
  std::vector<Complex> value(waves_.size());
  for (std::size_t w = 0; w < waves_.size(); ++w) {
    Complex x = waves_[w].powers == 0 ? 1.0 : product_value({{}, waves_[w].powers}, q);
    const Digits& d = digits_[w];
    for (std::size_t j = 0; j < d.size(); ++j)
      if (d[j] != 0) x *= turned[j][static_cast<std::size_t>(d[j] + most)];
    value[w] = x;
  }
  std::vector<double> result;
  for (const Rate& r : rates_) {
    double sum = 0;
    for (const auto& [wave, c] : r.terms) {
      const Complex& x = value[static_cast<std::size_t>(wave)];
      sum += c.real() * x.real() - c.imag() * x.imag();
    }
    result.push_back(sum);
  }
  return result;
}

double TorquePolynomial::magnitude(const std::vector<double>& values) const {
  double sum = 0;
  for (const double v : values) sum += std::abs(v);
  return sum;
}

double TorquePolynomial::upper(const std::vector<double>& values) const {
  constexpr int most = 16;
  double acceleration = 0, constant = 0, squares[2] = {0, 0}, b[most][most] = {};
  int order[most], used = 0, place[most];
  std::fill(place, place + most, -1);
  const auto at = [&](int joint) {
    if (place[joint] < 0) order[used] = joint, place[joint] = used++;
    return place[joint];
  };
  for (std::size_t r = 0; r < rates_.size(); ++r) {
    const double x = values[r];
    if (rates_[r].k < 0)
      constant = x;
    else if (rates_[r].l < 0)
      acceleration += std::abs(x);
    else if (rates_[r].k == rates_[r].l)
      squares[0] += std::max(0.0, x), squares[1] += std::max(0.0, -x);
    else {
      const int k = at(rates_[r].k), l = at(rates_[r].l);
      b[k][l] = b[l][k] = x;
    }
  }
  // all corners but those of opposite sign, one speed turned round at a time (Gray's order)
  double highest = 0, lowest = 0;
  if (used > 0) {
    double sign[most], slope[most], sum = 0;
    std::fill(sign, sign + most, 1.0);
    for (int k = 0; k < used; ++k) {
      slope[k] = 0;
      for (int l = 0; l < used; ++l) slope[k] += b[k][l];
      sum += 0.5 * slope[k];
    }
    highest = lowest = sum;
    for (unsigned corner = 1; corner < (1U << (used - 1)); ++corner) {
      const int turned = __builtin_ctz(corner);
      sum -= 2 * sign[turned] * slope[turned];
      sign[turned] = -sign[turned];
      for (int l = 0; l < used; ++l) slope[l] += 2 * sign[turned] * b[turned][l];
      highest = std::max(highest, sum), lowest = std::min(lowest, sum);
    }
  }
  return acceleration + std::max(constant + highest + squares[0], -constant - lowest + squares[1]);
}

double TorquePolynomial::worst(const std::vector<double>& values, int starts, std::vector<double>* qd,
                               std::vector<double>* qdd) const {
  const auto n = static_cast<std::size_t>(n_);
  double acceleration = 0, constant = 0;
  std::vector<double> a(n, 0.0), b(n * n, 0.0);
  for (std::size_t r = 0; r < rates_.size(); ++r) {
    const auto [k, l] = std::pair(rates_[r].k, rates_[r].l);
    if (k < 0)
      constant = values[r];
    else if (l < 0)
      a[static_cast<std::size_t>(k)] = values[r], acceleration += std::abs(values[r]);
    else
      b[static_cast<std::size_t>(k) * n + static_cast<std::size_t>(l)] = values[r];
  }
  double best = -1;
  std::vector<double> v(n);
  for (const double sign : {1.0, -1.0})
    for (int start = 0; start < starts; ++start) {
      for (std::size_t j = 0; j < n; ++j) v[j] = (start >> j) & 1 ? -1 : 1;
      double sum = 0;
      for (bool better = true; better;) {  // one speed at a time, each step exact
        better = false;
        for (std::size_t j = 0; j < n; ++j) {
          double linear = 0;
          for (std::size_t k = 0; k < n; ++k)
            if (k != j) linear += sign * (b[j * n + k] + b[k * n + j]) * v[k];
          const double square = sign * b[j * n + j];
          const double to = square < 0 ? std::clamp(-linear / (2 * square), -1.0, 1.0) : linear < 0 ? -1.0 : 1.0;
          const double gain = linear * (to - v[j]) + square * (to * to - v[j] * v[j]);
          if (gain > 1e-14 * (std::abs(linear) + std::abs(square))) v[j] = to, better = true;
        }
      }
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t l = k; l < n; ++l) sum += sign * b[k * n + l] * v[k] * v[l];
      const double error = acceleration + sum + sign * constant;
      if (error <= best) continue;
      best = error;
      if (!qd || !qdd) continue;
      qd->assign(n, 0.0), qdd->assign(n, 0.0);
      for (std::size_t j = 0; j < n; ++j) {
        (*qd)[j] = v[j] * range_.qd[j];
        (*qdd)[j] = (a[j] * sign < 0 ? -1 : 1) * range_.qdd[j];
      }
    }
  return best;
}

}  // namespace tauforge::explicit_model
