// What the drives of a Plant give until they are told otherwise.
#pragma once

#include <algorithm>
#include <vector>

#include "tauforge/simulate/integrator.h"

namespace tauforge::simulate {

struct HeldTorques : Torques {
  std::vector<double> tau;  // [N m or N]
  void at(double, std::span<const double>, std::span<double> out) noexcept override {
    std::copy(tau.begin(), tau.end(), out.begin());
  }
};

}  // namespace tauforge::simulate
