// The listing of [IHPH92], Appendix A, as our own transcription: inertial coefficients D_ij and gravity torques
// D_i of the PUMA 260, any scalar. Names are those of the listing. Statements stand in the listing's order and
// with its signs, so that signs can be counted as printed; three parentheses that the print lacks or has twice
// (JS412, JS312, JS233) are mended.
//
// The printed forms of JS311, JS312, JS313, JS322, JS323 leave out every product with JS413 and JS423, which
// changes D11, D12, D13 by up to 2.8e-3 kg m^2 (docs/corrections.md);
// `Js::corrected` puts them back.
#pragma once

#include <array>

namespace tauforge::tests {

enum class Js { as_printed, corrected };

// The listing's #define lines: free of charge by the paper's rule.
struct AppendixAConstants {
  double M6 = 2.768114, Z6 = 0.01401, Y4 = -0.38219, AD4 = 0.079781, CD4 = 0.077761;
  double IA1 = 0.091631, IA2 = 0.136312, IA3 = 0.030843, IA4 = 0.001781, IA5 = 0.006759, IA6 = 0.001262;
  double A2 = 0.2032, D3 = 0.12624, D4 = 0.2032, GRAV = 9.81;
};

template <class S> struct AppendixA {
  std::array<std::array<S, 7>, 7> DIJ;  // 1-based as printed, upper triangle
  std::array<S, 7> DI;
};

// Sines and cosines of the joints, 1-based, and of q2 + q3.
template <class S> struct AppendixAAngles {
  std::array<S, 7> S_, C_;
  S S23, C23;
};

template <class S> AppendixA<S> appendix_a(const AppendixAAngles<S>& angle, const AppendixAConstants& k, Js js) {
  const S S1 = angle.S_[1], S2 = angle.S_[2], S3 = angle.S_[3], S4 = angle.S_[4], S5 = angle.S_[5];
  const S C1 = angle.C_[1], C2 = angle.C_[2], C3 = angle.C_[3], C4 = angle.C_[4], C5 = angle.C_[5];
  const S S23 = angle.S23, C23 = angle.C23;
  const S Z6(k.Z6), Y4(k.Y4), AD4(k.AD4), CD4(k.CD4), A2(k.A2), D3(k.D3), D4(k.D4), GRAV(k.GRAV);
  const S FP42(k.D4 * k.M6), FP32(-k.D3 * k.M6), FP21(k.A2 * k.M6);
  const S NP4(k.M6 * k.D4 * k.D4), NP3(k.M6 * k.D3 * k.D3), NP2(k.M6 * k.A2 * k.A2);
  const S zero(0.0), two(2.0);

  const S C4C4 = C4 * C4, S4S4 = S4 * S4, S4C4 = S4 * C4, C3C3 = C3 * C3, S3S3 = S3 * S3, S3C3 = S3 * C3;
  const S C2C2 = C2 * C2, S2C2 = S2 * C2, S2S2 = S2 * S2;
  [[maybe_unused]] const S C1C1 = C1 * C1, S1C1 = S1 * C1, S1S1 = S1 * S1;  // printed, never used

  const S T1214 = C2 * A2;
  const S T1224 = S2 * A2;
  const S T1411 = C23 * C4;
  const S T1414 = -(S23 * D4) + T1214;
  const S T1424 = (C23 * D4) + T1224;
  const S T1421 = S23 * C4;

  const S BS63 = Z6;
  const S BS51 = -(S5 * BS63);
  const S BS52 = C5 * BS63;
  const S BA52 = (Y4 + BS52) + FP42;
  const S BS41 = C4 * BS51;
  const S BS42 = S4 * BS51;
  const S BS43 = BA52;
  const S BA42 = BS42 + FP32;
  const S BS32 = (S3 * BS41) + (C3 * BS43);
  const S BS31 = (C3 * BS41) - (S3 * BS43);
  const S BS33 = -BA42;
  const S BA31 = BS31 + FP21;
  const S BS22 = (S2 * BA31) + (C2 * BS32);
  const S BS23 = BS33;
  const S BS21 = (C2 * BA31) - (S2 * BS32);
  const S JA533 = CD4 - NP4;
  const S JA511 = AD4 - NP4;

  const S JS423 = zero - (D4 * BS42);
  const S JS422 = (S4S4 * JA511) + (C4C4 * JA533) + (two * (D4 * BS43));
  const S JS413 = zero - (D4 * BS41);
  const S JS412 = S4C4 * (JA511 - JA533);
  const S JS411 = (C4C4 * JA511) + (S4S4 * JA533) + (two * (D4 * BS43));
  const S JA433 = -NP3;
  const S JA411 = JS411 - NP3;
  const S JS333 = JS422;
  S JS323 = -(S3 * JS412) - (D3 * BS32);
  S JS313 = -(C3 * JS412) - (D3 * BS31);
  S JS322 = (S3S3 * JA411) + (C3C3 * JA433) + (two * (D3 * BS33));
  S JS312 = S3C3 * (JA411 - JA433);
  S JS311 = (C3C3 * JA411) + (S3S3 * JA433) + (two * (D3 * BS33));
  if (js == Js::corrected) {
    JS323 = JS323 - C3 * JS423;
    JS313 = JS313 + S3 * JS423;
    JS322 = JS322 + two * (S3C3 * JS413);
    JS312 = JS312 + (C3C3 - S3S3) * JS413;
    JS311 = JS311 - two * (S3C3 * JS413);
  }
  const S JA333 = JS333 - NP2;
  const S JA322 = JS322 - NP2;
  const S JS233 = JA333 + (two * ((T1224 * BS22) + (T1214 * BS21)));
  const S JS223 = (S2 * JS313) + (C2 * JS323) - (T1224 * BS23);
  const S JS222 = (S2S2 * JS311) + ((two * S2C2) * JS312) + (C2C2 * JA322) + (two * (T1214 * BS21));

  const S PS031 = C23 * D3;
  const S PS041 = (T1411 * D3) + (S4 * T1414);
  const S PS042 = -(S23 * D3);
  const S PS131 = -(C23 * T1224) + (S23 * T1214);
  const S PS141 = -(T1411 * T1424) + (T1421 * T1414);
  const S PS142 = (S23 * T1424) + (C23 * T1414);
  const S PS241 = -(C4 * D4);

  AppendixA<S> out;
  for (auto& row : out.DIJ) row.fill(zero);
  out.DI.fill(zero);
  auto& DIJ = out.DIJ;
  auto& DI = out.DI;
  DIJ[1][1] = JS222 + S(k.IA1);
  DIJ[1][2] = JS223;
  DIJ[1][3] = (S2 * JS313) + (C2 * JS323);
  DIJ[1][4] = (S23 * JS413) - (BS42 * PS031) + (BS41 * T1214);
  DIJ[1][5] = -(BS52 * PS041) + (BS51 * PS042);
  DIJ[2][2] = JS233 + S(k.IA2);
  DIJ[2][3] = JS422 + (BS31 * A2);
  DIJ[2][4] = -JS423 - (BS42 * PS131);
  DIJ[2][5] = -(BS52 * PS141) + (BS51 * PS142);
  DIJ[3][3] = JS422 + S(k.IA3);
  DIJ[3][4] = -JS423;
  DIJ[3][5] = -(BS52 * PS241);
  DIJ[4][4] = S(k.IA4);
  DIJ[5][5] = S(k.IA5);
  DIJ[6][6] = S(k.IA6);
  DI[2] = GRAV * BS21;
  DI[3] = GRAV * (-(BS32 * S2) + (BS31 * C2));
  DI[4] = GRAV * (-(BS42 * S23));
  DI[5] = GRAV * (-(BS52 * T1421) + (BS51 * C23));
  return out;
}

}  // namespace tauforge::tests
