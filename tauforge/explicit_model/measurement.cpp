#include "tauforge/explicit_model/measurement.h"

#include <cmath>

namespace tauforge::explicit_model {

namespace {

constexpr double pi = 3.14159265358979323846;

}  // namespace

Measured inertia(const TwoWires& x) {
  const double w = 2 * pi / x.period.value;
  const double I = x.mass.value * x.gravity * x.distance.value * x.distance.value / (w * w * x.length.value);  // (1)
  const auto share = [](const Measured& m) { return m.tolerance / m.value; };
  // I goes with M, r^2, T^2 and 1/l
  const double relative =
      std::hypot(std::hypot(share(x.mass), 2 * share(x.distance)), std::hypot(2 * share(x.period), share(x.length)));
  return {I, std::abs(I) * relative};
}

JointInertia joint_inertia(const CommandedSpring& x) {
  const double T = x.period.value, logarithm = std::log(x.decay.value);
  const double turn = 4 * pi * pi + logarithm * logarithm;  // (w T)^2  (3)
  const double J = x.stiffness.value * T * T / turn;        // (2)
  const double by_decay = 2 * logarithm / (turn * x.decay.value) * x.decay.tolerance;
  const double relative = std::hypot(x.stiffness.tolerance / x.stiffness.value, 2 * x.period.tolerance / T, by_decay);
  const Measured total{J, std::abs(J) * relative};
  return {total, {J - x.arm.value, std::hypot(total.tolerance, x.arm.tolerance)}};  // (4)
}

}  // namespace tauforge::explicit_model
