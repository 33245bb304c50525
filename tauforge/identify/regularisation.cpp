#include "tauforge/identify/regularisation.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "tauforge/identify/svd.h"

namespace tauforge::identify {

namespace {

// s_1 and s_n of columns scaled to length one.
std::pair<double, double> spectrum_of(const Matrix& A) {
  Vector lengths = A.colwise().norm();
  for (double& length : lengths)
    if (length == 0.0) length = 1.0;
  const Vector s = singular_values(A * lengths.cwiseInverse().asDiagonal());
  return {s[0], s[s.size() - 1]};
}

double ratio(std::pair<double, double> s) { return s.second > 0.0 ? s.first / s.second : HUGE_VAL; }

}  // namespace

SolverChoice pulled_by(Pull unit, double strength) {
  unit.P *= std::sqrt(strength);
  SolverChoice choice;
  choice.pull = std::make_shared<const Pull>(std::move(unit));
  return choice;
}

Regularisation choose_prior(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                            const Pull& unit, const PriorChoice& asked) {
  constexpr double strongest = 1.1e9, step = 3.1622776601683795;
  Regularisation choice;
  std::string how = "as asked";
  choice.strength = asked.strength.value_or(1.0);
  if (!asked.strength) {
    std::vector<std::pair<double, double>> errors;  // strength, error
    double best = HUGE_VAL;
    for (double strength = weakest_prior; strength < strongest; strength *= step) {
      errors.emplace_back(strength, trial.pulled(unit, strength).error(columns));
      best = std::min(best, errors.back().second);
    }
    for (const auto& [strength, error] : errors)
      if (error <= 1.005 * best) choice.strength = strength;  // (3)
    how = fmt::format("error on left-out blocks {:.3f} % with strength {:.2g}, at best {:.3f} %, {:.3f} % with {:.2g}",
                      100.0 * trial.pulled(unit, choice.strength).error(columns), choice.strength, 100.0 * best,
                      100.0 * errors.front().second, errors.front().first);
  }
  choice.solver = pulled_by(unit, choice.strength);
  choice.condition = ratio(spectrum_of(with_pull(rows, columns, choice.solver).A));
  choice.reason = fmt::format(
      "towards the robot's file with strength {:.3g} (that many rows weigh as much as a body that is off by 100 %); "
      "{}; "
      "ratio of singular values {:.3g}, {:.3g} without the file",
      choice.strength, how, choice.condition, ratio(spectrum_of(rows.A)));
  return choice;
}

Regularisation choose_regularisation(const CrossValidation& trial, const Stacked& rows, const std::vector<int>& columns,
                                     const std::optional<SolverChoice>& asked) {
  Regularisation choice;
  if (columns.empty()) {
    choice.reason = "no columns are left";
    return choice;
  }
  const auto [largest, smallest] = spectrum_of(rows.A);
  choice.condition = ratio({largest, smallest});
  constexpr double harmless = 100.0;
  const std::string spectrum = fmt::format("singular values of columns of length one {:.3g} .. {:.3g}, ratio {:.3g}",
                                           largest, smallest, choice.condition);
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
