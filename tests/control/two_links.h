// An arm with two links in a vertical plane, whose equations fit on a few lines.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "tauforge/control/model.h"

namespace tauforge::control::test {

using Pair = std::array<double, 2>;
constexpr double infinite = std::numeric_limits<double>::infinity();

// Two point masses at the ends of two links of 1 m; q from the horizontal, the second angle relative.
struct TwoLinks : Model {
  double m1 = 2.0, m2 = 1.0, g = 9.81;

  struct Equation {
    double M11, M12, M22, b1, b2;  // M qdd + b = tau
  };
  Equation equation(const double* q, const double* qd) const {
    const double c2 = std::cos(q[1]), s2 = std::sin(q[1]);
    const double G2 = m2 * g * std::cos(q[0] + q[1]), G1 = (m1 + m2) * g * std::cos(q[0]) + G2;
    return {m1 + m2 * (2 + 2 * c2), m2 * (1 + c2), m2, G1 - m2 * s2 * (2 * qd[0] * qd[1] + qd[1] * qd[1]),
            G2 + m2 * s2 * qd[0] * qd[0]};
  }
  void carry(const Payload&) noexcept override {}
  bool refresh() noexcept override { return false; }
  std::size_t joints() const noexcept override { return 2; }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override {
    const Equation m = equation(q.data(), qd.data());
    const double a = qdd[0], b = qdd[1];
    tau[0] = m.M11 * a + m.M12 * b + m.b1;
    tau[1] = m.M12 * a + m.M22 * b + m.b2;
  }
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override {
    const Pair rest{};
    inverse_dynamics(q, rest, rest, tau);
  }
  void friction(std::span<const double>, std::span<const double>, std::span<double> tau) const noexcept override {
    tau[0] = tau[1] = 0.0;
  }
  std::size_t equation_size() const noexcept override { return 3; }
  void background(std::span<const double> q, std::span<double> D_and_G) const noexcept override {
    const Pair rest{};
    const Equation m = equation(q.data(), rest.data());
    D_and_G[0] = m.M11, D_and_G[1] = m.M12, D_and_G[2] = m.M22, D_and_G[3] = m.b1, D_and_G[4] = m.b2;
  }
  void velocity_torque(std::span<const double> q, std::span<const double> qd,
                       std::span<double> h) const noexcept override {
    const Pair rest{};
    const Equation m = equation(q.data(), qd.data()), still = equation(q.data(), rest.data());
    h[0] = m.b1 - still.b1, h[1] = m.b2 - still.b2;
  }
  void synchronous(std::span<const double> D, std::span<const double> b, std::span<const double> qdd,
                   std::span<double> tau) const noexcept override {
    tau[0] = D[0] * qdd[0] + D[1] * qdd[1] + b[0];
    tau[1] = D[1] * qdd[0] + D[2] * qdd[1] + b[1];
  }
  void momentum(std::span<const double> q, std::span<const double> qd,
                std::span<double> p_and_rate) const noexcept override {
    const Pair rest{};
    const Equation m = equation(q.data(), rest.data());
    p_and_rate[0] = m.M11 * qd[0] + m.M12 * qd[1];
    p_and_rate[1] = m.M12 * qd[0] + m.M22 * qd[1];
    p_and_rate[2] = -m.b1;  // T does not depend on the first angle
    p_and_rate[3] = -m2 * std::sin(q[1]) * qd[0] * (qd[0] + qd[1]) - m.b2;
  }
  Pair acceleration(const Pair& q, const Pair& qd, const Pair& tau) const {
    const Equation m = equation(q.data(), qd.data());
    const double r1 = tau[0] - m.b1, r2 = tau[1] - m.b2, det = m.M11 * m.M22 - m.M12 * m.M12;
    return {(m.M22 * r1 - m.M12 * r2) / det, (m.M11 * r2 - m.M12 * r1) / det};
  }
};

}  // namespace tauforge::control::test
