#include "tauforge/identify/bounded_newton.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tauforge/identify/cholesky.h"

namespace tauforge::identify {

namespace {

using Wide = Eigen::Index;

constexpr double first_mu = 1e-4, smallest_mu = 1e-14, largest_mu = 1e20;
constexpr double gains_nothing = 1e-13;  // relative, of f

// Of x, with the algebra of this module.
struct Slopes {
  Vector slope;
  Matrix second;
  Vector scale;
};

Slopes slopes_at(const Objective& f, const Vector& x, Curvature& scratch) {
  f.curvature({x.data(), static_cast<std::size_t>(x.size())}, scratch);
  const auto vector = [&](const std::vector<double>& v) { return Eigen::Map<const Vector>(v.data(), x.size()); };
  return {vector(scratch.slope), Eigen::Map<const Matrix>(scratch.second.data(), x.size(), x.size()),
          vector(scratch.scale)};
}

// (1) over the variables of `free`; the others have their h already. False where the matrix is not positive definite.
bool solve_free(const Slopes& at, double mu, const std::vector<Wide>& free, Vector& h) {
  for (const Wide i : free) h[i] = 0.0;
  const Vector right = -(at.slope + at.second * h);
  const auto n = static_cast<Wide>(free.size());
  Matrix A(n, n);
  Vector b(n), x;
  for (Wide r = 0; r < n; ++r) {
    const Wide i = free[static_cast<std::size_t>(r)];
    for (Wide c = 0; c < n; ++c) {
      const Wide j = free[static_cast<std::size_t>(c)];
      A(r, c) = at.second(i, j) / (at.scale[i] * at.scale[j]);
    }
    A(r, r) += mu;
    b[r] = right[i] / at.scale[i];
  }
  if (!solve_by_cholesky(A, b, 1e-9, x)) return false;
  for (Wide r = 0; r < n; ++r) {
    const Wide i = free[static_cast<std::size_t>(r)];
    h[i] = x[r] / at.scale[i];
  }
  return true;
}

bool bounded_step(const Slopes& at, double mu, std::vector<Wide> free, const Vector& x, const Vector& lower,
                  Vector& h) {
  h = Vector::Zero(x.size());
  while (!free.empty()) {
    if (!solve_free(at, mu, free, h)) return false;
    std::vector<Wide> inside;
    for (const Wide i : free) {
      if (x[i] + h[i] < lower[i])
        h[i] = lower[i] - x[i];
      else
        inside.push_back(i);
    }
    if (inside.size() == free.size()) break;
    free = inside;
  }
  return true;
}

// Those that are not held by their bounds.
std::vector<Wide> free_variables(const Vector& x, const Vector& slope, const Vector& lower) {
  std::vector<Wide> free;
  for (Wide i = 0; i < x.size(); ++i)
    if (x[i] > lower[i] || slope[i] < 0.0) free.push_back(i);
  return free;
}

}  // namespace

Minimum minimise(const Objective& f, std::span<const double> bounds, int most_steps, std::span<double> variables) {
  const std::size_t n = variables.size();
  const Vector lower = Eigen::Map<const Vector>(bounds.data(), static_cast<Wide>(n));
  Vector x = Eigen::Map<const Vector>(variables.data(), static_cast<Wide>(n)).cwiseMax(lower);
  const auto value_at = [&](const Vector& y) { return f.value({y.data(), n}); };
  Curvature scratch{std::vector<double>(n), std::vector<double>(n * n), std::vector<double>(n)};
  Minimum minimum{value_at(x), 0, false};
  Slopes at = slopes_at(f, x, scratch);
  double mu = first_mu, nu = 2.0;
  for (; minimum.steps < most_steps && !minimum.converged; ++minimum.steps) {
    Vector h;
    const bool solved = bounded_step(at, mu, free_variables(x, at.slope, lower), x, lower, h);
    const double promised = -(at.slope.dot(h) + 0.5 * h.dot(at.second * h));
    if (solved && std::abs(promised) <= gains_nothing * minimum.value) {
      minimum.converged = true;
      break;
    }
    const Vector next = (x + h).cwiseMax(lower);
    const double value = solved ? value_at(next) : minimum.value;
    if (!(value < minimum.value)) {  // not finite, too
      mu *= nu, nu *= 2.0;           // (4)
      if (mu > largest_mu) break;
      continue;
    }
    const double rho = (minimum.value - value) / promised;                                                 // (2)
    mu = std::max(smallest_mu, mu * std::max(1.0 / 3.0, 1.0 - std::pow(2.0 * rho - 1.0, 3.0))), nu = 2.0;  // (3)
    minimum.value = value;
    x = next, at = slopes_at(f, x, scratch);
  }
  std::copy(x.begin(), x.end(), variables.begin());
  return minimum;
}

}  // namespace tauforge::identify
