// Random numbers that are the same everywhere for the same seed: the distributions of <random> are not.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace tauforge::simulate {

class Noise {
 public:
  explicit Noise(std::uint64_t seed = 1) : engine_(seed) {}
  // In (0, 1).
  double uniform() noexcept { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  // Of mean 0 and standard deviation 1, after Box and Muller.
  double normal() noexcept {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tauforge::simulate
