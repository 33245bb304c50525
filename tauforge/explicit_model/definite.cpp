#include "tauforge/explicit_model/definite.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::explicit_model {

std::optional<std::vector<double>> where_not_definite(const ExplicitModel& model, const std::vector<Element>& all,
                                                      const OperatingRange& range, int positions) {
  const int n = model.n;
  std::mt19937_64 random(1986);
  for (int p = 0; p < positions; ++p) {
    std::vector<double> q, M(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
    for (const Interval& x : range.q) q.push_back(std::uniform_real_distribution<double>(x.low, x.high)(random));
    std::vector<double> values(all.size(), 0.0);
    for (std::size_t e = 0; e < all.size() && all[e].table == Table::A; ++e) {  // they come first
      const Element& a = all[e];
      if (a.zero) continue;
      values[e] = a.same_as >= 0 ? a.factor * values[static_cast<std::size_t>(a.same_as)] : value(a.numbers, q);
      M[static_cast<std::size_t>(a.i * n + a.k)] = values[e];
    }
    std::vector<double> none(static_cast<std::size_t>(n), 0.0);
    dynamics::solve_symmetric<double>(n, M, none);  // leaves the inverses of the pivots on the diagonal
    for (int i = 0; i < n; ++i)
      if (const double inverse = M[static_cast<std::size_t>(i * n + i)]; !(inverse > 0.0 && std::isfinite(inverse)))
        return q;
  }
  return std::nullopt;
}

std::string why_not_definite(const ExplicitModel& model, const std::vector<Element>& all, const OperatingRange& range) {
  const auto q = where_not_definite(model, all, range);
  if (!q) return "";
  return fmt::format("its mass matrix is not positive definite, at q = {:.3g} among others", fmt::join(*q, ", "));
}

}  // namespace tauforge::explicit_model
