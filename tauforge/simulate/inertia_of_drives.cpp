#include "tauforge/simulate/inertia_of_drives.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tauforge/control/template_model.h"

namespace tauforge::simulate {

std::optional<std::size_t> drive_without_inertia(const robot::Robot& robot, std::span<const double> q) {
  constexpr double rounding = 1e-14;  // of the largest inertia
  const control::TemplateModel model(robot);
  const std::size_t n = model.joints();
  std::vector<double> M(n * n);
  model.mass_matrix(q, M);
  double largest = 0.0;
  for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, M[j * n + j]);
  for (std::size_t j = 0; j < n; ++j)  // Cholesky: M = L L'
    for (std::size_t i = j; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) M[i * n + j] -= M[i * n + k] * M[j * n + k];
      if (i == j && !(M[j * n + j] > rounding * largest)) return j;
      M[i * n + j] = i == j ? std::sqrt(M[i * n + j]) : M[i * n + j] / M[j * n + j];
    }
  return std::nullopt;
}

}  // namespace tauforge::simulate
