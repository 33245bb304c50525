#include "tauforge/identify/cross_validate.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/pull.h"

namespace tauforge::identify {

using Wide = Eigen::Index;

namespace {

// x of G x = g with the last column of `sums` as g; nothing when the columns depend on each other.
bool solve_sums(const Matrix& sums, double ridge, Vector& x) {
  const Wide n = sums.rows() - 1;
  Matrix G = sums.topLeftCorner(n, n);
  G.diagonal().array() += ridge * ridge;
  constexpr double independent = 1e-7;  // of the diagonal: 1e-14 of the squares
  return solve_by_cholesky(G, sums.col(n).head(n), independent, x);
}

double error_of(const Matrix& sums, const Vector& x) {
  const Wide n = x.size();
  Vector extended(n + 1);
  extended << x, -1.0;
  return extended.dot(sums * extended);
}

}  // namespace

CrossValidation::CrossValidation(const std::vector<Block>& blocks, std::size_t columns, const Vector& weights) {
  const Wide n = static_cast<Wide>(columns);
  all_ = Matrix::Zero(n + 1, n + 1);
  for (const Block& block : blocks) {
    Matrix G = Matrix::Zero(n + 1, n + 1);
    rows_.push_back(0);
    for (std::size_t j = 0; j < block.drives.size(); ++j) {
      const DriveRows& drive = block.drives[j];
      rows_.back() += drive.rows;
      const double w = weights[static_cast<Wide>(j)];
      const Matrix part = w * w * drive.R.transpose() * drive.R;  // (1)
      const auto place = [&](Wide k) {
        return k < static_cast<Wide>(drive.columns.size())
                   ? static_cast<Wide>(drive.columns[static_cast<std::size_t>(k)])
                   : n;
      };
      for (Wide r = 0; r < part.rows(); ++r)
        for (Wide c = 0; c < part.cols(); ++c) G(place(r), place(c)) += part(r, c);
    }
    all_ += G;
    block_.push_back(std::move(G));
  }
  lengths_ = all_.diagonal().cwiseSqrt();
  for (double& length : lengths_)
    if (length == 0.0) length = 1.0;
  const Vector scale = lengths_.cwiseInverse();
  all_ = (scale.asDiagonal() * all_ * scale.asDiagonal()).eval();
  for (Matrix& G : block_) G = (scale.asDiagonal() * G * scale.asDiagonal()).eval();
}

CrossValidation CrossValidation::without(std::size_t block) const {
  CrossValidation rest = *this;  // scaled as before: errors are relative, and costs are in the units of the rows
  rest.all_ -= block_[block];
  rest.block_.erase(rest.block_.begin() + static_cast<std::ptrdiff_t>(block));
  rest.rows_.erase(rest.rows_.begin() + static_cast<std::ptrdiff_t>(block));
  return rest;
}

CrossValidation CrossValidation::pulled(const Pull& pull, double strength) const {
  CrossValidation with = *this;
  const Wide last = all_.cols() - 1;
  const Matrix M = strength * pull.P.transpose() * pull.P;
  const Vector g = M * pull.x0;
  Vector scale = Vector::Ones(last + 1);
  for (std::size_t r = 0; r < pull.columns.size(); ++r) {
    const Wide to = pull.columns[r], from = static_cast<Wide>(r);
    for (std::size_t c = 0; c < pull.columns.size(); ++c)
      with.all_(to, pull.columns[c]) += M(from, static_cast<Wide>(c)) / (lengths_[to] * lengths_[pull.columns[c]]);
    const double target = g[from] / (lengths_[to] * lengths_[last]);
    with.all_(to, last) += target, with.all_(last, to) += target;
  }
  for (Wide c = 0; c < last; ++c)  // what the logs hardly move is long now
    if (with.all_(c, c) > 0.0) scale[c] = 1.0 / std::sqrt(with.all_(c, c));
  with.all_ = (scale.asDiagonal() * with.all_ * scale.asDiagonal()).eval();
  for (Matrix& G : with.block_) G = (scale.asDiagonal() * G * scale.asDiagonal()).eval();
  with.lengths_ = with.lengths_.cwiseQuotient(scale);
  return with;
}

std::size_t CrossValidation::rows() const { return std::accumulate(rows_.begin(), rows_.end(), std::size_t{0}); }

Matrix CrossValidation::sums(const Matrix& all, const std::vector<int>& columns) const {
  const Wide n = static_cast<Wide>(columns.size()), last = all.cols() - 1;
  const auto place = [&](Wide k) { return k < n ? static_cast<Wide>(columns[static_cast<std::size_t>(k)]) : last; };
  Matrix part(n + 1, n + 1);
  for (Wide c = 0; c <= n; ++c)
    for (Wide r = 0; r <= n; ++r) part(r, c) = all(place(r), place(c));
  return part;
}

double CrossValidation::error(const std::vector<int>& columns, double ridge) const {
  const Matrix all = sums(all_, columns);
  double squared = 0.0, torque = 0.0;
  Vector x;
  for (const Matrix& G : block_) {
    const Matrix held_out = sums(G, columns);
    if (!solve_sums(all - held_out, ridge, x)) return std::numeric_limits<double>::infinity();
    squared += std::max(0.0, error_of(held_out, x));  // (2)
    torque += held_out(held_out.rows() - 1, held_out.cols() - 1);
  }
  return torque > 0.0 ? std::sqrt(squared / torque) : 0.0;  // (3)
}

Vector CrossValidation::cost_of_leaving_out(const std::vector<int>& columns) const {
  const Matrix all = sums(all_, columns);
  const Wide n = all.rows() - 1;
  const Matrix inverse = inverse_of_symmetric(all.topLeftCorner(n, n));
  const Vector x = inverse * all.col(n).head(n);
  Vector cost(n);
  for (Wide k = 0; k < n; ++k) cost[k] = x[k] * x[k] / std::max(inverse(k, k), 1e-300);
  return cost * (lengths_[lengths_.size() - 1] * lengths_[lengths_.size() - 1]);
}

double CrossValidation::squared_residual(const std::vector<int>& columns, double ridge, int without_block) const {
  Vector x;
  Matrix all = sums(all_, columns);
  if (without_block >= 0) all -= sums(block_[static_cast<std::size_t>(without_block)], columns);
  if (!solve_sums(all, ridge, x)) return std::numeric_limits<double>::infinity();
  const double length = lengths_[lengths_.size() - 1];
  return std::max(0.0, error_of(all, x)) * length * length;
}

}  // namespace tauforge::identify
