#include "tauforge/explicit_model/mesh_values.h"

#include <cmath>

namespace tauforge::explicit_model {

MeshValues::MeshValues(const TorquePolynomial& polynomial, const std::vector<MeshAxis>& axes, double most_points)
    : polynomial_(polynomial), axes_(axes) {
  double tensor = static_cast<double>(polynomial.rates().size());
  for (std::size_t a = 0; a < axes.size(); ++a) tensor *= size_of(a);
  if (constexpr double most_numbers = 2e7; tensor > most_numbers) return;
  for (const double fineness : {16.0, 12.0, 8.0, 6.0, 5.0, 4.0, 3.5, 3.0, 2.5}) {
    double points = 1;
    for (const MeshAxis& axis : axes) points *= axis.cells(fineness);
    if (points > most_points) continue;
    for (const MeshAxis& axis : axes) {
      cells_.push_back(axis.cells(fineness));
      half_.push_back(0.5 * axis.length() / cells_.back());
    }
    possible_ = true;
    return;
  }
}

std::vector<double> MeshValues::positions(const std::vector<double>& t) const {
  std::vector<double> q;
  for (const Interval& x : polynomial_.range().q) q.push_back(std::min(std::max(0.0, x.low), x.high));
  for (std::size_t a = 0; a < axes_.size(); ++a) q[axes_[a].joint()] = axes_[a].position(t[a]);
  return q;
}

int MeshValues::size_of(std::size_t axis) const {
  const int joint = static_cast<int>(axes_[axis].joint());
  return polynomial_.degree(joint) > 0 ? 2 * polynomial_.degree(joint) + 1 : polynomial_.power(joint) + 1;
}

void MeshValues::visit(const Seen& seen) const {
  const std::size_t rates = polynomial_.rates().size();
  std::size_t numbers = rates;
  for (std::size_t a = 0; a < axes_.size(); ++a) numbers *= static_cast<std::size_t>(size_of(a));
  std::vector<Complex> tensor(numbers);
  for (std::size_t r = 0; r < rates; ++r)
    for (const auto& [wave, c] : polynomial_.rates()[r].terms) {
      const Wave& w = polynomial_.waves()[static_cast<std::size_t>(wave)];
      std::size_t index = 0;
      for (std::size_t a = 0; a < axes_.size(); ++a) {
        const int joint = static_cast<int>(axes_[a].joint());
        const int at = polynomial_.degree(joint) > 0 ? digit_at(w.angle, joint) + polynomial_.degree(joint)
                                                     : power_at(w.powers, joint);
        index = index * static_cast<std::size_t>(size_of(a)) + static_cast<std::size_t>(at);
      }
      tensor[index * rates + r] += c;
    }
  std::vector<double> t(axes_.size(), 0.0);
  sum(0, tensor, t, seen);
}

void MeshValues::sum(std::size_t axis, const std::vector<Complex>& tensor, std::vector<double>& t,
                     const Seen& seen) const {
  const std::size_t rates = polynomial_.rates().size();
  std::vector<double> values(rates);
  if (axis == axes_.size()) {
    for (std::size_t r = 0; r < rates; ++r) values[r] = tensor[r].real();
    seen(t, values);
    return;
  }
  const int joint = static_cast<int>(axes_[axis].joint()), degree = polynomial_.degree(joint), size = size_of(axis);
  const std::size_t rest = tensor.size() / static_cast<std::size_t>(size);
  const bool last = axis + 1 == axes_.size();
  // of the last axis only the real part is wanted: waves of opposite sign are one
  std::vector<Complex> folded;
  if (last && degree > 0) {
    folded.assign(tensor.begin() + static_cast<std::ptrdiff_t>(degree * static_cast<int>(rest)), tensor.end());
    for (int m = 1; m <= degree; ++m)
      for (std::size_t r = 0; r < rest; ++r)
        folded[static_cast<std::size_t>(m) * rest + r] +=
            std::conj(tensor[static_cast<std::size_t>(degree - m) * rest + r]);
  }
  for (int cell = 0; cell < cells_[axis]; ++cell) {
    t[axis] = (2 * cell + 1) * half_[axis];
    const double q = axes_[axis].position(t[axis]);
    if (last && degree > 0) {
      for (std::size_t r = 0; r < rest; ++r) values[r] = folded[r].real();
      for (int m = 1; m <= degree; ++m) {
        const double c = std::cos(m * q), s = std::sin(m * q);
        const Complex* from = folded.data() + static_cast<std::size_t>(m) * rest;
        for (std::size_t r = 0; r < rest; ++r) values[r] += c * from[r].real() - s * from[r].imag();
      }
      seen(t, values);
      continue;
    }
    std::vector<Complex> sum_here(rest);
    for (int b = 0; b < size; ++b) {
      const Complex basis = degree > 0 ? std::polar(1.0, (b - degree) * q) : Complex(std::pow(q, b));
      const double x = basis.real(), y = basis.imag();
      const Complex* from = tensor.data() + static_cast<std::size_t>(b) * rest;
      for (std::size_t r = 0; r < rest; ++r)
        sum_here[r] += Complex(x * from[r].real() - y * from[r].imag(), x * from[r].imag() + y * from[r].real());
    }
    sum(axis + 1, sum_here, t, seen);
  }
}

}  // namespace tauforge::explicit_model
