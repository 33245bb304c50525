#include "tauforge/identify/least_squares.h"

#include <cmath>
#include <limits>

#include "tauforge/diagnostic/require.h"
#include "tauforge/identify/pull.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/svd.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

const char* to_text(Solver solver) {
  switch (solver) {
    case Solver::qr: return "QR";
    case Solver::svd: return "SVD";
    case Solver::pseudo_inverse: return "pseudo-inverse";
    case Solver::truncated_svd: return "truncated SVD";
    case Solver::ridge: return "ridge";
    case Solver::total: return "total least squares";
  }
  return "";
}

const char* to_text(Weighting weighting) {
  switch (weighting) {
    case Weighting::ordinary: return "ordinary";
    case Weighting::by_torque: return "weighted by the largest torque";
    case Weighting::iteratively_reweighted: return "iteratively reweighted";
  }
  return "";
}

namespace {

// Columns of length one; what is zero stays.
Vector column_lengths(const Matrix& A) {
  Vector lengths = A.colwise().norm();
  for (double& length : lengths)
    if (length == 0.0) length = 1.0;
  return lengths;
}

Vector solve_svd(const Matrix& A, const Vector& b, Wide rank) {
  const Vector lengths = column_lengths(A);
  const auto [U, V, s] = thin_svd(A * lengths.cwiseInverse().asDiagonal());
  const Vector projected = U.transpose() * b;
  Vector x = Vector::Zero(A.cols());
  for (Wide k = 0; k < std::min(rank, s.size()); ++k)
    if (s[k] > 0.0) x += V.col(k) * (projected[k] / s[k]);  // (1)
  return lengths.cwiseInverse().cwiseProduct(x);
}

Wide numerical_rank(const Matrix& A) {
  const Vector s = singular_values(A * column_lengths(A).cwiseInverse().asDiagonal());
  const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(A.rows(), A.cols()));
  Wide rank = 0;
  while (rank < s.size() && s[rank] > rounding * s[0]) ++rank;  // (2)
  return rank;
}

Vector solve_ridge(const Matrix& A, const Vector& b, double ridge) {
  const Vector lengths = column_lengths(A);
  Matrix longer(A.rows() + A.cols(), A.cols());
  longer << A, Matrix((ridge * lengths).asDiagonal());
  Vector target = Vector::Zero(longer.rows());
  target.head(A.rows()) = b;
  return solve_by_qr(longer, target);  // (4)
}

Vector solve_total(const Matrix& A, const Vector& b) {
  const Vector lengths = column_lengths(A);
  Matrix both(A.rows(), A.cols() + 1);
  both << A * lengths.cwiseInverse().asDiagonal(), b / std::max(b.norm(), 1e-300);
  const Vector v = thin_svd(both).V.rightCols(1);
  return -std::max(b.norm(), 1e-300) / v[A.cols()] * lengths.cwiseInverse().cwiseProduct(v.head(A.cols()));  // (5)
}

void measure_condition(const Matrix& A, Fit& fit) {
  if (A.cols() == 0) return;
  const Vector s = singular_values(A);
  fit.largest = s[0], fit.smallest = s[s.size() - 1];
}

Vector residual_deviation(const Block& block, const Fit& fit) {
  Vector deviation(static_cast<Wide>(block.drives.size()));
  for (std::size_t j = 0; j < block.drives.size(); ++j) {
    const DriveRows& rows = block.drives[j];
    deviation[static_cast<Wide>(j)] =
        std::sqrt(squared_error(rows, fit.columns, fit.values) / std::max<double>(1.0, static_cast<double>(rows.rows)));
  }
  return deviation;
}

}  // namespace

Vector solve(const Matrix& A, const Vector& b, const SolverChoice& choice) {
  if (A.cols() == 0) return Vector(0);
  switch (choice.solver) {
    case Solver::qr: break;
    case Solver::svd: return solve_svd(A, b, A.cols());
    case Solver::pseudo_inverse: return solve_svd(A, b, numerical_rank(A));
    case Solver::truncated_svd: return solve_svd(A, b, choice.rank);  // (3)
    case Solver::ridge: return solve_ridge(A, b, choice.ridge);
    case Solver::total: return solve_total(A, b);
  }
  return solve_by_qr(A, b);
}

std::vector<double> solve_rows(std::span<const double> A, std::span<const double> b, const SolverChoice& choice) {
  const auto rows = static_cast<Wide>(b.size());
  if (rows == 0) return {};
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Vector x = solve(Eigen::Map<const RowMajor>(A.data(), rows, static_cast<Wide>(A.size()) / rows),
                         Eigen::Map<const Vector>(b.data(), rows), choice);
  return {x.begin(), x.end()};
}

Block merged(const std::vector<Block>& blocks) {
  diagnostic::require(!blocks.empty(), "there is a block to merge");
  Block all = blocks.front();
  for (std::size_t k = 1; k < blocks.size(); ++k) all = merged(all, blocks[k]);
  return all;
}

Stacked stacked(const Block& block, const std::vector<int>& columns, const Vector& weights) {
  Wide rows = 0;
  for (const auto& drive : block.drives) rows += drive.R.rows();
  Stacked s{Matrix::Zero(rows, static_cast<Wide>(columns.size())), Vector(rows)};
  Wide first = 0;
  for (std::size_t j = 0; j < block.drives.size(); ++j) {
    const DriveRows& drive = block.drives[j];
    const Wide n = drive.R.rows();
    const double w = weights[static_cast<Wide>(j)];
    for (std::size_t c = 0; c < columns.size(); ++c)
      for (std::size_t k = 0; k < drive.columns.size(); ++k)
        if (drive.columns[k] == columns[c])
          s.A.block(first, static_cast<Wide>(c), n, 1) = w * drive.R.col(static_cast<Wide>(k));
    s.b.segment(first, n) = w * drive.R.col(drive.R.cols() - 1);
    first += n;
  }
  return s;
}

double squared_error(const DriveRows& rows, const std::vector<int>& columns, const Vector& values) {
  Vector error = -rows.R.col(rows.R.cols() - 1);
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t k = 0; k < rows.columns.size(); ++k)
      if (rows.columns[k] == columns[c]) error += values[static_cast<Wide>(c)] * rows.R.col(static_cast<Wide>(k));
  return error.squaredNorm();
}

Vector initial_weights(const Block& block, Weighting weighting) {
  Vector weights = Vector::Ones(static_cast<Wide>(block.drives.size()));
  if (weighting == Weighting::ordinary) return weights;
  for (std::size_t j = 0; j < block.drives.size(); ++j)
    if (const double largest = block.drives[j].largest_torque; largest > 0.0)
      weights[static_cast<Wide>(j)] = 1.0 / largest;
  return weights;
}

Vector solve_with_signs(const Matrix& A, const Vector& b, const SolverChoice& solver,
                        const std::vector<bool>& positive) {
  const auto columns = static_cast<std::size_t>(A.cols());
  const Vector lengths = column_lengths(A);
  std::vector<bool> at_zero(columns, false);
  Vector x;
  for (std::size_t round = 0; round <= 3 * columns; ++round) {
    Matrix free(A.rows(), A.cols());
    Wide count = 0;
    for (std::size_t c = 0; c < columns; ++c)
      if (!at_zero[c]) free.col(count++) = A.col(static_cast<Wide>(c));
    const Vector of_free = solve(free.leftCols(count), b, solver);
    x = Vector::Zero(A.cols());
    Wide next = 0, worst = -1;
    for (std::size_t c = 0; c < columns; ++c)
      if (!at_zero[c]) x[static_cast<Wide>(c)] = of_free[next++];
    for (std::size_t c = 0; c < positive.size(); ++c)
      if (const auto k = static_cast<Wide>(c); positive[c] && x[k] < 0.0)
        if (worst < 0 || x[k] * lengths[k] < x[worst] * lengths[worst]) worst = k;
    if (worst >= 0) {
      at_zero[static_cast<std::size_t>(worst)] = true;
      continue;
    }
    const Vector slope = A.transpose() * (A * x - b);
    Wide release = -1;
    for (std::size_t c = 0; c < columns; ++c)
      if (const auto k = static_cast<Wide>(c); at_zero[c] && slope[k] < -1e-9 * lengths[k] * b.norm())
        if (release < 0 || slope[k] / lengths[k] < slope[release] / lengths[release]) release = k;
    if (release < 0) break;
    at_zero[static_cast<std::size_t>(release)] = false;
  }
  return positive.empty() ? x : Vector(x.array().max(Vector::NullaryExpr(x.size(), [&](Wide k) {
                                                       return positive[static_cast<std::size_t>(k)] ? 0.0 : -HUGE_VAL;
                                                     }).array()));
}

Fit fit_with_weights(const Block& block, const std::vector<int>& columns, const Vector& weights,
                     const SolverChoice& solver, const std::vector<bool>& positive) {
  const Stacked s = with_pull(stacked(block, columns, weights), columns, solver);
  Fit result;
  result.columns = columns;
  result.values = solve_with_signs(s.A, s.b, solver, positive);
  result.weights = weights;
  result.deviation = residual_deviation(block, result);
  measure_condition(s.A, result);
  return result;
}

Fit fit(const Block& block, const std::vector<int>& columns, Weighting weighting, const SolverChoice& solver) {
  Vector weights = initial_weights(block, weighting);
  constexpr int most_rounds = 20;
  for (int round = 0; weighting == Weighting::iteratively_reweighted && round < most_rounds; ++round) {
    const Stacked s = with_pull(stacked(block, columns, weights), columns, solver);
    Fit trial;
    trial.columns = columns, trial.values = solve(s.A, s.b, solver);
    Vector next = residual_deviation(block, trial);
    // a drive that is explained perfectly, or stands still, must not drown the others
    const double floor = 1e-9 * std::max(next.maxCoeff(), 1e-300);
    next = next.cwiseMax(floor).cwiseInverse();
    const double change = (next - weights).cwiseAbs().cwiseQuotient(next).maxCoeff();
    weights = next;
    if (change < 1e-3) break;
  }
  return fit_with_weights(block, columns, weights, solver);
}

}  // namespace tauforge::identify
