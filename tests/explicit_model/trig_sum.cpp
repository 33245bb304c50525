// The algebra under the explicit model, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/explicit_model/explicit_model.h"
#include "tauforge/explicit_model/print.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

using explicit_model::Angle;
using explicit_model::angle_name;
using explicit_model::angle_of_joint;
using explicit_model::digits;
using explicit_model::Runs;
using explicit_model::TrigPolynomial;
using explicit_model::TrigSum;
using P = TrigPolynomial;

TEST(Angle, KeepsTheMultiplesOfItsJoints) {
  const Angle a = 2 * angle_of_joint(1) - 3 * angle_of_joint(4);
  const auto d = digits(a);
  ASSERT_EQ(d.size(), 5U);
  const int expected[] = {0, 2, 0, 0, -3};
  for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(d[j], expected[j]);
  EXPECT_EQ(angle_name(2 * angle_of_joint(1) + angle_of_joint(2)), "223");
  EXPECT_EQ(angle_name(angle_of_joint(0) - angle_of_joint(1)), "1m2");
  EXPECT_EQ(angle_name(angle_of_joint(1) + angle_of_joint(9)), "2_10");
  EXPECT_EQ(explicit_model::angle_sum(2 * angle_of_joint(1) - angle_of_joint(2)), "2*q2 - q3");
}

TEST(TrigPolynomial, SineSquaredAndCosineSquaredAreOne) {
  const P q = P::coordinate(0);
  const P one = sin(q) * sin(q) + cos(q) * cos(q);
  ASSERT_EQ(one.terms().size(), 1U);
  EXPECT_EQ(one.terms()[0].angle, 0);
  EXPECT_EQ(one.terms()[0].c, 1.0);
}

TEST(TrigPolynomial, AddsTheAnglesOfParallelAxes) {  // cos a cos b - sin a sin b = cos(a + b)
  const P a = P::coordinate(0), b = P::coordinate(1);
  const P sum = cos(a) * cos(b) - sin(a) * sin(b);
  ASSERT_EQ(sum.terms().size(), 1U);
  EXPECT_EQ(sum.terms()[0].angle, angle_of_joint(0) + angle_of_joint(1));
}

TEST(TrigPolynomial, AQuarterTurnIsExact) {  // cos(q + pi/2) = -sin q
  const P q = P::coordinate(0);
  EXPECT_TRUE((cos(q + P(std::acos(0.0))) + sin(q)).terms().empty());
}

TEST(TrigSum, IsTheDerivativeOfWhatItDifferentiates) {
  const Runs runs{{0, 0, 1}, {1, 1, 1}, 2};
  const P a = P::coordinate(0), b = P::coordinate(1), c = P::coordinate(2);
  const TrigSum f(cos(a) * cos(a) * sin(b) * cos(c) + sin(c) * sin(c) * P(3.0) - sin(a) * P(0.25), runs);
  const auto one = [](int) { return 1.0; };
  const std::vector<double> q = {0.3, -1.1, 2.0};
  for (int j = 0; j < 3; ++j) {
    const double h = 1e-5;
    std::vector<double> more = q, less = q;
    more[static_cast<std::size_t>(j)] += h, less[static_cast<std::size_t>(j)] -= h;
    EXPECT_NEAR(f.derivative(j, runs).value(q, runs, one),
                (f.value(more, runs, one) - f.value(less, runs, one)) / (2 * h), 1e-9);
  }
}

TEST(SineProducts, SayTheSameAsTheWavesTheyComeFrom) {
  const robot::Robot robot = robot_in_folder("puma560");
  const auto model = explicit_model::derive(robot).value();
  Random random(5);
  for (const TrigSum& sum : model.A.elements()) {
    std::vector<double> q;
    for (int i = 0; i < 6; ++i) q.push_back(random.uniform(-3, 3));
    double value = 0;
    for (const auto& [product, form] : model.written(sum))
      value += form.value([&](int k) { return model.constant_value(k); }) * product_value(product, q);
    EXPECT_NEAR(value, model.value(sum, q), 1e-13);
  }
}

// The textbook's planar two-link arm: a11 = I1 + 2 I2 cos q2, a12 = I3 + I2 cos q2, a22 = I3, and one symbol h = -I2 sin q2.
TEST(ExplicitModel, OfThePlanarArmIsTheTextbooks) {
  robot::Robot robot;
  robot.name = "planar";
  auto& par = robot.parameters;
  for (int i = 0; i < 2; ++i) {
    robot.tree.add(robot::JointType::revolute, i - 1);
    robot.tree.friction.push_back(robot::FrictionKind::coulomb);
    par.placement.emplace_back();
    par.offset.push_back(0.0);
    par.link_frame.emplace_back();
    par.drive.emplace_back();
    robot.limits.emplace_back();
    par.body.push_back({2.0, {0.6, 0.0, 0.0}, {0.01, 0.3, 0.31, 0.0, 0.0, 0.0}});
  }
  par.placement[1].p.x = 0.5;
  par.gravity = {0.0, -9.81, 0.0};
  const auto model = explicit_model::derive(robot, {.symbolic = true}).value();
  const auto text = [&](const TrigSum& sum) { return sum_text(model, model.written(sum), explicit_model::plain_text); };
  EXPECT_EQ(text(model.A.at(0, 0)), "I1 + 2*I3*C2");
  EXPECT_EQ(text(model.A.at(0, 1)), "I2 + I3*C2");
  EXPECT_EQ(text(model.A.at(1, 1)), "I2");
  EXPECT_EQ(model.christoffel.distinct.size(), 1U);
  EXPECT_EQ(text(model.g[0]), "g1*C1 + g2*C12");
  EXPECT_EQ(text(model.g[1]), "g2*C12");
  EXPECT_NEAR(model.constants[0].value, 0.31 + 0.31 + 2 * 0.25, 1e-15);
  EXPECT_NEAR(model.constants[2].value, 0.5 * 0.6, 1e-15);
  EXPECT_EQ(definition_text(model, model.constants[2], explicit_model::plain_text), "m2*a1*rx2");
}

}  // namespace
}  // namespace tauforge::tests
