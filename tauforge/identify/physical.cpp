#include "tauforge/identify/physical.h"

#include <ceres/ceres.h>

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>

#include "tauforge/diagnostic/require.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/log_cholesky.h"
#include "tauforge/robot/pseudo_inertia.h"

namespace tauforge::identify {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using Ten = std::array<double, 10>;

constexpr std::size_t ten = 10;
constexpr double heaviest_prior = 1e4, lightest_prior = 1e-5;  // w: first and last tried, a factor of ten apart
constexpr double drive_weight = 1e-4;  // pulls drives that nothing was measured of to their prior, and hardly any other

robot::PseudoInertia pseudo_inertia_of(const double* p) {
  return robot::pseudo_inertia({p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}});
}

// A pi - b, for blocks of ten numbers per body and of four or five per drive.
class MeasurementTerm : public ceres::CostFunction {
 public:
  MeasurementTerm(const RowMajor& A, const Vector& b, std::size_t bodies, const std::vector<int>& drives)
      : A_(A), b_(b), bodies_(bodies), drives_(drives) {
    set_num_residuals(static_cast<int>(A.rows()));
    for (std::size_t i = 0; i < bodies; ++i) mutable_parameter_block_sizes()->push_back(ten);
    for (const int size : drives) mutable_parameter_block_sizes()->push_back(size);
  }

  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    using Jet = ceres::Jet<double, 10>;
    Vector pi(A_.cols());
    Eigen::Index column = 0;
    for (std::size_t i = 0; i < bodies_; ++i, column += 10) {
      Jet k[ten], moments[ten];
      for (int e = 0; e < 10; ++e) k[e] = Jet(blocks[i][e], e);
      moments_of_log_cholesky(k, moments);
      Eigen::Matrix<double, 10, 10> J;
      for (int e = 0; e < 10; ++e) pi(column + e) = moments[e].a, J.row(e) = moments[e].v.transpose();
      if (jacobians && jacobians[i]) Eigen::Map<RowMajor>(jacobians[i], A_.rows(), 10) = A_.middleCols(column, 10) * J;
    }
    for (std::size_t j = 0; j < drives_.size(); ++j) {
      const std::size_t block = bodies_ + j;
      for (int e = 0; e < drives_[j]; ++e) pi(column + e) = blocks[block][e];
      if (jacobians && jacobians[block])
        Eigen::Map<RowMajor>(jacobians[block], A_.rows(), drives_[j]) = A_.middleCols(column, drives_[j]);
      column += drives_[j];
    }
    Eigen::Map<Vector>(residuals, A_.rows()) = A_ * pi - b_;
    return pi.allFinite();
  }

 private:
  const RowMajor& A_;
  const Vector& b_;
  std::size_t bodies_;
  const std::vector<int>& drives_;
};

// sqrt(w) U0^-1 (P - P0) U0^-T: the distance from the prior, measured by the prior.
struct PriorTerm {
  Eigen::Matrix4d to_unit;  // U0^-1
  double root_weight;

  template <class S> bool operator()(const S* k, S* residuals) const {
    S p[ten];
    moments_of_log_cholesky(k, p);
    const S half = S(0.5) * (p[4] + p[5] + p[6]);
    Eigen::Matrix<S, 4, 4> P;
    // clang-format off
    P << half - p[4], -p[7],       -p[9],       p[1],
         -p[7],       half - p[5], -p[8],       p[2],
         -p[9],       -p[8],       half - p[6], p[3],
         p[1],        p[2],        p[3],        p[0];
    // clang-format on
    const Eigen::Matrix<S, 4, 4> T = to_unit.cast<S>();
    const Eigen::Matrix<S, 4, 4> D = T * P * T.transpose() - Eigen::Matrix<S, 4, 4>::Identity();
    int r = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = i; j < 4; ++j) residuals[r++] = S(root_weight * (i == j ? 1.0 : std::sqrt(2.0))) * D(i, j);
    return true;
  }
};

struct DriveTerm {
  Vector prior;
  template <class S> bool operator()(S const* const* x, S* residuals) const {
    for (Eigen::Index e = 0; e < prior.size(); ++e)
      residuals[e] = S(drive_weight / (std::abs(prior(e)) + 1.0)) * (x[0][e] - S(prior(e)));
    return true;
  }
};

// A body of this mass that certainly exists: a ball of 5 cm radius of gyration about its centre.
Ten ball(double m, double x, double y, double z) {
  const double r = 0.05 * 0.05;
  return {m,
          m * x,
          m * y,
          m * z,
          m * (y * y + z * z + 2 * r),
          m * (x * x + z * z + 2 * r),
          m * (x * x + y * y + 2 * r),
          -(m * x * y),
          -(m * y * z),
          -(m * x * z)};
}

class Fit {
 public:
  Fit(const robot::Robot& prior, const Evidence& evidence, const PhysicalOptions& options)
      : robot_(prior), options_(options), unexplained_(evidence.unexplained) {
    columns_ = dynamics::regressor_columns(prior.tree);
    const auto rows = static_cast<Eigen::Index>(evidence.b.size());
    diagnostic::require(static_cast<Eigen::Index>(evidence.A.size()) == rows * columns_,
                        "the measurement has one column per parameter");
    A_ = Eigen::Map<const RowMajor>(evidence.A.data(), rows, columns_);
    b_ = Eigen::Map<const Vector>(evidence.b.data(), rows);
    if (rows > columns_ + 1) reduce();
    for (const auto kind : prior.tree.friction) drives_.push_back(static_cast<int>(dynamics::drive_columns(kind)));
    bodies_ = static_cast<std::size_t>(dynamics::inertial_columns(prior.tree)) / ten;
    set_priors(parameters_of(prior));
  }

  PhysicalFit solve() {
    const Vector free = A_.completeOrthogonalDecomposition().solve(b_);
    fit_.unconstrained = std::sqrt(unexplained_ + (A_ * free - b_).squaredNorm());
    std::vector<PhysicalFit> tried;
    for (double w = heaviest_prior; w > 0.5 * lightest_prior; w *= 0.1) tried.push_back(solve(w));
    const double best = tried.back().residual;
    for (const auto& candidate : tried)
      if (candidate.residual <= (1.0 + options_.allowed_growth) * best) return candidate;
    return tried.back();
  }

 private:
  // A triangle says the same as all rows: |A pi - b|^2 = |R pi - z|^2 + what is left of b.
  void reduce() {
    RowMajor both(A_.rows(), columns_ + 1);
    both << A_, b_;
    const Eigen::HouseholderQR<RowMajor> qr(both);
    const RowMajor R = qr.matrixQR().topRows(columns_ + 1).triangularView<Eigen::Upper>();
    A_ = R.topLeftCorner(columns_, columns_);
    b_ = R.col(columns_).head(columns_);
    unexplained_ += R(columns_, columns_) * R(columns_, columns_);
  }

  void set_priors(const std::vector<double>& p) {
    double usual_mass = 0.0;
    std::size_t with_mass = 0;
    for (std::size_t i = 0; i < bodies_; ++i)
      if (p[ten * i] > options_.smallest_mass) usual_mass += p[ten * i], ++with_mass;
    usual_mass = with_mass > 0 ? usual_mass / static_cast<double>(with_mass) : 1.0;
    priors_.resize(bodies_), k_.resize(bodies_);
    for (std::size_t i = 0; i < bodies_; ++i) {
      std::copy_n(p.begin() + static_cast<std::ptrdiff_t>(ten * i), ten, priors_[i].begin());
      bool possible = log_cholesky_of_moments(priors_[i].data(), k_[i].data());
      const double thinnest = std::log(options_.smallest_radius);
      for (int d = 1; d <= 3; ++d) possible = possible && k_[i][static_cast<std::size_t>(d)] > thinnest;
      if (possible && priors_[i][0] > options_.smallest_mass) continue;
      const double m = priors_[i][0] > options_.smallest_mass ? priors_[i][0] : usual_mass;
      const bool has_centre = priors_[i][0] > options_.smallest_mass;
      priors_[i] = has_centre ? ball(m, priors_[i][1] / m, priors_[i][2] / m, priors_[i][3] / m) : ball(m, 0, 0, 0);
      log_cholesky_of_moments(priors_[i].data(), k_[i].data());
      fit_.replaced_priors.push_back(robot_.tree.floating && i == 0 ? robot_.base_link
                                                                    : robot_.links[i - (robot_.tree.floating ? 1 : 0)]);
    }
    std::size_t at = ten * bodies_;
    for (const int size : drives_) {
      std::vector<double> values(p.begin() + static_cast<std::ptrdiff_t>(at),
                                 p.begin() + static_cast<std::ptrdiff_t>(at) + size);
      drive_priors_.push_back(values);
      for (int e = 0; e < size; ++e)
        if (e != 3 && !options_.drives_are_free)
          values[static_cast<std::size_t>(e)] = std::max(values[static_cast<std::size_t>(e)], 0.0);
      x_.push_back(std::move(values));
      at += static_cast<std::size_t>(size);
    }
  }

  // Begins where the solution before it ended.
  PhysicalFit solve(double w) {
    ceres::Problem problem;
    std::vector<double*> blocks;
    for (auto& k : k_) blocks.push_back(k.data());
    for (auto& x : x_) blocks.push_back(x.data());
    for (std::size_t i = 0; i < blocks.size(); ++i)
      problem.AddParameterBlock(blocks[i], i < bodies_ ? 10 : drives_[i - bodies_]);
    if (A_.rows() > 0) problem.AddResidualBlock(new MeasurementTerm(A_, b_, bodies_, drives_), nullptr, blocks);
    for (std::size_t i = 0; i < bodies_; ++i) {
      problem.AddResidualBlock(
          new ceres::AutoDiffCostFunction<PriorTerm, 10, 10>(new PriorTerm{to_unit(priors_[i]), std::sqrt(w)}), nullptr,
          blocks[i]);
      problem.SetParameterLowerBound(blocks[i], 0, 0.5 * std::log(options_.smallest_mass));
      for (int d = 1; d <= 3; ++d) problem.SetParameterLowerBound(blocks[i], d, std::log(options_.smallest_radius));
    }
    for (std::size_t j = 0; j < x_.size(); ++j) {
      auto* cost = new ceres::DynamicAutoDiffCostFunction<DriveTerm, 5>(
          new DriveTerm{Eigen::Map<Vector>(drive_priors_[j].data(), drives_[j])});
      cost->AddParameterBlock(drives_[j]);
      cost->SetNumResiduals(drives_[j]);
      problem.AddResidualBlock(cost, nullptr, x_[j].data());
      for (int e = 0; e < drives_[j] && !options_.drives_are_free; ++e)
        if (e != 3) problem.SetParameterLowerBound(x_[j].data(), e, 0.0);  // all but the offset
    }
    ceres::Solver::Options how;
    how.linear_solver_type = ceres::DENSE_QR;
    how.max_num_iterations = options_.most_iterations;
    how.function_tolerance = 1e-10, how.parameter_tolerance = 1e-10, how.gradient_tolerance = 1e-12;
    how.logging_type = ceres::SILENT;
    how.line_search_interpolation_type = ceres::BISECTION;  // polynomials can fail, and print so
    how.num_threads = 1;
    ceres::Solver::Summary summary;
    ceres::Solve(how, &problem, &summary);
    return collect(w, summary);
  }

  static Eigen::Matrix4d to_unit(const Ten& prior) {
    Eigen::Matrix4d P;
    const auto square = pseudo_inertia_of(prior.data());
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t c = 0; c < 4; ++c) P(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = square[r][c];
    const Eigen::Matrix4d L = P.llt().matrixL();
    return L.inverse();
  }

  PhysicalFit collect(double w, const ceres::Solver::Summary& summary) const {
    PhysicalFit fit = fit_;
    fit.parameters.resize(static_cast<std::size_t>(columns_));
    double distance = 0.0;
    for (std::size_t i = 0; i < bodies_; ++i) {
      double* p = fit.parameters.data() + ten * i;
      moments_of_log_cholesky(k_[i].data(), p);
      const double m = p[0], x = p[1] / m, y = p[2] / m, z = p[3] / m;
      const Ten central{m,
                        0,
                        0,
                        0,
                        p[4] - m * (y * y + z * z),
                        p[5] - m * (x * x + z * z),
                        p[6] - m * (x * x + y * y),
                        p[7] + m * x * y,
                        p[8] + m * y * z,
                        p[9] + m * x * z};
      fit.smallest_eigenvalue.push_back(robot::symmetric_eigen(pseudo_inertia_of(central.data())).smallest());
      double residuals[ten];
      PriorTerm{to_unit(priors_[i]), 1.0}(k_[i].data(), residuals);
      for (const double r : residuals) distance += r * r;
    }
    std::size_t at = ten * bodies_;
    for (const auto& x : x_)
      for (const double value : x) fit.parameters[at++] = value;
    const Vector pi = Eigen::Map<const Vector>(fit.parameters.data(), columns_);
    fit.residual = std::sqrt(unexplained_ + (A_ * pi - b_).squaredNorm());
    fit.prior_weight = w;
    fit.distance = std::sqrt(distance);
    fit.converged = summary.IsSolutionUsable() && summary.termination_type == ceres::CONVERGENCE;
    fit.summary = summary.BriefReport();
    return fit;
  }

  const robot::Robot& robot_;
  PhysicalOptions options_;
  double unexplained_;
  Eigen::Index columns_ = 0;
  RowMajor A_;
  Vector b_;
  std::size_t bodies_ = 0;
  std::vector<int> drives_;      // columns of each drive
  std::vector<Ten> priors_, k_;  // moments of the prior; the log-Cholesky numbers of the solution
  std::vector<std::vector<double>> drive_priors_, x_;
  PhysicalFit fit_;  // what all solutions share
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
  const auto nv = static_cast<Eigen::Index>(robot.tree.nv());
  std::mt19937 random(seed);
  std::vector<double> M(static_cast<std::size_t>(nv * nv));
  functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
  dynamics::State<double> x;
  x.q.resize(robot.drives.size());
  std::size_t good = 0;
  for (std::size_t k = 0; k < count; ++k) {
    for (double& value : x.q) value = 6.283185307179586 * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    drives.mass_matrix(x, M);
    const Eigen::LLT<RowMajor> factor(Eigen::Map<const RowMajor>(M.data(), nv, nv));
    if (factor.info() == Eigen::Success) ++good;
  }
  return good;
}

}  // namespace tauforge::identify
