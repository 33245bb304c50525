// The explicit model of the PUMA 560 of [AKB86] (paper 001), Tables A4 to A7: a_ij, b_ikl, c_ij, g_i from the lumped
// constants, elements not assigned here are zero. What the print shows is b112..b223; the rest is restored and proved
// against the recursions (armstrong.cpp). Later elements refer to earlier ones where the paper expands them in full.
#pragma once

#include <cmath>

#include "tauforge/explicit_model/armstrong_constants.h"

namespace tauforge::tests {

using explicit_model::armstrong_constants;
using explicit_model::ArmstrongConstants;

// A qdd + B [qd_k qd_l, k < l] + C [qd_j^2] + g = torque; 1-based. Of a and b only the parts with i <= j, k < l.
struct ArmstrongElements {
  double a[7][7] = {}, b[7][7][7] = {}, c[7][7] = {}, g[7] = {};
};

// clang-format off
inline ArmstrongElements armstrong_elements(const ArmstrongConstants& k, const double* q) {
  const double S2 = std::sin(q[1]), C2 = std::cos(q[1]), S3 = std::sin(q[2]), C3 = std::cos(q[2]);
  const double S4 = std::sin(q[3]), C4 = std::cos(q[3]), S5 = std::sin(q[4]), C5 = std::cos(q[4]);
  const double S23 = std::sin(q[1] + q[2]), C23 = std::cos(q[1] + q[2]);
  const double S223 = std::sin(2 * q[1] + q[2]), C223 = std::cos(2 * q[1] + q[2]);
  const double SS2 = S2 * S2, CC2 = C2 * C2, SC2 = S2 * C2, SS23 = S23 * S23, CC23 = C23 * C23, SC23 = S23 * C23;
  const double SS4 = S4 * S4, CC4 = C4 * C4, SC4 = S4 * C4, SS5 = S5 * S5, CC5 = C5 * C5, SC5 = S5 * C5;
  const double* I = k.I;
  ArmstrongElements model;
  auto& [a, b, c, g] = model;
  a[1][1] = k.Im[1] + I[1] + I[3] * CC2 + I[7] * SS23 + I[10] * SC23 + I[11] * SC2 + I[20] * (SS5 * (SS23 * (1 + CC4)
      - 1) - 2 * SC23 * C4 * SC5) + I[21] * SS23 * CC4 + 2 * (I[5] * C2 * S23 + I[12] * C2 * C23 + I[15] * (SS23 * C5
      + SC23 * C4 * S5) + I[16] * C2 * (S23 * C5 + C23 * C4 * S5) + I[18] * S4 * S5 + I[22] * (SC23 * C5 + CC23 * C4
      * S5));
  a[1][3] = I[8] * C23 + I[13] * S23 - I[15] * C23 * S4 * S5 + I[18] * (S23 * C4 * S5 - C23 * C5) + I[19] * S23 * SC4
      + I[20] * S4 * (S23 * C4 * CC5 + C23 * SC5) + I[22] * S23 * S4 * S5;
  a[1][2] = a[1][3] + I[4] * S2 + I[9] * C2 + I[16] * S2 * S4 * S5;
  a[1][4] = I[14] * C23 + I[15] * S23 * C4 * S5 + I[16] * C2 * C4 * S5 + I[18] * C23 * S4 * S5 - I[20] * (S23 * C4 *
      SC5 + C23 * SS5) + I[22] * C23 * C4 * S5;
  a[1][5] = I[15] * S23 * S4 * C5 + I[16] * C2 * S4 * C5 + I[17] * S23 * S4 + I[18] * (S23 * S5 - C23 * C4 * C5) +
      I[22] * C23 * S4 * C5;
  a[1][6] = I[23] * (C23 * C5 - S23 * C4 * S5);
  a[2][2] = k.Im[2] + I[2] + I[6] + I[20] * SS4 * SS5 + I[21] * SS4 + 2 * (I[5] * S3 + I[12] * C3 + I[15] * C5 +
      I[16] * (S3 * C5 + C3 * C4 * S5) + I[22] * C4 * S5);
  a[2][3] = I[5] * S3 + I[6] + I[12] * C3 + I[16] * (S3 * C5 + C3 * C4 * S5) + I[20] * SS4 * SS5 + I[21] * SS4 + 2 *
      (I[15] * C5 + I[22] * C4 * S5);
  a[2][4] = -I[15] * S4 * S5 - I[16] * S3 * S4 * S5 + I[20] * S4 * SC5;
  a[2][5] = I[15] * C4 * C5 + I[16] * (C3 * S5 + S3 * C4 * C5) + I[17] * C4 + I[22] * S5;
  a[2][6] = I[23] * S4 * S5;
  a[3][3] = k.Im[3] + I[6] + I[20] * SS4 * SS5 + I[21] * SS4 + 2 * (I[15] * C5 + I[22] * C4 * S5);
  a[3][4] = -I[15] * S4 * S5 + I[20] * S4 * SC5;
  a[3][5] = I[15] * C4 * C5 + I[17] * C4 + I[22] * S5;
  a[3][6] = I[23] * S4 * S5;
  a[4][4] = k.Im[4] + I[14] - I[20] * SS5;
  a[4][5] = 0;
  a[4][6] = I[23] * C5;
  a[5][5] = k.Im[5] + I[17];
  a[5][6] = 0;
  a[6][6] = k.Im[6] + I[23];
  const double X = I[15] * (2 * SC23 * C5 + (1 - 2 * SS23) * C4 * S5) + I[21] * SC23 * CC4 + I[20] * ((1 + CC4) *
      SC23 * SS5 - (1 - 2 * SS23) * C4 * SC5) + I[22] * ((1 - 2 * SS23) * C5 - 2 * SC23 * C4 * S5);
  b[1][1][2] = 2 * (-I[3] * SC2 + I[5] * C223 + I[7] * SC23 - I[12] * S223 + I[16] * (C223 * C5 - S223 * C4 * S5) +
      X) + I[10] * (1 - 2 * SS23) + I[11] * (1 - 2 * SS2);
  b[1][1][3] = 2 * (I[5] * C2 * C23 + I[7] * SC23 - I[12] * C2 * S23 + I[16] * C2 * (C23 * C5 - S23 * C4 * S5) + X) +
      I[10] * (1 - 2 * SS23);
  b[1][1][4] = 2 * (-I[15] * SC23 * S4 * S5 - I[16] * C2 * C23 * S4 * S5 + I[18] * C4 * S5 - I[20] * (SS23 * SS5 *
      SC4 - SC23 * S4 * SC5) - I[22] * CC23 * S4 * S5 - I[21] * SS23 * SC4);
  b[1][1][5] = 2 * (I[20] * (SC5 * (CC4 * (1 - CC23) - CC23) - SC23 * C4 * (1 - 2 * SS5)) - I[15] * (SS23 * S5 - SC23
      * C4 * C5) - I[16] * C2 * (S23 * S5 - C23 * C4 * C5) + I[18] * S4 * C5 + I[22] * (CC23 * C4 * C5 - SC23 * S5));
  b[1][2][3] = 2 * (-I[8] * S23 + I[13] * C23 + I[15] * S23 * S4 * S5 + I[18] * (C23 * C4 * S5 + S23 * C5) + I[19] *
      C23 * SC4 + I[20] * S4 * (C23 * C4 * CC5 - S23 * SC5) + I[22] * C23 * S4 * S5);
  b[1][2][4] = -2 * I[18] * S23 * S4 * S5 + I[19] * S23 * (1 - 2 * SS4) + I[20] * S23 * (1 - 2 * SS4 * CC5) - I[14] *
      S23;
  b[1][2][5] = I[17] * C23 * S4 + 2 * I[18] * (S23 * C4 * C5 + C23 * S5) + I[20] * S4 * (C23 * (1 - 2 * SS5) - 2 *
      S23 * C4 * SC5);
  b[1][2][6] = -I[23] * (S23 * C5 + C23 * C4 * S5);
  b[1][3][4] = b[1][2][4];
  b[1][3][5] = b[1][2][5];
  b[1][3][6] = b[1][2][6];
  b[1][4][5] = 2 * (I[15] * S23 * C4 * C5 + I[16] * C2 * C4 * C5 + I[18] * C23 * S4 * C5 + I[22] * C23 * C4 * C5) +
      I[17] * S23 * C4 - I[20] * (S23 * C4 * (1 - 2 * SS5) + 2 * C23 * SC5);
  b[1][4][6] = I[23] * S23 * S4 * S5;
  b[1][5][6] = -I[23] * (C23 * S5 + S23 * C4 * C5);
  b[3][1][4] = 2 * (-I[15] * C23 * C4 * S5 + I[22] * S23 * C4 * S5 + I[20] * (S23 * (CC5 * CC4 - 0.5) + C23 * C4 *
      SC5)) + I[14] * S23 + I[19] * S23 * (1 - 2 * SS4);
  b[2][1][4] = b[3][1][4] + 2 * I[16] * S2 * C4 * S5;
  b[3][1][5] = 2 * (-I[15] * C23 * S4 * C5 + I[22] * S23 * S4 * C5) - I[17] * C23 * S4 + I[20] * S4 * (C23 * (1 - 2 *
      SS5) - 2 * S23 * C4 * SC5);
  b[2][1][5] = b[3][1][5] + 2 * I[16] * S2 * S4 * C5;
  b[2][1][6] = -b[1][2][6];
  b[3][1][6] = -b[1][3][6];
  b[2][2][3] = 2 * (-I[12] * S3 + I[5] * C3 + I[16] * (C3 * C5 - S3 * C4 * S5));
  b[3][2][4] = 2 * (I[20] * SC4 * SS5 + I[21] * SC4 - I[22] * S4 * S5);
  b[2][2][4] = b[3][2][4] - 2 * I[16] * C3 * S4 * S5;
  b[2][3][4] = b[2][2][4];
  b[3][3][4] = b[3][2][4];
  b[3][2][5] = 2 * (-I[15] * S5 + I[20] * SS4 * SC5 + I[22] * C4 * C5);
  b[2][2][5] = b[3][2][5] + 2 * I[16] * (C3 * C4 * C5 - S3 * S5);
  b[2][3][5] = b[2][2][5];
  b[3][3][5] = b[3][2][5];
  b[3][4][5] = -2 * I[15] * S4 * C5 - I[17] * S4 + I[20] * S4 * (1 - 2 * SS5);
  b[2][4][5] = b[3][4][5] - 2 * I[16] * S3 * S4 * C5;
  b[2][4][6] = b[3][4][6] = I[23] * C4 * S5;
  b[2][5][6] = b[3][5][6] = I[23] * S4 * C5;
  b[4][1][2] = -b[2][1][4];
  b[4][1][3] = -b[3][1][4];
  b[4][1][5] = -I[20] * (S23 * C4 * (1 - 2 * SS5) + 2 * C23 * SC5) - I[17] * S23 * C4;
  b[4][1][6] = -b[1][4][6];
  b[4][2][3] = -b[3][2][4];
  b[4][2][5] = b[4][3][5] = I[17] * S4 + I[20] * S4 * (1 - 2 * SS5);
  b[4][2][6] = -b[2][4][6];
  b[4][3][6] = -b[3][4][6];
  b[4][4][5] = -2 * I[20] * SC5;
  b[4][5][6] = -I[23] * S5;
  b[5][1][2] = -b[2][1][5];
  b[5][1][3] = -b[3][1][5];
  b[5][1][4] = -b[4][1][5];
  b[5][1][6] = -b[1][5][6];
  b[5][2][3] = -b[3][2][5];
  b[5][2][4] = b[5][3][4] = -b[4][2][5];
  b[5][2][6] = -b[2][5][6];
  b[5][3][6] = -b[3][5][6];
  b[5][4][6] = -b[4][5][6];
  b[6][1][2] = b[1][2][6];
  b[6][1][3] = b[1][3][6];
  b[6][1][4] = b[1][4][6];
  b[6][1][5] = b[1][5][6];
  b[6][2][4] = b[6][3][4] = b[2][4][6];
  b[6][2][5] = b[6][3][5] = b[2][5][6];
  b[6][4][5] = b[4][5][6];
  c[1][3] = b[1][2][3] / 2;
  c[1][2] = c[1][3] + I[4] * C2 - I[9] * S2 + I[16] * C2 * S4 * S5;
  c[1][4] = -I[15] * S23 * S4 * S5 - I[16] * C2 * S4 * S5 + I[18] * C23 * C4 * S5 + I[20] * S23 * S4 * SC5 - I[22] *
      C23 * S4 * S5;
  c[1][5] = -I[15] * S23 * S4 * S5 - I[16] * C2 * S4 * S5 + I[18] * (S23 * C5 + C23 * C4 * S5) - I[22] * C23 * S4 *
      S5;
  c[2][1] = -b[1][1][2] / 2;
  c[2][3] = b[2][2][3] / 2;
  c[2][4] = -I[15] * C4 * S5 - I[16] * S3 * C4 * S5 + I[20] * C4 * SC5;
  c[2][5] = -I[15] * C4 * S5 + I[16] * (C3 * C5 - S3 * C4 * S5) + I[22] * C5;
  c[3][1] = -b[1][1][3] / 2;
  c[3][2] = -c[2][3];
  c[3][4] = -I[15] * C4 * S5 + I[20] * C4 * SC5;
  c[3][5] = -I[15] * C4 * S5 + I[22] * C5;
  c[4][1] = -b[1][1][4] / 2;
  c[4][2] = -b[2][2][4] / 2;
  c[4][3] = b[4][2][3] / 2;
  c[5][1] = -b[1][1][5] / 2;
  c[5][2] = -b[2][2][5] / 2;
  c[5][3] = b[5][2][3] / 2;
  c[5][4] = -b[4][4][5] / 2;
  g[2] = k.g[1] * C2 + k.g[2] * S23 + k.g[3] * S2 + k.g[4] * C23 + k.g[5] * (S23 * C5 + C23 * C4 * S5);
  g[3] = k.g[2] * S23 + k.g[4] * C23 + k.g[5] * (S23 * C5 + C23 * C4 * S5);
  g[4] = -k.g[5] * S23 * S4 * S5;
  g[5] = k.g[5] * (C23 * S5 + S23 * C4 * C5);
  return model;
}
// clang-format on

}  // namespace tauforge::tests
