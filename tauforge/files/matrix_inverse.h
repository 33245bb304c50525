// The small square matrices of gears that files hold.
#pragma once

#include <optional>
#include <vector>

namespace tauforge::files {

using Matrix = std::vector<std::vector<double>>;  // by rows

// Gauss and Jordan with row exchange; nothing for a singular matrix.
std::optional<Matrix> inverse(Matrix A);

}  // namespace tauforge::files
