#include "tauforge/excite/excitation.h"

#include <fmt/format.h>
#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <random>

#include "tauforge/excite/excitation_shape.h"
#include "tauforge/excite/observed_path.h"
#include "tauforge/functions/instances.h"

namespace tauforge::excite {

using diagnostic::Findings;
using motion::Faster;
using motion::Trajectory;

namespace {

constexpr double assumed_range = std::numbers::pi, assumed_velocity = 1.5, assumed_acceleration = 10.0;
constexpr double hopeless = 1e12;  // the goal of a motion that cannot be played
constexpr int random_starts = 20;

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

struct Search {
  const ExcitationShape& shape;
  ObservedPath& observation;
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
    const double k = observation.speed().k;
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
  ObservedPath observation(robot, bounds, options.samples);
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
    const auto [k, limit, joint] = observation.speed();
    e.speed = k;
    limited_by = limit ? fmt::format("{} of joint {}", limit, robot.joints[joint]) : "nothing";
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
