#include "tauforge/identify/physical.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "tauforge/diagnostic/require.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/body_moments.h"
#include "tauforge/identify/bounded_newton.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/log_cholesky.h"
#include "tauforge/identify/possible_prior.h"
#include "tauforge/identify/qr.h"

namespace tauforge::identify {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Wide = Eigen::Index;
using Square = TenByTen;
using Ten = TenMoments;

constexpr std::size_t ten = 10;
constexpr double heaviest_prior = 1e4, lightest_prior = 1e-5;  // w: first and last tried, a factor of ten apart
constexpr double dependent = 1e-10;                            // relative: columns of A that say no more than rounding
constexpr double drive_weight = 1e-4;  // pulls drives that nothing was measured of to their prior, and hardly any other

// The variables are log-Cholesky numbers, ten per body, then the numbers of each drive. All of (1) is linear in the
// parameters, |G pi - g|^2, and the drives' are variables themselves.
class Fit {
 public:
  Fit(const robot::Robot& prior, const Evidence& evidence, const PhysicalOptions& options)
      : robot_(prior), options_(options), unexplained_(evidence.unexplained) {
    columns_ = dynamics::regressor_columns(prior.tree);
    const auto rows = static_cast<Wide>(evidence.b.size());
    diagnostic::require(static_cast<Wide>(evidence.A.size()) == rows * columns_,
                        "the measurement has one column per parameter");
    Ab_.resize(rows, columns_ + 1);
    held_.resize(0, columns_ + 1);
    Ab_.leftCols(columns_) = Eigen::Map<const RowMajor>(evidence.A.data(), rows, columns_);
    Ab_.col(columns_) = Eigen::Map<const Vector>(evidence.b.data(), rows);
    unexplained_ += reduce(Ab_);
    bodies_ = static_cast<std::size_t>(dynamics::inertial_columns(prior.tree)) / ten;
    const std::vector<double> p = parameters_of(prior);
    prior_ = target_ = x_ = Eigen::Map<const Vector>(p.data(), columns_);
    lower_.setConstant(columns_, -std::numeric_limits<double>::infinity());
    set_bodies();
    set_drives();
    for (const Held& held : evidence.held) hold(held);
  }

  PhysicalFit solve() {
    const Vector free = solve_by_qr(A(), b(), dependent);
    fit_.unconstrained = std::sqrt(unexplained_ + (A() * free - b()).squaredNorm());
    // Measurements that are nearly exact bend the valley so sharply that it is entered from further up.
    for (double w = 1e-6 * A().squaredNorm(); w > 10.0 * heaviest_prior; w *= 0.1) solve(w);
    if (const auto& given = options_.prior_weight) {
      for (double w = heaviest_prior; w > 3.0 * *given; w *= 0.1) solve(w);
      return solve(*given);
    }
    std::vector<PhysicalFit> tried;
    for (double w = heaviest_prior; w > 0.5 * lightest_prior; w *= 0.1) tried.push_back(solve(w));
    const double best = tried.back().residual;
    for (const auto& candidate : tried)
      if (candidate.residual <= (1.0 + options_.allowed_growth) * best) return candidate;
    return tried.back();
  }

 private:
  Matrix A() const { return Ab_.leftCols(columns_); }
  Vector b() const { return Ab_.col(columns_); }

  // A triangle says the same as all rows: |A pi - b|^2 = |R pi - z|^2 + what is left of b, which is returned.
  static double reduce(Matrix& Ab) {
    const Wide columns = Ab.cols() - 1;
    if (Ab.rows() <= columns + 1) return 0.0;
    const Matrix R = triangular_factor(Ab);
    Ab = R.topRows(columns);
    return R(columns, columns) * R(columns, columns);
  }

  double* moments(std::size_t body) { return prior_.data() + ten * body; }

  // Where the prior is no body, one that is takes its place.
  void set_bodies() {
    const PossiblePrior bodies = possible_prior(robot_, options_.smallest_mass, options_.smallest_radius);
    prior_ = Eigen::Map<const Vector>(bodies.parameters.data(), columns_);
    fit_.replaced_priors = bodies.replaced;
    for (std::size_t i = 0; i < bodies_; ++i) {
      double *p = moments(i), *least = lower_.data() + ten * i;
      least[0] = 0.5 * std::log(options_.smallest_mass);
      for (int d = 1; d <= 3; ++d) least[d] = std::log(options_.smallest_radius);
      log_cholesky_of_moments(p, x_.data() + ten * i);
      to_prior_.push_back(distance_from(p));
    }
    if (!options_.prior_weight) target_ = prior_;
  }

  void set_drives() {
    Wide at = static_cast<Wide>(ten * bodies_);
    for (const auto kind : robot_.tree.friction) {
      const Wide size = dynamics::drive_columns(kind);
      for (Wide e = 0; e < size && !options_.drives_are_free; ++e)
        if (e != 3) lower_[at + e] = 0.0;  // all but the offset
      at += size;
    }
    for (const auto& spring : robot_.tree.springs) {
      at += dynamics::spring_columns(spring.kind);
      lower_[at - 1] = std::min(0.0, prior_[at - 1]);  // a stiffness; forces push or pull
    }
  }

  // One more row of the prior's; residuals are those of the measurement alone.
  void hold(const Held& held) {
    Vector row = Vector::Zero(columns_ + 1);
    for (const Share& share : held.combination) row[share.kept] += held.weight * share.coefficient;
    row[columns_] = row.head(columns_).dot(target_);
    held_.conservativeResize(held_.rows() + 1, columns_ + 1);
    held_.bottomRows(1) = row.transpose();
  }

  // [G | g] for the prior's weight w.
  Matrix weighted(double w) const {
    Matrix Gg = Matrix::Zero(Ab_.rows() + held_.rows() + columns_, columns_ + 1);
    Gg.topRows(Ab_.rows()) = Ab_;
    Gg.middleRows(Ab_.rows(), held_.rows()) = held_;
    auto prior = Gg.bottomRows(columns_);
    for (std::size_t i = 0; i < bodies_; ++i) {
      const auto first = static_cast<Wide>(ten * i);
      prior.block(first, first, 10, 10) = std::sqrt(w) * to_prior_[i];
      prior.col(columns_).segment(first, 10) = std::sqrt(w) * to_prior_[i] * target_.segment(first, 10);
    }
    for (Wide c = static_cast<Wide>(ten * bodies_); c < columns_; ++c) {
      prior(c, c) = drive_weight / (std::abs(prior_[c]) + 1.0);
      prior(c, columns_) = prior(c, c) * prior_[c];
    }
    return Gg;
  }

  Vector parameters(std::span<const double> x) const {
    Vector pi = Eigen::Map<const Vector>(x.data(), columns_);
    for (std::size_t i = 0; i < bodies_; ++i) moments_of_log_cholesky(x.data() + ten * i, pi.data() + ten * i);
    return pi;
  }

  // Begins where the solution before it ended.
  PhysicalFit solve(double w) {
    Matrix Gg = weighted(w);
    const double rest = reduce(Gg);
    const Matrix G = Gg.leftCols(columns_);
    const Vector g = Gg.col(columns_);
    Objective half;  // of the sum of squares
    half.value = [&](std::span<const double> x) { return 0.5 * (rest + (G * parameters(x) - g).squaredNorm()); };
    half.curvature = [&](std::span<const double> x, Curvature& at) {
      const Vector r = G * parameters(x) - g, weights = G.transpose() * r;
      Matrix J = G, bent = Matrix::Zero(columns_, columns_);
      for (std::size_t i = 0; i < bodies_; ++i) {
        const auto first = static_cast<Wide>(ten * i);
        Square second;
        J.middleCols(first, 10) =
            G.middleCols(first, 10) * derivatives_of_moments(x.data() + first, weights.data() + first, second);
        bent.block(first, first, 10, 10) = second;
      }
      Eigen::Map<Vector>(at.slope.data(), columns_) = J.transpose() * r;
      Eigen::Map<Matrix>(at.second.data(), columns_, columns_) = J.transpose() * J + bent;
      Eigen::Map<Vector>(at.scale.data(), columns_) = J.colwise().norm().cwiseMax(1e-9);
    };
    const std::span<const double> lower(lower_.data(), lower_.data() + columns_);
    return collect(w, minimise(half, lower, options_.most_iterations, {x_.data(), x_.data() + columns_}));
  }

  PhysicalFit collect(double w, const Minimum& minimum) const {
    PhysicalFit fit = fit_;
    const Vector pi = parameters({x_.data(), x_.data() + columns_});
    fit.parameters.assign(pi.begin(), pi.end());
    double distance = 0.0;
    for (std::size_t i = 0; i < bodies_; ++i) {
      fit.smallest_eigenvalue.push_back(smallest_eigenvalue(pi.data() + ten * i));
      const auto first = static_cast<Wide>(ten * i);
      distance += (to_prior_[i] * (pi - prior_).segment(first, 10)).squaredNorm();
    }
    fit.residual = std::sqrt(unexplained_ + (A() * pi - b()).squaredNorm());
    fit.prior_weight = w;
    fit.distance = std::sqrt(distance);
    fit.converged = minimum.converged;
    fit.summary = fmt::format("{} after {} steps, sum of squares {:g}",
                              minimum.converged ? "converged" : "not converged", minimum.steps, 2.0 * minimum.value);
    return fit;
  }

  const robot::Robot& robot_;
  PhysicalOptions options_;
  double unexplained_;
  Wide columns_ = 0;
  Matrix Ab_;    // [A | b]
  Matrix held_;  // the same of what keeps the prior's value
  std::size_t bodies_ = 0;
  Vector prior_;                  // its parameters, all bodies possible
  Vector target_;                 // what the fit is pulled to: those, or the file's where the weight is given
  std::vector<Square> to_prior_;  // of each body
  Vector x_, lower_;              // the variables, and their bounds
  PhysicalFit fit_;               // what all solutions share
};

}  // namespace

Evidence evidence_of(const robot::Robot& robot, const BaseParameters& base, std::span<const double> R,
                     std::span<const double> z, double unexplained) {
  const std::size_t rows = z.size(), kept = base.kept.size();
  const auto columns = static_cast<std::size_t>(dynamics::regressor_columns(robot.tree));
  diagnostic::require(R.size() == rows * kept, "a measurement has one column per base parameter");
  Evidence e{std::vector<double>(rows * columns, 0.0), {z.begin(), z.end()}, unexplained};
  std::vector<std::size_t> place(columns, kept);  // of a kept column in R
  for (std::size_t k = 0; k < kept; ++k) place[static_cast<std::size_t>(base.kept[k])] = k;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t k = 0; k < kept; ++k) e.A[r * columns + static_cast<std::size_t>(base.kept[k])] = R[r * kept + k];
    for (const DroppedColumn& dropped : base.dropped)
      for (const Share& share : dropped.shares)
        e.A[r * columns + static_cast<std::size_t>(dropped.column)] +=
            share.coefficient * R[r * kept + place[static_cast<std::size_t>(share.kept)]];
  }
  return e;
}

PhysicalFit nearest_possible(const robot::Robot& prior, const Evidence& evidence, const PhysicalOptions& options) {
  return Fit(prior, evidence, options).solve();
}

std::size_t positive_definite_postures(const robot::Robot& robot, std::size_t count, unsigned seed) {
  const auto nv = static_cast<Wide>(robot.tree.nv());
  std::mt19937 random(seed);
  std::vector<double> M(static_cast<std::size_t>(nv * nv));
  functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
  dynamics::State<double> x;
  x.q.resize(robot.drives.size());
  std::size_t good = 0;
  for (std::size_t k = 0; k < count; ++k) {
    for (double& value : x.q) value = 6.283185307179586 * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    drives.mass_matrix(x, M);
    if (is_positive_definite(Eigen::Map<const RowMajor>(M.data(), nv, nv))) ++good;
  }
  return good;
}

}  // namespace tauforge::identify
