#include "tauforge/identify/regularisation.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tauforge/identify/svd.h"

namespace tauforge::identify {

Regularisation choose_regularisation(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                                     const std::optional<SolverChoice>& asked) {
  Regularisation choice;
  if (columns.empty()) {
    choice.reason = "no columns are left";
    return choice;
  }
  Vector lengths = rows.A.colwise().norm();
  for (double& length : lengths)
    if (length == 0.0) length = 1.0;
  const Vector s = singular_values(rows.A * lengths.cwiseInverse().asDiagonal());
  const double smallest = s[s.size() - 1];
  choice.condition = smallest > 0.0 ? s[0] / smallest : HUGE_VAL;
  constexpr double harmless = 100.0;
  const std::string spectrum = fmt::format("singular values of columns of length one {:.3g} .. {:.3g}, ratio {:.3g}",
                                           s[0], smallest, choice.condition);
  if (asked) {
    choice.solver = *asked;
    const bool shrinks = asked->solver == Solver::ridge;
    choice.reason =
        fmt::format("{}: {}, as asked", spectrum,
                    shrinks ? fmt::format("ridge {:g} towards zero", asked->ridge) : to_text(asked->solver));
    return choice;
  }
  if (choice.condition < harmless) {  // (1)
    choice.reason = spectrum + ": QR without a regulariser";
    return choice;
  }
  const std::vector<double> factors = {0.0, 1e-5, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1};
  std::vector<double> errors;
  double best = HUGE_VAL;
  for (const double factor : factors) {
    errors.push_back(trial.error(columns, factor));
    best = std::min(best, errors.back());
  }
  for (std::size_t k = 0; k < factors.size(); ++k) {
    if (!(errors[k] <= 1.005 * best)) continue;
    if (factors[k] > 0.0) choice.solver = {Solver::ridge, factors[k], 0};  // (2)
    choice.reason = fmt::format("{}; error on left-out blocks {:.3f} % without a regulariser, at best {:.3f} %: {}",
                                spectrum, 100.0 * errors[0], 100.0 * best,
                                factors[k] > 0.0 ? fmt::format("ridge {:g}", factors[k]) : "QR without a regulariser");
    return choice;
  }
  choice.solver = {Solver::pseudo_inverse, 0, 0};
  choice.reason = spectrum + "; left-out blocks cannot judge: pseudo-inverse";
  return choice;
}

}  // namespace tauforge::identify
