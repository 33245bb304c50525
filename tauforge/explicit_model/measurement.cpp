#include "tauforge/explicit_model/measurement.h"

#include <cmath>

namespace tauforge::explicit_model {

namespace {

constexpr double pi = 3.14159265358979323846;

// (w T)^2 of (3), and the share of it that the tolerance of the decay is
struct Turn {
  double value, share;
};
Turn turn_of(const Measured& decay) {
  const double logarithm = std::log(decay.value), value = 4 * pi * pi + logarithm * logarithm;
  return {value, 2 * logarithm / (value * decay.value) * decay.tolerance};
}

}  // namespace

Measured inertia(const TwoWires& x) {
  const double T = x.period.value;
  const Turn turn = turn_of(x.decay);
  const double I =
      x.mass.value * x.gravity * x.distance.value * x.distance.value * T * T / (turn.value * x.length.value);  // (1)
  const auto share = [](const Measured& m) { return m.tolerance / m.value; };
  // I goes with M, r^2, T^2 and 1/l
  const double relative = std::hypot(std::hypot(share(x.mass), 2 * share(x.distance)),
                                     std::hypot(2 * share(x.period), share(x.length)), turn.share);
  return {I, std::abs(I) * relative};
}

JointInertia joint_inertia(const CommandedSpring& x) {
  const double T = x.period.value;
  const Turn turn = turn_of(x.decay);
  const double J = x.stiffness.value * T * T / turn.value;  // (2)
  const double relative = std::hypot(x.stiffness.tolerance / x.stiffness.value, 2 * x.period.tolerance / T, turn.share);
  const Measured total{J, std::abs(J) * relative};
  return {total, {J - x.arm.value, std::hypot(total.tolerance, x.arm.tolerance)}};  // (4)
}

}  // namespace tauforge::explicit_model
