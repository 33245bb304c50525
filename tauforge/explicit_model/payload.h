// A payload whose mass and centre stay symbols: mL, xL, yL, zL, a point mass on the last link, in the frame of the last joint.
// Every constant is then a polynomial in them:
//   K = k_0 + mL (k_1 + k_x xL + ... + k_xx xL^2 + ...)
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tauforge/explicit_model/print.h"

namespace tauforge::explicit_model {

inline constexpr std::array<const char*, 4> payload_symbols{"mL", "xL", "yL", "zL"};
using PayloadValues = std::array<double, 4>;

bool depends_on_payload(const ExplicitModel& model, const Constant& constant);

// The constants, exactly, with such a payload.
std::vector<double> constants_with(const ExplicitModel& model, const PayloadValues& payload);

// "0.372 + 0.1865*mL - 0.43*mL*zL", numbers with so many significant digits; 0: with all that they have.
std::string payload_text(const ExplicitModel& model, const Constant& constant, int digits, const Notation& notation);

}  // namespace tauforge::explicit_model
