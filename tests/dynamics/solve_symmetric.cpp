#include "tauforge/dynamics/solve_symmetric.h"

#include <gtest/gtest.h>

namespace tauforge::dynamics {
namespace {

TEST(SolveSymmetric, SolvesASystemWithAKnownSolution) {
  // positive definite: leading minors 4, 11, 43; the solution is 1, -2, 3. Below the diagonal nothing is read.
  std::vector<double> A{4, 1, 2, -99, 3, 0, -99, -99, 5}, y{4 - 2 + 6, 1 - 6, 2 + 15};
  solve_symmetric<double>(3, A, y);
  EXPECT_NEAR(y[0], 1.0, 1e-14);
  EXPECT_NEAR(y[1], -2.0, 1e-14);
  EXPECT_NEAR(y[2], 3.0, 1e-14);
}

// Rows 1 and 2 are one limb, row 3 another, row 0 the base that carries them.
TEST(SolveSymmetric, LeavesNothingWhereLimbsHaveNothingInCommon) {
  std::vector<double> A{9, 1, 2, 3, 0, 5, 1, 0, 0, 0, 6, 0, 0, 0, 0, 7}, y{1, 2, 3, 4};
  solve_symmetric<double>(4, A, y);
  EXPECT_EQ(A[1 * 4 + 3], 0.0);
  EXPECT_EQ(A[2 * 4 + 3], 0.0);
}

}  // namespace
}  // namespace tauforge::dynamics
