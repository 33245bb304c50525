#include "tauforge/robot/symmetric_eigen.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random_robot.h"

namespace tauforge::tests {
namespace {

using robot::Square;
using robot::symmetric_eigen;

TEST(SymmetricEigen, FindsTheRootsOfAMatrixWithKnownOnes) {
  // 2 on the diagonal, -1 beside it: eigenvalues 2 - 2 cos(k pi/4), k = 1, 2, 3
  const Square<3> A{{{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}}};
  auto values = symmetric_eigen(A).values;
  std::sort(values.begin(), values.end());
  EXPECT_NEAR(values[0], 2 - std::sqrt(2.0), 4e-15);
  EXPECT_NEAR(values[1], 2, 4e-15);
  EXPECT_NEAR(values[2], 2 + std::sqrt(2.0), 4e-15);
}

template <std::size_t N> void expect_decomposes(Random& random) {
  Square<N> A;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      A[i][j] = A[j][i] = random.uniform(-1, 1) * std::pow(10.0, random.integer(-6, 6));
  const auto eigen = symmetric_eigen(A);
  const Square<N> back = eigen.matrix();
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) {
      EXPECT_NEAR(back[i][j], A[i][j], 1e-14 * N * eigen.magnitude());
      double product = 0;  // the columns of V are orthonormal
      for (std::size_t k = 0; k < N; ++k) product += eigen.V[k][i] * eigen.V[k][j];
      EXPECT_NEAR(product, i == j ? 1.0 : 0.0, 1e-14);
    }
}

TEST(SymmetricEigen, PutsRandomMatricesTogetherAgain) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    expect_decomposes<3>(random);
    expect_decomposes<4>(random);
  }
}

}  // namespace
}  // namespace tauforge::tests
