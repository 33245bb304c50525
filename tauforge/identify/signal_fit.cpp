#include "tauforge/identify/signal_fit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "tauforge/recording/resample.h"

namespace tauforge::identify {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr std::size_t most_rows = 8000;
constexpr int most_steps = 40;           // to each side
constexpr std::size_t most_coupled = 8;  // joints whose angles are combined; more would be slow and say little
constexpr Eigen::Index friction_column = 1;

double largest_magnitude(const std::vector<double>& x) {
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

// The right-hand side of (1) at every chosen sample, for joint j.
Matrix model(const Samples& s, const std::vector<std::size_t>& rows, std::size_t j) {
  const std::size_t n = s.q.size(), coupled = std::min(n, most_coupled);
  const double v = std::max(0.02 * largest_magnitude(s.qd[j]), 1e-9);
  const std::size_t columns = 3 + coupled + 2 * coupled + 4 * (coupled > 0 ? coupled - 1 : 0);
  Matrix X(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::size_t k = rows[r];
    Eigen::Index c = 0;
    const auto put = [&](double value) { X(static_cast<Eigen::Index>(r), c++) = value; };
    put(1.0), put(std::tanh(s.qd[j][k] / v)), put(s.qd[j][k]);
    for (std::size_t i = 0; i < coupled; ++i) put(s.qdd[i][k]), put(std::sin(s.q[i][k])), put(std::cos(s.q[i][k]));
    for (std::size_t i = 0; i + 1 < coupled; ++i)
      for (const double sign : {1.0, -1.0}) {
        const double angle = s.q[i][k] + sign * s.q[i + 1][k];
        put(std::sin(angle)), put(std::cos(angle));
      }
  }
  return X;
}

// Where the parabola through three neighbours has its lowest point, in steps from the middle one.
double lowest_between(double left, double middle, double right) {
  const double bend = left - 2.0 * middle + right;
  return bend > 0.0 ? std::clamp(0.5 * (left - right) / bend, -0.5, 0.5) : 0.0;
}

// The lowest of a curve of sums of squares, between its points.
double best_delay(const std::vector<double>& delays, const std::vector<double>& squares, double& lowest) {
  const auto at = static_cast<std::size_t>(std::min_element(squares.begin(), squares.end()) - squares.begin());
  lowest = squares[at];
  if (at == 0 || at + 1 == squares.size()) return delays[at];
  return delays[at] + lowest_between(squares[at - 1], squares[at], squares[at + 1]) * (delays[1] - delays[0]);
}

}  // namespace

std::optional<SignalFit> fit_signals(const Samples& s, double longest_delay) {
  if (s.effort.empty() || s.size() < 50) return std::nullopt;
  SignalFit fit;
  const int steps = std::clamp(static_cast<int>(std::ceil(2.0 * longest_delay / s.period)), 1, most_steps);
  const double step = longest_delay / steps;
  for (int i = -steps; i <= steps; ++i) fit.delays.push_back(i * step);

  // samples whose neighbours up to the longest delay are in the same stretch
  const auto margin = static_cast<std::size_t>(std::ceil(steps * step / s.period)) + 1;
  std::vector<std::size_t> rows;
  for (const auto& stretch : s.stretches)
    for (std::size_t k = stretch.begin + margin; k + margin < stretch.end; ++k) rows.push_back(k);
  const std::size_t thin = rows.size() / most_rows + 1;
  for (std::size_t r = 0; r * thin < rows.size(); ++r) rows[r] = rows[r * thin];
  rows.resize((rows.size() + thin - 1) / thin);

  std::vector<double> all(fit.delays.size(), 0.0);
  for (std::size_t j = 0; j < s.q.size(); ++j) {
    Matrix X = model(s, rows, j);
    if (X.rows() < 4 * X.cols()) return std::nullopt;
    const Vector scale = X.colwise().norm().cwiseMax(1e-300).transpose();
    for (Eigen::Index c = 0; c < X.cols(); ++c) X.col(c) /= scale(c);
    const Eigen::ColPivHouseholderQR<Matrix> qr(X);
    const Matrix Q = qr.householderQ() * Matrix::Identity(X.rows(), qr.rank());
    JointFit joint;
    std::vector<double> times(rows.size());
    Vector y(X.rows()), best_y;
    double smallest = 0.0;
    for (const double delay : fit.delays) {
      for (std::size_t r = 0; r < rows.size(); ++r) times[r] = s.t[rows[r]] + delay;
      const auto values = recording::by_lines(s.t, s.effort[j], times);
      for (std::size_t r = 0; r < rows.size(); ++r) y(static_cast<Eigen::Index>(r)) = values[r];
      joint.squares.push_back(std::max(y.squaredNorm() - (Q.transpose() * y).squaredNorm(), 0.0));
      if (best_y.size() == 0 || joint.squares.back() < smallest) best_y = y, smallest = joint.squares.back();
    }
    double lowest = 0.0;
    joint.delay = best_delay(fit.delays, joint.squares, lowest);
    const double undelayed = joint.squares[static_cast<std::size_t>(steps)];
    joint.improvement = undelayed > 0.0 ? 1.0 - lowest / undelayed : 0.0;
    const double variance = (best_y.array() - best_y.mean()).matrix().squaredNorm();
    joint.explained = variance > 0.0 ? 1.0 - lowest / variance : 0.0;
    // friction and its spread, from the residuals of the best delay
    const Vector x = qr.solve(best_y);
    joint.friction = x(friction_column) / scale(friction_column);
    Vector others = X.col(friction_column);
    Matrix rest(X.rows(), X.cols() - 1);
    rest << X.leftCols(friction_column), X.rightCols(X.cols() - friction_column - 1);
    const Eigen::ColPivHouseholderQR<Matrix> without(rest);
    others -= rest * without.solve(X.col(friction_column));
    const double apart = others.norm();
    joint.friction_spread = apart > 1e-9
                                ? std::sqrt(lowest / static_cast<double>(X.rows())) / (apart * scale(friction_column))
                                : std::abs(joint.friction) + 1.0;
    if (undelayed > 0.0)
      for (std::size_t d = 0; d < all.size(); ++d) all[d] += joint.squares[d] / undelayed;
    fit.joints.push_back(std::move(joint));
  }
  double lowest = 0.0;
  fit.delay = best_delay(fit.delays, all, lowest);
  const double undelayed = all[static_cast<std::size_t>(steps)];
  fit.improvement = undelayed > 0.0 ? 1.0 - lowest / undelayed : 0.0;
  return fit;
}

}  // namespace tauforge::identify
