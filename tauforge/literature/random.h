// Random numbers that are the same on every machine: those of the standard library's distributions are not.
#pragma once

#include <cmath>
#include <random>

namespace tauforge::literature {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_()) + 0.5) / 4294967296.0; }
  double normal() { return std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * M_PI * uniform()); }  // Box, Muller
  double sign() { return uniform() < 0.5 ? -1.0 : 1.0; }

 private:
  std::mt19937 engine_;
};

}  // namespace tauforge::literature
