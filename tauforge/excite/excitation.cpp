#include "tauforge/excite/excitation.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <random>

#include "tauforge/dynamics/base_columns.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/excite/excitation_shape.h"
#include "tauforge/functions/instances.h"
#include "tauforge/identify/eigenvalues.h"
#include "tauforge/identify/robot_parameters.h"

namespace tauforge::excite {

using diagnostic::Findings;
using motion::Faster;
using motion::Trajectory;
using robot::Index;

namespace {

using identify::Matrix;

constexpr double assumed_range = std::numbers::pi, assumed_velocity = 1.5, assumed_acceleration = 10.0;
constexpr double hopeless = 1e12;                // the goal of a motion that cannot be played
constexpr double slowest = 1e-2, fastest = 1e2;  // speeds tried
constexpr int random_starts = 20;

struct Bounds {
  std::vector<JointRange> range;
  std::vector<double> velocity, acceleration, torque;  // per joint, margin included; infinite: none
};

double at_most(std::optional<double> file, std::optional<double> option) {
  const double none = std::numeric_limits<double>::infinity();
  return std::min(file.value_or(none), option.value_or(none));
}

Bounds bounds_of(const robot::Robot& robot, const ExcitationOptions& o, Findings& findings) {
  Bounds b;
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{robot.name, ""});
  const auto assume = [&](const std::string& joint, const char* what, double value, const char* option) {
    findings.push_back(diagnostic::warning(
        {source, 0, 0, 1}, "limit-assumed",
        fmt::format("joint '{}' has no limit of its {}: {:.3g} is assumed", joint, what, value), option));
  };
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const auto& limits = robot.limits[j];
    JointRange range{limits.lower.value_or(-assumed_range), limits.upper.value_or(assumed_range)};
    if (!limits.lower || !limits.upper)
      assume(robot.joints[j], "position", assumed_range, "write lower and upper into the robot's file");
    const double middle = 0.5 * (range.lower + range.upper), half = 0.5 * o.margin * (range.upper - range.lower);
    b.range.push_back({middle - half, middle + half});
    double velocity = at_most(limits.velocity, o.velocity), acceleration = at_most(limits.acceleration, o.acceleration);
    const double torque = at_most(limits.torque, o.torque);
    if (std::isinf(velocity)) {
      velocity = assumed_velocity;
      assume(robot.joints[j], "velocity", velocity, "write it into the robot's file, or give --velocity");
    }
    if (std::isinf(acceleration) && std::isinf(torque)) {
      acceleration = assumed_acceleration;
      assume(robot.joints[j], "acceleration or torque", acceleration,
             "write one into the robot's file, or give --acceleration or --torque");
    }
    b.velocity.push_back(o.margin * velocity);
    b.acceleration.push_back(o.margin * acceleration);
    b.torque.push_back(o.margin * torque);
  }
  return b;
}

// The extremes of a path are found on a grid: what lies between its points needs a little room.
std::vector<JointRange> shrunk(std::vector<JointRange> ranges) {
  for (auto& range : ranges) {
    const double room = 0.0025 * (range.upper - range.lower);
    range.lower += room, range.upper -= room;
  }
  return ranges;
}

// The regressor along a path, split into what does not depend on the speed k and what grows with its square.
class Observation {
 public:
  Observation(const robot::Robot& robot, const Bounds& bounds, const ExcitationOptions& options)
      : robot_(robot), bounds_(bounds), options_(options), pi_(identify::parameters_of(robot)) {
    base_ = dynamics::base_columns(robot.tree, robot.parameters);
    n_ = robot.tree.size(), columns_ = dynamics::regressor_columns(robot.tree);
    inertial_ = dynamics::inertial_columns(robot.tree);
  }

  std::size_t columns() const { return base_.size(); }
  std::size_t visible() const { return static_cast<std::size_t>(visible_.cols()); }

  // Directions that a random motion shows at all. Axes that are nearly but not quite parallel make base columns that no
  // motion can tell apart; a condition number with them would say nothing about the rest.
  void find_visible(double k) {
    constexpr double faint = 1e-5;  // of the largest singular value
    const auto [values, vectors] = identify::symmetric_eigenvectors(information(k));
    Eigen::Index first = 0;
    while (first + 1 < values.size() && values(first) < faint * faint * values(values.size() - 1)) ++first;
    visible_ = vectors.rightCols(values.size() - first);
  }

  void follow(const Trajectory& path) {
    const std::size_t count = options_.samples, n = static_cast<std::size_t>(n_),
                      size = n * static_cast<std::size_t>(columns_);
    states_.resize(count), still_.assign(count * size, 0.0), moving_.assign(count * size, 0.0);
    still_torque_.assign(count * n, 0.0), moving_torque_.assign(count * n, 0.0);
    for (std::size_t k = 0; k < count; ++k) {
      dynamics::State<double>& x = states_[k];
      x.q.resize(n), x.qd.resize(n), x.qdd.resize(n);
      path.evaluate(path.duration() * static_cast<double>(k) / static_cast<double>(count), x.q, x.qd, x.qdd);
      dynamics::State<double> rest = x;
      std::fill(rest.qd.begin(), rest.qd.end(), 0.0), std::fill(rest.qdd.begin(), rest.qdd.end(), 0.0);
      dynamics::regressor<double>(robot_.tree, robot_.parameters, rest, workspace_,
                                  std::span(still_).subspan(k * size, size));
      dynamics::regressor<double>(robot_.tree, robot_.parameters, x, workspace_,
                                  std::span(moving_).subspan(k * size, size));
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t c = 0; c < static_cast<std::size_t>(inertial_); ++c) {
          const std::size_t at = k * size + j * static_cast<std::size_t>(columns_) + c;
          still_torque_[k * n + j] += still_[at] * pi_[c];
          moving_torque_[k * n + j] += (moving_[at] - still_[at]) * pi_[c];
        }
    }
  }

  // (4), and what stops it; 0 when even the slowest motion breaks a limit.
  double speed(std::string& limited_by) const {
    double k = fastest;
    limited_by = "nothing";
    const auto limit = [&](double bound, const char* what, std::size_t j) {
      if (bound < k) k = bound, limited_by = fmt::format("{} of joint {}", what, robot_.joints[j]);
    };
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      double v = 1e-12, a = 1e-12;
      for (const auto& x : states_) v = std::max(v, std::abs(x.qd[j])), a = std::max(a, std::abs(x.qdd[j]));
      limit(bounds_.velocity[j] / v, "velocity", j);
      limit(std::sqrt(bounds_.acceleration[j] / a), "acceleration", j);
    }
    std::size_t worst = 0;
    if (torque_share(k, worst) <= 1.0) return k;
    double low = slowest, high = k;
    if (torque_share(low, worst) > 1.0) return 0.0;
    for (int step = 0; step < 25; ++step) {
      const double middle = std::sqrt(low * high);
      (torque_share(middle, worst) <= 1.0 ? low : high) = middle;
    }
    (void)torque_share(high, worst);
    limited_by = fmt::format("torque of joint {}", robot_.joints[worst]);
    return low;
  }

  // Smallest and largest eigenvalue of W'W / rows and the mean logarithm of all.
  struct Spectrum {
    double smallest = 0, largest = 0, mean_log = 0;
  };
  Spectrum spectrum(double k) const {
    const identify::Vector values = identify::symmetric_eigenvalues(identify::congruent(information(k), visible_));
    const auto p = values.size();
    Spectrum s{std::max(values.minCoeff(), 1e-300), values.maxCoeff(), 0.0};
    for (Eigen::Index i = 0; i < p; ++i) s.mean_log += std::log(std::max(values(i), 1e-300)) / static_cast<double>(p);
    return s;
  }

 private:
  // W'W / rows
  Matrix information(double k) const {
    const auto rows = static_cast<Eigen::Index>(states_.size()) * n_, p = static_cast<Eigen::Index>(base_.size());
    Matrix W(rows, p);
    for (Eigen::Index r = 0; r < rows; ++r) {
      const std::size_t state = static_cast<std::size_t>(r / n_), j = static_cast<std::size_t>(r % n_);
      const double weight = std::isinf(bounds_.torque[j]) ? 1.0 : 1.0 / bounds_.torque[j];
      for (Eigen::Index c = 0; c < p; ++c)
        W(r, c) = weight * entry(state, static_cast<Index>(j), base_[static_cast<std::size_t>(c)], k);
    }
    return identify::gram(W) / static_cast<double>(rows);
  }

  double entry(std::size_t state, Index j, Index column, double k) const {
    const std::size_t at =
        state * static_cast<std::size_t>(n_ * columns_) + static_cast<std::size_t>(j * columns_ + column);
    if (column < inertial_) return still_[at] + k * k * (moving_[at] - still_[at]);
    return drive_entry(state, j, column, k, moving_[at]);
  }

  // Columns of drives: inertia grows with k^2, the rest follows from the speed itself.
  double drive_entry(std::size_t state, Index j, Index column, double k, double moving) const {
    Index first = inertial_;
    for (Index drive = 0; drive < robot_.tree.drives(); ++drive) {
      const auto kind = robot_.tree.friction[static_cast<std::size_t>(drive)];
      const Index width = dynamics::drive_columns(kind);
      if (column >= first + width) {
        first += width;
        continue;
      }
      if (drive != j) return 0.0;
      const double v = k * states_[state].qd[static_cast<std::size_t>(j)];
      const auto& of_drive = robot_.parameters.drive[static_cast<std::size_t>(j)];
      const double ripple = dynamics::friction_ripple(of_drive, states_[state].q[static_cast<std::size_t>(j)]);
      const auto direction = dynamics::friction_directions(kind, of_drive, v);
      switch (column - first) {
        case 0: return k * k * moving;
        case 1: return ripple * direction.coulomb;
        case 2: return ripple * v;
        case 3: return 1.0;
        default: return direction.static_level;
      }
    }
    return 0.0;
  }

  // The largest share of a torque limit at speed k, and whose.
  double torque_share(double k, std::size_t& worst) const {
    double largest = 0.0;
    for (std::size_t state = 0; state < states_.size(); ++state)
      for (Index j = 0; j < n_; ++j) {
        const double bound = bounds_.torque[static_cast<std::size_t>(j)];
        if (std::isinf(bound)) continue;
        const std::size_t at = state * static_cast<std::size_t>(n_) + static_cast<std::size_t>(j);
        const auto& drive = robot_.parameters.drive[static_cast<std::size_t>(j)];
        const auto kind = robot_.tree.friction[static_cast<std::size_t>(j)];
        const double tau =
            still_torque_[at] +
            k * k * (moving_torque_[at] + drive.inertia * states_[state].qdd[static_cast<std::size_t>(j)]) +
            dynamics::friction(kind, drive, states_[state].q[static_cast<std::size_t>(j)],
                               k * states_[state].qd[static_cast<std::size_t>(j)]);
        if (std::abs(tau) / bound > largest) largest = std::abs(tau) / bound, worst = static_cast<std::size_t>(j);
      }
    return largest;
  }

  const robot::Robot& robot_;
  const Bounds& bounds_;
  const ExcitationOptions& options_;
  std::vector<double> pi_;
  std::vector<Index> base_;
  Matrix visible_;  // columns: directions among the base columns
  Index n_ = 0, columns_ = 0, inertial_ = 0;
  std::vector<dynamics::State<double>> states_;
  std::vector<double> still_, moving_;                // regressors at rest and at speed 1, one after another
  std::vector<double> still_torque_, moving_torque_;  // of the bodies: at rest, and what motion adds
  dynamics::RegressorWorkspace<double> workspace_;
};

struct Search {
  const ExcitationShape& shape;
  Observation& observation;
  ExcitationGoal goal;
  const ExcitationWatch& watch;
  int evaluations = 0;
  double least = std::numeric_limits<double>::infinity();
  std::vector<double> best = {};  // where that was
  nlopt_opt optimiser = nullptr;  // to be stopped, once it runs
  bool stopped = false;

  double operator()(std::span<const double> numbers) {
    const double value = goal_at(numbers);
    if (value < least) least = value, best.assign(numbers.begin(), numbers.end());
    if (watch && !watch(evaluations, of_goal(least)) && optimiser && !stopped)
      stopped = true, nlopt_force_stop(optimiser);
    return value;
  }

  // What is minimised, as the goal that the user chose.
  double of_goal(double value) const { return goal == ExcitationGoal::condition ? std::exp(value) : -value; }

  double goal_at(std::span<const double> numbers) {
    ++evaluations;
    observation.follow(*shape.path(numbers));
    std::string ignored;
    const double k = observation.speed(ignored);
    if (k <= 0.0) return hopeless;
    const auto s = observation.spectrum(k);
    if (goal == ExcitationGoal::information) return -s.mean_log;
    return 0.5 * std::log(s.largest / s.smallest);
  }
};

double search_step(unsigned count, const double* numbers, double*, void* search) {
  return (*static_cast<Search*>(search))({numbers, count});
}

// Measured on a fine grid, by Newton-Euler.
void measure(const robot::Robot& robot, const Bounds& bounds, const Trajectory& motion, Excitation& e) {
  const std::size_t n = robot.joints.size(), count = 4000;
  e.joints.assign(n, {});
  dynamics::State<double> x;
  x.q.resize(n), x.qd.resize(n), x.qdd.resize(n);
  functions::DriveDynamics<double> drives(robot.tree, robot.parameters);
  std::vector<double> tau(n);
  for (std::size_t j = 0; j < n; ++j) e.joints[j] = {robot.joints[j], 1e300, -1e300};
  for (std::size_t k = 0; k <= count; ++k) {
    motion.evaluate(motion.duration() * static_cast<double>(k) / static_cast<double>(count), x.q, x.qd, x.qdd);
    drives.torques(x, tau);
    for (std::size_t j = 0; j < n; ++j) {
      JointUse& use = e.joints[j];
      use.lowest = std::min(use.lowest, x.q[j]), use.highest = std::max(use.highest, x.q[j]);
      use.largest_velocity = std::max(use.largest_velocity, std::abs(x.qd[j]));
      use.largest_acceleration = std::max(use.largest_acceleration, std::abs(x.qdd[j]));
      use.largest_torque = std::max(use.largest_torque, std::abs(tau[j]));
    }
  }
  e.within_limits = true;
  for (std::size_t j = 0; j < n; ++j) {
    JointUse& use = e.joints[j];
    const double middle = 0.5 * (bounds.range[j].lower + bounds.range[j].upper), half = bounds.range[j].upper - middle;
    use.position_share = std::max(use.highest - middle, middle - use.lowest) / half;
    use.velocity_share = use.largest_velocity / bounds.velocity[j];
    use.acceleration_share = use.largest_acceleration / bounds.acceleration[j];
    use.torque_share = use.largest_torque / bounds.torque[j];
    for (const double share : {use.position_share, use.velocity_share, use.acceleration_share, use.torque_share})
      e.within_limits = e.within_limits && share <= 1.0 + 1e-6;
  }
}

}  // namespace

diagnostic::Result<Excitation> excite(const robot::Robot& robot, const ExcitationOptions& options) {
  Findings findings;
  const auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{robot.name, ""});
  const auto refuse = [&](const char* code, const std::string& message, const std::string& hint) {
    findings.push_back(diagnostic::error({source, 0, 0, 1}, code, message, hint));
    return findings;
  };
  if (robot.tree.floating || !robot.tree.direct || robot.tree.size() == 0)
    return refuse("robot-unsuited", "motions are designed for robots on a fixed base with one drive per joint", "");
  const Bounds bounds = bounds_of(robot, options, findings);
  const ExcitationShape shape(options, shrunk(bounds.range));
  Observation observation(robot, bounds, options);
  Search search{shape, observation, options.goal, options.watch};

  // the best of random motions, then downhill from there
  std::mt19937 random(options.seed);
  std::vector<double> best(shape.numbers()), numbers(shape.numbers());
  double least = std::numeric_limits<double>::infinity();
  for (double& value : numbers) value = static_cast<double>(random()) / 4294967296.0;
  observation.follow(*shape.path(numbers));
  observation.find_visible(1.0);
  for (int start = 0; start < random_starts; ++start) {
    for (double& value : numbers) value = static_cast<double>(random()) / 4294967296.0;
    const double value = search(numbers);
    if (value < least) least = value, best = numbers;
  }
  if (least >= hopeless)
    return refuse("motion-impossible", "no motion within the joints' ranges stays within the torque limits",
                  "can the drives hold the arm's own weight? see limits in the robot's file");
  Excitation e;
  e.columns = observation.columns(), e.visible = observation.visible();
  const auto condition_of = [&](std::span<const double> of, std::string& limited_by) {
    e.path = shape.path(of);
    observation.follow(*e.path);
    e.speed = observation.speed(limited_by);
    const auto s = observation.spectrum(e.speed);
    e.condition = std::sqrt(s.largest / s.smallest), e.information = s.mean_log;
    return e.condition;
  };
  e.random_condition = condition_of(best, e.limited_by);
  if (options.evaluations > random_starts) {
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> opt(
        nlopt_create(NLOPT_LN_SBPLX, static_cast<unsigned>(best.size())), &nlopt_destroy);
    nlopt_set_min_objective(opt.get(), search_step, &search);
    nlopt_set_lower_bounds1(opt.get(), 0.0), nlopt_set_upper_bounds1(opt.get(), 1.0);
    nlopt_set_maxeval(opt.get(), options.evaluations - random_starts);
    nlopt_set_initial_step1(opt.get(), 0.15);
    numbers = best;
    double found = least;
    search.optimiser = opt.get();
    if (nlopt_optimize(opt.get(), numbers.data(), &found) > 0 && found < least) best = numbers;
    if (search.stopped) best = search.best, e.cut_short = true;
  }
  condition_of(best, e.limited_by);
  e.evaluations = search.evaluations;
  // between the samples something may have passed a limit: a little slower, until nothing does
  for (int round = 0; round < 40; ++round) {
    e.motion = std::make_shared<Faster>(e.path, e.speed);
    measure(robot, bounds, *e.motion, e);
    if (e.within_limits) break;
    e.speed *= 0.99;
  }
  if (e.motion->duration() > options.longest)
    return refuse("motion-slow", fmt::format("the motion takes {:.3g} s", e.motion->duration()),
                  fmt::format("{} allows no more; give --longest to accept it", e.limited_by));
  return {std::move(e), std::move(findings)};
}

}  // namespace tauforge::excite
