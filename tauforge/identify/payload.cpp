#include "tauforge/identify/payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/cholesky.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::identify {

using diagnostic::error;
using recording::Recording;
using robot::Index;

namespace {

constexpr std::size_t fewest_samples = 200, most_samples = 20000;
constexpr Index friction_columns = 3;  // smooth Coulomb, viscous, offset
constexpr int rounds = 30;             // of Gauss and Newton at most
constexpr double loosely = 10.0;       // times what the file is believed to
constexpr double learned_below =
    0.5;  // of the deviation that was believed before: more is left, so nothing was learned

// What one log says about one drive: columns of (1), and what was measured.
struct DriveRows {
  Matrix X;  // samples x (moments, rotor inertias, friction)
  Vector y;
  Matrix R;                // the triangular factor of [X y]
  double deviation = 1.0;  // of the residual, as if it were white: autocorrelation is in it
};

class Problem {
 public:
  Problem(const robot::Robot& robot, const PayloadOptions& options) : robot_(robot), options_(options) {
    n_ = robot.tree.size();
    inertial_ = dynamics::inertial_columns(robot.tree);
    columns_ = inertial_ + n_ + friction_columns;
    set_beliefs();
  }

  void observe(const Recording& log, std::vector<DriveRows>& to) const {
    const double usual = recording::usual_period(log.t), rate = 1.0 / usual;
    const double cutoff = options_.cutoff_hz > 0.0 ? options_.cutoff_hz : std::min(0.08 * rate, 10.0);
    const auto settle = static_cast<std::size_t>(std::ceil(0.5 * rate / cutoff));
    signals::Preparation how{.motion = {4, cutoff}, .effort = {4, cutoff}, .trim = settle};
    how.every = std::max<std::size_t>(1, static_cast<std::size_t>(rate / (5.0 * cutoff)));
    how.every = std::max(how.every, log.samples() / most_samples + 1);
    const signals::Samples s = signals::prepare(log, how);
    const auto rows = static_cast<Eigen::Index>(s.size());
    to.assign(static_cast<std::size_t>(n_), {});
    for (auto& drive : to) drive.X.setZero(rows, columns_), drive.y.resize(rows);
    dynamics::RegressorWorkspace<double> workspace;
    const Index all = dynamics::regressor_columns(robot_.tree);
    std::vector<double> Y(static_cast<std::size_t>(n_ * all));
    dynamics::State<double> x;
    x.q.resize(s.q.size()), x.qd.resize(s.q.size()), x.qdd.resize(s.q.size());
    for (std::size_t k = 0; k < s.size(); ++k) {
      for (std::size_t j = 0; j < s.q.size(); ++j) x.q[j] = s.q[j][k], x.qd[j] = s.qd[j][k], x.qdd[j] = s.qdd[j][k];
      dynamics::regressor<double>(robot_.tree, robot_.parameters, x, workspace, Y);
      const auto row = static_cast<Eigen::Index>(k);
      for (Index j = 0; j < n_; ++j) {
        DriveRows& drive = to[static_cast<std::size_t>(j)];
        for (Index c = 0; c < inertial_; ++c) drive.X(row, c) = Y[static_cast<std::size_t>(j * all + c)];
        const double v = x.qd[static_cast<std::size_t>(j)];
        drive.X(row, inertial_ + j) = x.qdd[static_cast<std::size_t>(j)];
        drive.X(row, inertial_ + n_) = std::tanh(v / width_[static_cast<std::size_t>(j)]);
        drive.X(row, inertial_ + n_ + 1) = v;
        drive.X(row, inertial_ + n_ + 2) = 1.0;
        drive.y(row) = s.effort[static_cast<std::size_t>(j)][k];
      }
    }
  }

  // Widths of friction that leave least over, drive by drive.
  void choose_widths(const Recording& log) {
    std::vector<double> least(static_cast<std::size_t>(n_), -1.0), best(static_cast<std::size_t>(n_), 0.03);
    for (const double width : {0.01, 0.02, 0.04, 0.08, 0.16}) {
      width_.assign(static_cast<std::size_t>(n_), width);
      std::vector<DriveRows> rows;
      observe(log, rows);
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const Vector free = solve_by_qr(rows[j].X, rows[j].y);
        const double left = (rows[j].X * free - rows[j].y).squaredNorm();
        if (least[j] < 0.0 || left < least[j]) least[j] = left, best[j] = width;
      }
    }
    width_ = best;
  }

  // The standard deviation that a residual would have, were its samples independent and their sum as uncertain.
  static double honest_deviation(const Vector& e) {
    const Eigen::Index n = e.size();
    const double variance = e.squaredNorm() / static_cast<double>(n);
    double sum = 1.0;
    for (Eigen::Index lag = 1; lag < n / 4; ++lag) {
      const double correlation =
          e.head(n - lag).dot(e.tail(n - lag)) / (static_cast<double>(n - lag) * std::max(variance, 1e-300));
      if (correlation < 0.0) break;
      sum += 2.0 * correlation;
    }
    return std::sqrt(std::max(variance, 1e-300) * sum);
  }

  static void reduce(DriveRows& drive) {
    const Vector free = solve_by_qr(drive.X, drive.y);
    drive.deviation = honest_deviation(drive.X * free - drive.y);
    Matrix both(drive.X.rows(), drive.X.cols() + 1);
    both << drive.X, drive.y;
    drive.R = triangular_factor(both);
  }

  bool solve(std::vector<DriveRows>& unloaded, std::vector<DriveRows>& loaded) {
    for (auto* log : {&unloaded, &loaded})
      for (auto& drive : *log) reduce(drive);
    start(unloaded);
    for (int round = 0; round < rounds; ++round) {
      Matrix J;
      Vector r;
      linearise(unloaded, loaded, J, r);
      const Vector step = solve_by_qr(J, -r);
      if (!step.allFinite()) return false;
      const double largest_gain_step = step.segment(gain_at(0), n_).cwiseAbs().maxCoeff();
      x_ += step * std::min(1.0, 0.5 / std::max(largest_gain_step, 1e-300));
      if (step.norm() < 1e-9 * x_.norm()) break;
    }
    Matrix J;
    Vector r;
    linearise(unloaded, loaded, J, r);
    covariance_ = inverse_of_symmetric(J.transpose() * J);
    if (scale_is_open()) find_scale(unloaded);
    return covariance_.allFinite();
  }

  PayloadFit report(const std::vector<DriveRows>& unloaded, const std::vector<DriveRows>& loaded) const {
    PayloadFit fit;
    const Vector load = x_.segment(load_at(), 10);
    // `power`: how the value grows with the scale of all torques
    const auto estimated = [&](const std::string& name, double value, const Vector& gradient, double believed,
                               double power = 1.0) {
      Estimated e{name, value, std::sqrt(std::max(gradient.dot(covariance_ * gradient), 0.0)), 0, 0, true};
      const double scale = std::pow(scale_, power);
      value = e.value = scale * value;
      e.deviation = std::hypot(scale * e.deviation, value * power * scale_deviation_);
      const double k = normal_quantile(0.5 + 0.5 * options_.confidence);
      e.low = value - k * e.deviation, e.high = value + k * e.deviation;
      e.known = e.deviation < learned_below * believed;
      return e;
    };
    const auto along = [&](Index i) { return Vector(Vector::Unit(x_.size(), i)); };
    fit.mass = estimated("mass", load(0), along(load_at()), load_belief_(0));
    const char* axes[] = {"x", "y", "z"};
    for (Index a = 0; a < 3; ++a) {
      Vector g = along(load_at() + 1 + a) / load(0);
      g(load_at()) = -load(1 + a) / (load(0) * load(0));
      fit.centre.push_back(estimated(axes[a], load(1 + a) / load(0), g, 0.2, 0.0));
    }
    const char* entries[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    for (Index a = 0; a < 6; ++a)
      fit.inertia.push_back(estimated(entries[a], load(4 + a), along(load_at() + 4 + a), 0.04 * std::abs(load(0))));
    for (Index j = 0; j < n_; ++j) {
      const double gain = std::exp(-x_(gain_at(j)));
      Estimated e = estimated(robot_.drives[static_cast<std::size_t>(j)], gain, gain * along(gain_at(j)), gain);
      fit.gains.push_back(e);
      fit.error_unloaded.push_back(relative_error(unloaded, j, false));
      fit.error_loaded.push_back(relative_error(loaded, j, true));
      const double before = x_(friction_at(0, j)), after = x_(friction_at(1, j));
      fit.friction_growth.push_back(before != 0.0 ? after / before : 0.0);
    }
    explain(fit);
    return fit;
  }

  std::vector<double> width_;

 private:
  // Layout of x: moments and rotor inertias, the load's ten, log c, friction of each drive in each log.
  Index load_at() const { return inertial_ + n_; }
  Index gain_at(Index j) const { return load_at() + 10 + j; }
  Index friction_at(Index log, Index j) const { return gain_at(n_) + friction_columns * (log * n_ + j); }
  Index size() const { return friction_at(2, 0); }

  void set_beliefs() {
    const std::vector<double> file = parameters_of(robot_);
    belief_.resize(inertial_ + n_), believed_.resize(inertial_ + n_);
    double heaviest = 0.0;
    for (Index i = 0; i < n_; ++i) heaviest = std::max(heaviest, file[static_cast<std::size_t>(10 * i)]);
    for (Index i = 0; i < n_; ++i) {
      const double* p = file.data() + 10 * i;
      const double m = std::max(p[0], 1e-3 * std::max(heaviest, 1.0));
      const double size = std::sqrt((p[4] + p[5] + p[6]) / (2.0 * m)) + 0.01;  // radius of gyration about the origin
      for (Index e = 0; e < 10; ++e) believed_(10 * i + e) = p[e];
      belief_(10 * i) = options_.mass_belief * m;
      for (Index e = 1; e <= 3; ++e)
        belief_(10 * i + e) = std::hypot(options_.mass_belief * p[e], options_.centre_belief * m);
      for (Index e = 4; e <= 9; ++e)
        belief_(10 * i + e) = m * size * std::hypot(options_.inertia_belief * size, 2.0 * options_.centre_belief);
      believed_(inertial_ + i) = robot_.parameters.drive[static_cast<std::size_t>(i)].inertia;
      // nothing is believed about rotors: as much as the whole arm may hang on each
      belief_(inertial_ + i) = 10.0 * (believed_(inertial_ + i) + m * size * size);
    }
    load_belief_.resize(10);
    const double m = std::max(heaviest, 1.0);  // a load is not much heavier than the heaviest link, nor larger than 1 m
    load_belief_ << 10.0 * m, 3.0 * m, 3.0 * m, 3.0 * m, m, m, m, m, m, m;
    width_.assign(static_cast<std::size_t>(n_), 0.03);
  }

  // c from the currents that the file's own masses would need.
  void start(const std::vector<DriveRows>& unloaded) {
    x_ = Vector::Zero(size());
    double largest = 0.0;
    x_.head(inertial_ + n_) = believed_;
    if (options_.known_mass) x_(load_at()) = *options_.known_mass;
    for (Index j = 0; j < n_; ++j) {
      const DriveRows& drive = unloaded[static_cast<std::size_t>(j)];
      Matrix simple(drive.X.rows(), 1 + friction_columns);
      simple << drive.X.leftCols(inertial_ + n_) * believed_, drive.X.rightCols(friction_columns);
      const Vector fitted = solve_by_qr(simple, drive.y);
      const double c = options_.gains ? 1.0 / (*options_.gains)[static_cast<std::size_t>(j)] : fitted(0);
      x_(gain_at(j)) = std::log(std::max(c, 1e-6));
      const double torque = simple.col(0).norm() / std::sqrt(static_cast<double>(simple.rows()));
      if (torque > largest) largest = torque, heaviest_drive_ = j, gain_anchor_ = x_(gain_at(j));
    }
  }

  bool scale_is_open() const { return !options_.known_mass && !options_.gains; }

  // How much larger the torques of the file are than those found with the scale of the anchor, drive by drive. Sizes are
  // compared, not a regression of one on the other, which would come out too small by what the two do not share.
  void find_scale(const std::vector<DriveRows>& unloaded) {
    double squares_file = 0.0, squares_found = 0.0, weights = 0.0, spread = 0.0;
    std::vector<std::pair<double, double>> ratios;
    for (const DriveRows& drive : unloaded) {
      const double file = (drive.X.leftCols(inertial_) * believed_.head(inertial_)).squaredNorm();
      const double found = (drive.X.leftCols(inertial_) * x_.head(inertial_)).squaredNorm();
      squares_file += file, squares_found += found;
      if (file > 0.0 && found > 0.0) ratios.emplace_back(0.5 * std::log(file / found), file);
    }
    scale_ = std::sqrt(squares_file / std::max(squares_found, 1e-300));
    for (const auto& [ratio, weight] : ratios)
      spread += weight * (ratio - std::log(scale_)) * (ratio - std::log(scale_)), weights += weight;
    spread = weights > 0.0 ? spread / weights : 0.0;
    scale_deviation_ = std::sqrt(options_.mass_belief * options_.mass_belief + spread);
  }

  void linearise(const std::vector<DriveRows>& unloaded, const std::vector<DriveRows>& loaded, Matrix& J,
                 Vector& r) const {
    Index rows = inertial_ + n_ + 10 + (options_.gains ? n_ : 0) + (scale_is_open() ? 1 : 0);
    for (const auto* log : {&unloaded, &loaded})
      for (const auto& drive : *log) rows += static_cast<Index>(drive.R.rows());
    J = Matrix::Zero(rows, size());
    r = Vector::Zero(rows);
    Index at = 0;
    for (Index l = 0; l < 2; ++l)
      for (Index j = 0; j < n_; ++j) {
        const DriveRows& drive = (l == 0 ? unloaded : loaded)[static_cast<std::size_t>(j)];
        const Matrix R = drive.R / drive.deviation;
        const Index k = static_cast<Index>(R.rows()), moments = inertial_ + n_;
        const double c = std::exp(x_(gain_at(j)));
        Vector pi = x_.head(moments);
        if (l == 1) pi.segment(inertial_ - 10, 10) += x_.segment(load_at(), 10);
        const Vector torque = R.leftCols(moments) * pi;
        J.block(at, 0, k, moments) = c * R.leftCols(moments);
        if (l == 1) J.block(at, load_at(), k, 10) = c * R.middleCols(inertial_ - 10, 10);
        J.block(at, gain_at(j), k, 1) = c * torque;
        J.block(at, friction_at(l, j), k, friction_columns) = R.middleCols(moments, friction_columns);
        r.segment(at, k) = c * torque +
                           R.middleCols(moments, friction_columns) * x_.segment(friction_at(l, j), friction_columns) -
                           R.rightCols(1);
        at += k;
      }
    const auto believe = [&](Index i, double value, double deviation) {
      J(at, i) = 1.0 / deviation;
      r(at++) = (x_(i) - value) / deviation;
    };
    // the file's numbers are believed loosely, as a shape: they only decide what the logs leave open
    for (Index i = 0; i < inertial_ + n_; ++i) believe(i, believed_(i), loosely * belief_(i));
    if (scale_is_open()) believe(gain_at(heaviest_drive_), gain_anchor_, 1e-6);
    for (Index e = 0; e < 10; ++e)
      if (e == 0 && options_.known_mass)
        believe(load_at(), *options_.known_mass, 1e-4 * *options_.known_mass);
      else
        believe(load_at() + e, 0.0, load_belief_(e));
    if (options_.gains)
      for (Index j = 0; j < n_; ++j)
        believe(gain_at(j), -std::log((*options_.gains)[static_cast<std::size_t>(j)]), options_.gain_belief);
  }

  double relative_error(const std::vector<DriveRows>& log, Index j, bool with_load) const {
    const DriveRows& drive = log[static_cast<std::size_t>(j)];
    Vector pi = x_.head(inertial_ + n_);
    if (with_load) pi.segment(inertial_ - 10, 10) += x_.segment(load_at(), 10);
    const Vector fitted =
        std::exp(x_(gain_at(j))) * (drive.X.leftCols(inertial_ + n_) * pi) +
        drive.X.rightCols(friction_columns) * x_.segment(friction_at(with_load ? 1 : 0, j), friction_columns);
    return 100.0 * (fitted - drive.y).norm() / std::max(drive.y.norm(), 1e-300);
  }

  // The x with this share of a normal distribution below it, by bisection.
  static double normal_quantile(double share) {
    double low = 0.0, high = 10.0;
    for (int k = 0; k < 100; ++k) {
      const double middle = 0.5 * (low + high);
      (0.5 * std::erfc(-middle / std::sqrt(2.0)) < share ? low : high) = middle;
    }
    return low;
  }

  void explain(PayloadFit& fit) const {
    fit.scale =
        options_.known_mass
            ? fmt::format("the scale of all torques comes from the load's mass of {:.4g} kg", *options_.known_mass)
        : options_.gains
            ? fmt::format("the scale of all torques comes from the given gains, believed to {:.2g} %",
                          100.0 * options_.gain_belief)
            : fmt::format("the scale of all torques comes from the masses in the robot's file, believed to {:.2g} %",
                          100.0 * options_.mass_belief);
    if (!options_.known_mass && !options_.gains)
      fit.unknown.push_back(
          "a log alone cannot tell heavy links with strong drives from light ones with weak drives: the mass is as "
          "good as the masses in the robot's file");
    if (!fit.mass.known) fit.unknown.push_back("the mass: no drive felt it against gravity or inertia");
    for (const auto& [part, list] :
         {std::pair{"the centre of mass along {}", &fit.centre}, std::pair{"the inertia {}", &fit.inertia}})
      for (const Estimated& e : *list)
        if (!e.known) fit.unknown.push_back(fmt::format(fmt::runtime(part), e.name) + ": the motion does not show it");
    for (const Estimated& gain : fit.gains)
      if (gain.deviation > 0.25 * gain.value)
        fit.unknown.push_back(fmt::format("the gain of drive {}: it carries too little of what is known", gain.name));
  }

  const robot::Robot& robot_;
  const PayloadOptions& options_;
  Index n_ = 0, inertial_ = 0, columns_ = 0;
  Vector believed_, belief_, load_belief_;  // what the file says, and one standard deviation
  Vector x_;
  Matrix covariance_;
  Index heaviest_drive_ = 0;                    // whose gain is held while the scale is open
  double gain_anchor_ = 0;                      // its log c
  double scale_ = 1.0, scale_deviation_ = 0.0;  // of everything, found from the file; relative deviation
};

}  // namespace

diagnostic::Result<PayloadFit> identify_payload(const robot::Robot& robot, const Recording& unloaded,
                                                const Recording& loaded, const PayloadOptions& options) {
  diagnostic::Findings findings;
  const auto refuse = [&](const std::string& name, const char* code, const std::string& message,
                          const std::string& hint) {
    const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{name, ""});
    findings.push_back(error({source, 0, 0, 1}, code, message, hint));
  };
  for (const Recording* log : {&unloaded, &loaded}) {
    if (log->effort.empty())
      refuse(log->name, "effort-missing", "there are no torques and no currents", "the load shows in nothing else");
    if (log->samples() < fewest_samples)
      refuse(log->name, "recording-too-short", fmt::format("there are only {} samples", log->samples()),
             fmt::format("at least {} are needed", fewest_samples));
    if (log->joint_count() != robot.drives.size())
      refuse(log->name, "recording-other-robot",
             fmt::format("{} joints are recorded, the robot has {} drives", log->joint_count(), robot.drives.size()),
             "");
  }
  if (robot.tree.floating || !robot.tree.direct)
    refuse(robot.name, "robot-unsuited", "a payload is identified for robots on a fixed base with one drive per joint",
           "");
  if (options.gains && options.gains->size() != robot.drives.size())
    refuse(robot.name, "layout-size",
           fmt::format("{} gains are given for {} drives", options.gains->size(), robot.drives.size()), "");
  if (diagnostic::has_error(findings)) return findings;

  Problem problem(robot, options);
  problem.choose_widths(unloaded);
  std::vector<DriveRows> without, with;
  problem.observe(unloaded, without);
  problem.observe(loaded, with);
  if (!problem.solve(without, with)) {
    refuse(loaded.name, "payload-unsolved", "the equations of the load have no solution",
           "are these logs of this robot?");
    return findings;
  }
  return problem.report(without, with);
}

}  // namespace tauforge::identify
