#include "tauforge/identify/payload_equations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/statistics.h"

namespace tauforge::identify {

namespace {

constexpr int rounds = 30;  // of Gauss and Newton at most
constexpr std::size_t none = static_cast<std::size_t>(-1);

Vector effort(const DriveRows& rows) { return rows.R.col(rows.R.cols() - 1); }

}  // namespace

PayloadEquations::PayloadEquations(Columns columns, std::vector<Block> unloaded, std::vector<Block> loaded)
    : columns_(std::move(columns)), blocks_{std::move(unloaded), std::move(loaded)} {
  columns_.gear.resize(columns_.friction.size());
  diagnostic::require(blocks_[0].size() == blocks_[1].size() && blocks_[0].size() > 1, "both logs have as many blocks");
  for (std::size_t l : {0, 1}) all_[l] = merged_log(l, none);
  believed_ = Vector::Zero(size());
  precision_ = root_ = Matrix::Zero(size(), size());
  weigh();
}

Index PayloadEquations::gear(Index drive) const {
  Index place = gain(drives());
  for (Index j = 0; j < drive; ++j) place += static_cast<Index>(columns_.gear[j].size());
  return place;
}

Index PayloadEquations::friction(std::size_t log, Index drive) const {
  Index place = gear(drives());
  for (std::size_t l = 0; l <= log; ++l)
    for (Index j = 0; j < drives(); ++j) {
      if (l == log && j == drive) return place;
      place += static_cast<Index>(columns_.friction[j].size());
    }
  return place;
}

void PayloadEquations::believe(Index place, double value, double deviation) {
  believe(place, Vector::Constant(1, value), Matrix::Constant(1, 1, deviation * deviation));
}

void PayloadEquations::believe(Index first, const Vector& values, const Matrix& covariance) {
  const Eigen::Index n = values.size();
  believed_.segment(first, n) = values;
  root_.block(first, first, n, n) = whitening(covariance);
  precision_.block(first, first, n, n) = root_.block(first, first, n, n).transpose() * root_.block(first, first, n, n);
}

PayloadEquations::Log PayloadEquations::merged_log(std::size_t log, std::size_t left_out) const {
  Log all;
  for (std::size_t b = 0; b < blocks_[log].size(); ++b) {
    if (b == left_out) continue;
    const auto& of_block = blocks_[log][b].drives;
    if (all.drives.empty())
      all.drives = of_block;
    else
      for (std::size_t j = 0; j < of_block.size(); ++j) all.drives[j] = merged(all.drives[j], of_block[j]);
  }
  return all;
}

Matrix PayloadEquations::chosen(const DriveRows& rows, const std::vector<int>& columns) const {
  Matrix X = Matrix::Zero(rows.R.rows(), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t k = 0; k < rows.columns.size(); ++k)
      if (rows.columns[k] == columns[c]) X.col(static_cast<Eigen::Index>(c)) = rows.R.col(static_cast<Eigen::Index>(k));
  return X;
}

// By what is left of each drive when its columns are as free as they can be.
void PayloadEquations::weigh() {
  for (std::size_t l : {0, 1}) {
    weights_[l] = Vector::Ones(drives());
    for (Index j = 0; j < drives(); ++j) {
      const DriveRows& rows = all_[l].drives[j];
      std::vector<int> columns = columns_.bodies;
      columns.insert(columns.end(), columns_.friction[j].begin(), columns_.friction[j].end());
      columns.insert(columns.end(), columns_.gear[j].begin(), columns_.gear[j].end());
      const Matrix X = chosen(rows, columns);
      const double left = (X * solve_by_qr(X, effort(rows)) - effort(rows)).squaredNorm();
      weights_[l](j) =
          std::sqrt(static_cast<double>(rows.rows) / std::max(left, 1e-12 * rows.squared_torque() + 1e-300));
    }
  }
}

void PayloadEquations::linearise(const Log* logs, const Vector& x, Matrix& J, Vector& r) const {
  Eigen::Index rows = size();
  for (std::size_t l : {0, 1})
    for (const auto& drive : logs[l].drives) rows += drive.R.rows();
  J = Matrix::Zero(rows, size()), r = Vector::Zero(rows);
  const Eigen::Index bodies = load(), moments = gain(0) - load();
  Eigen::Index at = 0;
  for (std::size_t l : {0, 1})
    for (Index j = 0; j < drives(); ++j) {
      const DriveRows& drive = logs[l].drives[j];
      const Eigen::Index k = drive.R.rows(), own = static_cast<Eigen::Index>(columns_.friction[j].size()),
                         shared = static_cast<Eigen::Index>(columns_.gear[j].size());
      const double w = weights_[l](j), c = w * std::exp(-x(gain(j)));
      const Matrix Y = chosen(drive, columns_.bodies), F = w * chosen(drive, columns_.friction[j]),
                   G = w * chosen(drive, columns_.gear[j]);
      Vector torque = Y * x.head(bodies);
      J.block(at, 0, k, bodies) = c * Y;
      if (l == 1) {
        const Matrix Y_load = chosen(drive, columns_.load);
        torque += Y_load * x.segment(load(), moments);
        J.block(at, load(), k, moments) = c * Y_load;
      }
      J.block(at, gain(j), k, 1) = -c * torque;
      J.block(at, friction(l, j), k, own) = F;
      J.block(at, gear(j), k, shared) = G;
      r.segment(at, k) = c * torque + F * x.segment(friction(l, j), own) + G * x.segment(gear(j), shared) -
                         w * effort(drive);  // (1), (2)
      at += k;
    }
  J.bottomRows(size()) = root_;
  r.tail(size()) = root_ * (x - believed_);
}

bool PayloadEquations::descend(const Log* logs, Vector& x) const {
  for (int round = 0; round < rounds; ++round) {
    Matrix J;
    Vector r;
    linearise(logs, x, J, r);
    const Vector step = solve_by_qr(J, -r);
    if (!step.allFinite()) return false;
    const double largest = step.segment(gain(0), drives()).cwiseAbs().maxCoeff();
    x += step * std::min(1.0, 0.5 / std::max(largest, 1e-300));
    if (step.norm() < 1e-9 * x.norm()) break;
  }
  return true;
}

bool PayloadEquations::find(const Vector& first_guess) {
  x_ = first_guess;
  return descend(all_, x_);
}

bool PayloadEquations::solve(const Vector& first_guess) {
  // The rows of logs are alike from sample to sample, so the equations claim more than they know: they are weighed down by
  // what leaving blocks out shows, or they would overrule the beliefs. The second round settles it.
  for (int round = 0; round < 2; ++round) {
    x_ = round == 0 ? first_guess : x_;
    if (!descend(all_, x_)) return false;
    Matrix J;
    Vector r;
    linearise(all_, x_, J, r);
    inverse_ = inverse_of_symmetric(J.transpose() * J);
    std::vector<Vector> without;
    for (std::size_t b = 0; b < blocks(); ++b) {
      const Log rest[2] = {merged_log(0, b), merged_log(1, b)};
      Vector x = x_;
      if (!descend(rest, x)) return false;
      without.push_back(x);
    }
    Vector mean = Vector::Zero(size());
    for (const Vector& x : without) mean += x / static_cast<double>(without.size());
    jackknife_ = Matrix::Zero(size(), size());
    const double B = static_cast<double>(without.size());
    for (const Vector& x : without) jackknife_ += (B - 1.0) / B * (x - mean) * (x - mean).transpose();  // (4)
    if (round > 0) break;
    std::vector<double> ratios;
    const Matrix of_data = inverse_ - of_beliefs(precision_);
    for (Index i = 0; i < size(); ++i)
      if (of_data(i, i) > 0.5 * inverse_(i, i)) ratios.push_back(jackknife_(i, i) / of_data(i, i));
    const double inflation = ratios.empty() ? 1.0 : std::max(1.0, median(ratios));
    for (auto& weights : weights_) weights /= std::sqrt(inflation);
  }
  return inverse_.allFinite() && jackknife_.allFinite();
}

Matrix PayloadEquations::covariance() const {
  const Vector variances = (jackknife_ + of_beliefs(precision_)).diagonal();
  const Vector scale = variances.cwiseQuotient(inverse_.diagonal()).cwiseSqrt();
  return scale.asDiagonal() * inverse_ * scale.asDiagonal();
}

Matrix PayloadEquations::of_beliefs_about(Index first, Index count) const {
  Matrix some = Matrix::Zero(size(), size());
  some.block(first, first, count, count) = precision_.block(first, first, count, count);
  return of_beliefs(some);
}

double PayloadEquations::relative_error(std::size_t log, Index drive) const {
  const DriveRows& rows = all_[log].drives[drive];
  Vector torque = chosen(rows, columns_.bodies) * x_.head(load());
  if (log == 1) torque += chosen(rows, columns_.load) * x_.segment(load(), gain(0) - load());
  const auto own = static_cast<Eigen::Index>(columns_.friction[drive].size()),
             shared = static_cast<Eigen::Index>(columns_.gear[drive].size());
  const Vector fit = std::exp(-x_(gain(drive))) * torque +
                     chosen(rows, columns_.friction[drive]) * x_.segment(friction(log, drive), own) +
                     chosen(rows, columns_.gear[drive]) * x_.segment(gear(drive), shared);
  return (fit - effort(rows)).norm() / std::max(effort(rows).norm(), 1e-300);
}

double PayloadEquations::squared_torque(Index drive, const Vector& bodies) const {
  return (chosen(all_[0].drives[drive], columns_.bodies) * bodies).squaredNorm();
}

}  // namespace tauforge::identify
