// The polynomial of fifth degree with given values, slopes and second derivatives at both ends.
//
//   p(s) = x0 + v0 s + a0/2 s^2 + c3 s^3 + c4 s^4 + c5 s^5        s from 0 to 1, derivatives with respect to s
//   D = x1 - x0 - v0 - a0/2,  V = v1 - v0 - a0,  A = a1 - a0      what the near end leaves at the far one
//   c3 = 10 D - 4 V + A/2,  c4 = -15 D + 7 V - A,  c5 = 6 D - 3 V + A/2
#pragma once

#include <array>

namespace tauforge::motion {

using Quintic = std::array<double, 6>;  // coefficients of 1, s, s^2 ...

struct Derivatives {
  double x = 0, v = 0, a = 0;  // and the first and second derivative
};

constexpr Quintic quintic(const Derivatives& near, const Derivatives& far) {
  const double D = far.x - near.x - near.v - near.a / 2, V = far.v - near.v - near.a, A = far.a - near.a;
  return {near.x, near.v, near.a / 2, 10 * D - 4 * V + A / 2, -15 * D + 7 * V - A, 6 * D - 3 * V + A / 2};
}

constexpr Derivatives at(const Quintic& p, double s) {
  return {p[0] + s * (p[1] + s * (p[2] + s * (p[3] + s * (p[4] + s * p[5])))),
          p[1] + s * (2 * p[2] + s * (3 * p[3] + s * (4 * p[4] + s * 5 * p[5]))),
          2 * p[2] + s * (6 * p[3] + s * (12 * p[4] + s * 20 * p[5]))};
}

// The same over h seconds: derivatives with respect to time, s = t/h.
constexpr Derivatives between(const Derivatives& near, const Derivatives& far, double h, double s) {
  const Derivatives d = at(quintic({near.x, h * near.v, h * h * near.a}, {far.x, h * far.v, h * h * far.a}), s);
  return {d.x, d.v / h, d.a / (h * h)};
}

}  // namespace tauforge::motion
