#include "tauforge/identify/solver.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "tauforge/identify/statistics.h"

namespace tauforge::identify {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

Vector solve(const Matrix& A, const Vector& b, const SolverChoice& choice) {
  const auto x = solve_rows({A.data(), static_cast<std::size_t>(A.size())},
                            {b.data(), static_cast<std::size_t>(b.size())}, choice);
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}

// Twelve rows, three columns, one of them nearly a copy.
struct Problem {
  Matrix A;
  Vector b, truth;
};
Problem problem(double likeness) {
  Problem p{Matrix(12, 3), Vector(12), Vector(3)};
  for (Eigen::Index r = 0; r < 12; ++r) {
    const double t = 0.5 * static_cast<double>(r);
    p.A(r, 0) = std::sin(t), p.A(r, 1) = 1.0 + 0.1 * t, p.A(r, 2) = std::sin(t) + likeness * std::cos(3 * t);
  }
  p.truth << 1.0, -2.0, 0.5;
  p.b = p.A * p.truth;
  return p;
}

}  // namespace

TEST(LeastSquares, AllExactSolversFindTheSameAnswer) {
  const Problem p = problem(0.5);
  for (const Solver s : {Solver::qr, Solver::svd, Solver::pseudo_inverse, Solver::total}) {
    const Vector x = solve(p.A, p.b, {s, 0, 0});
    EXPECT_LT((x - p.truth).norm(), 1e-9) << to_text(s);
  }
  EXPECT_LT((solve(p.A, p.b, {Solver::truncated_svd, 0, 3}) - p.truth).norm(), 1e-9);
}

// With two equal columns the pseudo-inverse shares the value, and the torques stay right.
TEST(LeastSquares, ThePseudoInverseSharesAValueBetweenEqualColumns) {
  const Problem p = problem(0.0);
  const Vector x = solve(p.A, p.b, {Solver::pseudo_inverse, 0, 0});
  EXPECT_NEAR(x[0], x[2], 1e-9);
  EXPECT_NEAR(x[0] + x[2], 1.5, 1e-9);
  EXPECT_LT((p.A * x - p.b).norm(), 1e-9);
}

TEST(LeastSquares, TheRidgeShrinksAndVanishesWithItsFactor) {
  const Problem p = problem(0.01);
  EXPECT_LT((solve(p.A, p.b, {Solver::ridge, 1e-9, 0}) - p.truth).norm(), 1e-4);
  EXPECT_LT(solve(p.A, p.b, {Solver::ridge, 0.3, 0}).norm(), p.truth.norm());
}

TEST(LeastSquares, AShorterSpectrumGivesASmallerAnswer) {
  const Problem p = problem(0.01);
  Vector noisy = p.b;
  for (Eigen::Index r = 0; r < 12; ++r) noisy[r] += 0.05 * std::cos(3.0 * 0.5 * static_cast<double>(r));
  const Vector all = solve(p.A, noisy, {Solver::svd, 0, 0}), fewer = solve(p.A, noisy, {Solver::truncated_svd, 0, 2});
  EXPECT_GT((all - p.truth).norm(), 3.0);  // noise along the weak direction is blown up
  EXPECT_LT((fewer - p.truth).norm(), 1.0);
}

// [AS64, table 26.10]
TEST(Statistics, StudentsLimitsAreThoseOfTheTables) {
  EXPECT_NEAR(student_limit(0.95, 9), 2.262, 5e-4);
  EXPECT_NEAR(student_limit(0.95, 1), 12.706, 5e-4);
  EXPECT_NEAR(student_limit(0.99, 9), 3.250, 5e-4);
  EXPECT_NEAR(student_limit(0.95, 1e6), 1.960, 5e-4);
}

TEST(Statistics, TheJackknifeOfAMeanIsItsStandardError) {
  const std::vector<double> x = {1.0, 4.0, 2.0, 8.0, 5.0};
  std::vector<double> without;
  for (std::size_t k = 0; k < x.size(); ++k) without.push_back((20.0 - x[k]) / 4.0);
  EXPECT_NEAR(jackknife_deviation(without), summary(x).deviation / std::sqrt(5.0), 1e-12);
}

}  // namespace tauforge::identify
