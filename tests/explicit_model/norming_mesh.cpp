// What a polynomial does between the points of a mesh: the theorem behind the certificate, on random polynomials.
#include "tauforge/explicit_model/norming_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using explicit_model::growth;
using explicit_model::Interval;
using explicit_model::MeshAxis;

// The largest |f| in the cell where it is reached is at most its value at the centre times the growth.
template <class F> void expect_bounded(const MeshAxis& axis, const F& f) {
  for (const double fineness : {2.2, 3.0, 6.0}) {
    const int cells = axis.cells(fineness);
    const double half = 0.5 * axis.length() / cells;
    const int fine = 400;
    double largest = 0, at_centre = 0;
    for (int c = 0; c < cells; ++c)
      for (int s = 0; s <= fine; ++s) {
        const double t = 2 * half * (c + static_cast<double>(s) / fine);
        const double size = std::abs(f(axis.position(t)));
        if (size > largest) largest = size, at_centre = std::abs(f(axis.position((2 * c + 1) * half)));
      }
    EXPECT_LE(largest, at_centre * growth({axis}, {half}) * (1 + 1e-9)) << fineness;
    EXPECT_LT(growth({axis}, {half}), 1e3);
  }
}

TEST(NormingMesh, BoundsRandomPolynomialsOnCirclesArcsAndLines) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    double c[5], s[5];
    for (int m = 0; m < 5; ++m) c[m] = random.uniform(-1, 1), s[m] = random.uniform(-1, 1);
    const int degree = random.integer(1, 4);
    const auto wave = [&](double x) {
      double sum = c[0];
      for (int m = 1; m <= degree; ++m) sum += c[m] * std::cos(m * x) + s[m] * std::sin(m * x);
      return sum;
    };
    const double low = random.uniform(-3, 3);
    expect_bounded(MeshAxis(0, true, degree, {-4, 4}), wave);
    expect_bounded(MeshAxis(0, true, degree, {low, low + random.uniform(0.05, 6.2)}), wave);
    const auto power = [&](double x) {
      return c[0] + x * (c[1] + x * (c[2] * (degree > 1) + x * c[3] * (degree > 2)));
    };
    expect_bounded(MeshAxis(0, false, std::min(degree, 3), {low, low + random.uniform(0.1, 2)}), power);
  }
}

// cos 2x is the extreme case: its value at a point a cell's half width off its peak is the bound exactly.
TEST(NormingMesh, CannotSayMoreThanItDoes) {
  const MeshAxis axis(0, true, 2, {-4, 4});
  const double half = 0.3;
  EXPECT_NEAR(std::cos(2 * half) * growth({axis}, {half}), 1.0, 1e-15);
}

}  // namespace
}  // namespace tauforge::tests
