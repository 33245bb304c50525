#include "tauforge/excite/observed_path.h"

#include <algorithm>
#include <cmath>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/eigenvalues.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::excite {

using robot::Index;

namespace {

constexpr double slowest = 1e-2, fastest = 1e2;  // speeds tried

bool carries(const robot::Tree& tree, Index joint, Index body) {
  while (body != robot::Tree::base && body != joint) body = tree.parent(body);
  return body == joint;
}

}  // namespace

ObservedPath::ObservedPath(const robot::Robot& robot, const Bounds& bounds, std::size_t samples)
    : robot_(robot), bounds_(bounds), pi_(identify::parameters_of(robot)) {
  const robot::Tree& tree = robot.tree;
  base_ = dynamics::base_columns(tree, robot.parameters);
  const Index inertial = dynamics::inertial_columns(tree);
  Index first = inertial;
  for (Index j = 0; j < tree.size(); ++j) {
    OfDrive of_drive;
    const Index own = dynamics::drive_columns(tree.friction[j]);
    const auto take = [&](auto&& wanted, std::vector<Index>& into, Index begin) {
      for (std::size_t c = 0; c < base_.size(); ++c)
        if (wanted(base_[c]))
          of_drive.columns.push_back(static_cast<Eigen::Index>(c)), into.push_back(base_[c] - begin);
    };
    take([&](Index c) { return c < inertial && carries(tree, j, c / dynamics::moments_per_body); }, of_drive.moments,
         0);
    take([&](Index c) { return c >= first && c < first + own; }, of_drive.own, first);
    Index spring = dynamics::first_spring_column(tree);
    for (std::size_t s = 0; s < tree.springs.size(); ++s)
      for (Index c = 0; c < dynamics::spring_columns(tree.springs[s].kind); ++c, ++spring) {
        const auto found = std::find(base_.begin(), base_.end(), spring);
        if (tree.springs[s].joint != j || found == base_.end()) continue;
        of_drive.columns.push_back(found - base_.begin());
        const bool force = c == 0 && tree.springs[s].kind == robot::SpringKind::counterbalance;
        of_drive.springs.push_back({s, force});
      }
    of_drive.still.resize(samples * of_drive.moments.size()), of_drive.growing.resize(of_drive.still.size());
    drives_.push_back(std::move(of_drive));
    first += own;
  }
  const std::size_t n = drives_.size();
  states_.resize(samples);
  for (auto& x : states_) x.q.resize(n), x.qd.resize(n), x.qdd.resize(n);
  rest_.q.resize(n), rest_.qd.assign(n, 0.0), rest_.qdd.assign(n, 0.0);
  still_torque_.resize(samples * n), growing_torque_.resize(samples * n);
  Y_.resize(static_cast<std::size_t>(inertial) * n), Y_rest_.resize(Y_.size());
}

void ObservedPath::follow(const motion::Trajectory& path) {
  const std::size_t n = drives_.size(), columns = Y_.size() / n;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    dynamics::State<double>& x = states_[k];
    path.evaluate(path.duration() * static_cast<double>(k) / static_cast<double>(states_.size()), x.q, x.qd, x.qdd);
    rest_.q = x.q;
    dynamics::rigid_regressor<double>(robot_.tree, robot_.parameters, rest_, workspace_, Y_rest_);
    dynamics::rigid_regressor<double>(robot_.tree, robot_.parameters, x, workspace_, Y_);
    for (std::size_t j = 0; j < n; ++j) {
      const double *still = Y_rest_.data() + j * columns, *moving = Y_.data() + j * columns;
      double at_rest = 0.0, grows = robot_.parameters.drive[j].inertia * x.qdd[j];
      for (std::size_t c = 0; c < columns; ++c) at_rest += still[c] * pi_[c], grows += (moving[c] - still[c]) * pi_[c];
      for (std::size_t s = 0; s < robot_.tree.springs.size(); ++s)
        if (robot_.tree.springs[s].joint == static_cast<Index>(j))
          at_rest += dynamics::spring_torque(robot_.tree.springs[s].kind, robot_.parameters.spring[s], x.q[j]);
      still_torque_[k * n + j] = at_rest, growing_torque_[k * n + j] = grows;
      OfDrive& drive = drives_[j];
      const std::size_t size = drive.moments.size();
      for (std::size_t c = 0; c < size; ++c) {
        const auto at = static_cast<std::size_t>(drive.moments[c]);
        drive.still[k * size + c] = still[at], drive.growing[k * size + c] = moving[at] - still[at];  // (1)
      }
    }
  }
}

void ObservedPath::find_visible(double k) {
  constexpr double faint = 1e-5;  // of the largest singular value
  const auto [values, vectors] = identify::symmetric_eigenvectors(information(k));
  Eigen::Index first = 0;
  while (first + 1 < values.size() && values(first) < faint * faint * values(values.size() - 1)) ++first;
  visible_ = vectors.rightCols(values.size() - first);
}

bool ObservedPath::too_much(std::size_t state, std::size_t j, double k) const {
  const dynamics::State<double>& x = states_[state];
  const std::size_t at = state * drives_.size() + j;
  const double torque = still_torque_[at] + k * k * growing_torque_[at] +
                        dynamics::friction(robot_.tree.friction[j], robot_.parameters.drive[j], x.q[j], k * x.qd[j]);
  return std::abs(torque) > bounds_.torque[j];
}

ObservedPath::Speed ObservedPath::speed() const {
  Speed s{fastest};
  const auto limit = [&](double bound, const char* what, std::size_t j) {
    if (bound < s.k) s = {bound, what, j};
  };
  for (std::size_t j = 0; j < drives_.size(); ++j) {
    double v = 1e-12, a = 1e-12;
    for (const auto& x : states_) v = std::max(v, std::abs(x.qd[j])), a = std::max(a, std::abs(x.qdd[j]));
    limit(bounds_.velocity[j] / v, "velocity", j);
    limit(std::sqrt(bounds_.acceleration[j] / a), "acceleration", j);
  }
  // A torque that is too large at the speed found so far lowers it. Another that was small enough may be too large there,
  // where motion relieves its drive: so all are asked again.
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (std::size_t state = 0; state < states_.size(); ++state)
      for (std::size_t j = 0; j < drives_.size(); ++j) {
        if (std::isinf(bounds_.torque[j]) || !too_much(state, j, s.k)) continue;
        if (s.k <= slowest || too_much(state, j, slowest)) return {};
        double low = slowest, high = s.k;
        for (int step = 0; step < 25; ++step) {
          const double middle = std::sqrt(low * high);
          (too_much(state, j, middle) ? high : low) = middle;
        }
        s = {low, "torque", j};
        lowered = true;
      }
  }
  return s;
}

ObservedPath::Spectrum ObservedPath::spectrum(double k) const {
  const bool all = visible_.cols() == visible_.rows();  // a rotation keeps eigenvalues
  const identify::Vector values =
      identify::symmetric_eigenvalues(all ? information(k) : identify::congruent(information(k), visible_));
  const auto p = values.size();
  Spectrum s{std::max(values.minCoeff(), 1e-300), values.maxCoeff(), 0.0};
  for (Eigen::Index i = 0; i < p; ++i) s.mean_log += std::log(std::max(values(i), 1e-300)) / static_cast<double>(p);
  return s;
}

identify::Matrix ObservedPath::information(double k) const {
  const auto p = static_cast<Eigen::Index>(base_.size()), count = static_cast<Eigen::Index>(states_.size());
  Matrix sum = Matrix::Zero(p, p);
  for (std::size_t j = 0; j < drives_.size(); ++j) {
    const OfDrive& drive = drives_[j];
    const auto& par = robot_.parameters.drive[j];
    const std::size_t moments = drive.moments.size();
    const double weight = std::isinf(bounds_.torque[j]) ? 1.0 : 1.0 / bounds_.torque[j];
    Matrix W(count, static_cast<Eigen::Index>(drive.columns.size()));
    for (std::size_t state = 0; state < states_.size(); ++state) {
      const auto row = static_cast<Eigen::Index>(state);
      for (std::size_t c = 0; c < moments; ++c)
        W(row, static_cast<Eigen::Index>(c)) =
            weight * (drive.still[state * moments + c] + k * k * drive.growing[state * moments + c]);
      const dynamics::State<double>& x = states_[state];
      const double v = k * x.qd[j], ripple = dynamics::friction_ripple(par, x.q[j]);
      const auto direction = dynamics::friction_directions(robot_.tree.friction[j], par, v);
      const double own[] = {k * k * x.qdd[j], ripple * direction.coulomb, ripple * v, 1.0,
                            ripple * direction.static_level};
      for (std::size_t c = 0; c < drive.own.size(); ++c)
        W(row, static_cast<Eigen::Index>(moments + c)) = weight * own[drive.own[c]];
      for (std::size_t c = 0; c < drive.springs.size(); ++c) {
        const auto [s, force] = drive.springs[c];
        const auto of = dynamics::spring_directions(robot_.tree.springs[s].kind, robot_.parameters.spring[s], x.q[j]);
        W(row, static_cast<Eigen::Index>(moments + drive.own.size() + c)) = weight * (force ? of.force : of.stiffness);
      }
    }
    const Matrix of_drive = identify::gram(W);
    for (Eigen::Index a = 0; a < of_drive.cols(); ++a)
      for (Eigen::Index b = 0; b < of_drive.rows(); ++b)
        sum(drive.columns[static_cast<std::size_t>(b)], drive.columns[static_cast<std::size_t>(a)]) +=
            of_drive(b, a);  // (2)
  }
  return sum / (static_cast<double>(count) * static_cast<double>(drives_.size()));
}

}  // namespace tauforge::excite
