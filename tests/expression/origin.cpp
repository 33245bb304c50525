// Where numbers come from, on sums and products whose parts are known.
#include "tauforge/expression/origin.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/expression/expr.h"
#include "tauforge/expression/program.h"

namespace tauforge::expression {
namespace {

struct OriginsOf : testing::Test {
  Origins origins;
  Program program;
  Expr q = program.add_argument("q", 1, Binding::slow, "")[0];

  Expr moment(const char* name, double value) { return Expr(value, origins.parameter(name, value, 1)); }
  Expr length(const char* name, double value) { return Expr(value, origins.parameter(name, value, 0)); }
  // What the constant is made of, once it stands in a program.
  std::string text(const Expr& literal) {
    (void)(literal * q);
    EXPECT_TRUE(origins.explains(literal.literal()));
    return origins.text(literal.literal());
  }
};

TEST_F(OriginsOf, SumsNameTheirPartsByWeight) {
  const Expr m = moment("m of arm", 3.0), h = moment("h_x of arm", 0.2), p = length("p_x of hand", 0.5);
  EXPECT_EQ(text(h + p * m), "0.5 m of arm + h_x of arm");
  EXPECT_EQ(text(h - p * m), "-0.5 m of arm + h_x of arm");
}

TEST_F(OriginsOf, ANumberAndItsNegativeAreOneConstant) {
  const Expr h = moment("h_x of arm", 0.2);
  EXPECT_EQ(text(-h), "-h_x of arm");
  EXPECT_EQ(origins.text(0.2), "h_x of arm");
}

TEST_F(OriginsOf, WhatCancelsIsGone) {
  const Expr h = moment("h_x of arm", 0.2), m = moment("m of arm", 3.0);
  EXPECT_EQ(text((h + m) - h), "m of arm");
}

TEST_F(OriginsOf, RatiosOfMomentsCountAsNumbers) {
  const Expr hx = moment("h_x of arm", 0.3), hy = moment("h_y of arm", 0.4), I = moment("I_xx of arm", 2.0);
  const Expr length = sqrt(hx * hx + hy * hy);
  EXPECT_EQ(text(hx / length * I), "0.6 I_xx of arm");
  EXPECT_EQ(text(angle_of(hx / length, hy / length)).substr(0, 6), "atan2(");
}

TEST_F(OriginsOf, ProductsAndQuotientsOfMeasuresKeepBothNames) {
  const Expr a = length("p_x of arm", 0.5), b = length("p_y of hand", 0.3);
  EXPECT_EQ(text(a / b), "p_x of arm / p_y of hand");
  EXPECT_EQ(text(a * (Expr(1.0) / b)), "p_x of arm / p_y of hand");
  EXPECT_EQ(text(a * b), "p_x of arm * p_y of hand");
}

TEST_F(OriginsOf, LongSumsSayWhoseTheRestIs) {
  Expr sum(0.0);
  for (const char* name : {"m of a", "m of b", "m of c", "h_x of c", "h_y of c", "h_z of c", "h_x of d", "h_y of d"})
    sum = sum + moment(name, sum.literal() + 1.0);
  EXPECT_EQ(text(sum), "h_y of d + h_x of d + h_z of c + h_y of c + h_x of c + m of c, 2 more of a, b");
}

TEST_F(OriginsOf, NumbersThatNobodyOwnsHaveNone) {
  (void)(Expr(0.7) * q);
  EXPECT_FALSE(origins.explains(0.7));
  EXPECT_EQ(origins.text(0.7), "");
}

TEST_F(OriginsOf, NumbersThatAreNoneHaveNone) {
  const Expr huge = moment("m of arm", 1e300);
  for (const Expr& x : {huge * huge, huge * huge - huge * huge}) (void)(x * q);  // inf and NaN
  origins.note_combinations({huge.literal() * 1e300, std::nan("")});
  EXPECT_FALSE(origins.explains(huge.literal() * 1e300));
  EXPECT_FALSE(origins.explains(std::nan("")));
}

TEST_F(OriginsOf, WhatPassesMakeOfTwoConstantsIsFound) {
  const Expr m = moment("m of arm", 3.0), h = moment("h_x of arm", 0.23), p = length("p_x of arm", 0.7);
  const Expr I = moment("I_xx of arm", 0.0119);
  text(m), text(h), text(p), text(I);
  origins.note_combinations({3.23, 2.77, 6.0, 3.0 / 0.7, 0.123456, 3.0 + 0.23 - 0.0119});
  EXPECT_EQ(origins.text(3.0 + 0.23 - 0.0119), "m of arm + h_x of arm - I_xx of arm");
  EXPECT_EQ(origins.text(3.23), "m of arm + h_x of arm");
  EXPECT_EQ(origins.text(2.77), "m of arm - h_x of arm");
  EXPECT_EQ(origins.text(6.0), "2 m of arm");
  EXPECT_EQ(origins.text(3.0 / 0.7), "1.428571 m of arm");
  EXPECT_EQ(origins.text(0.123456), "") << "nothing is invented";
}

}  // namespace
}  // namespace tauforge::expression
