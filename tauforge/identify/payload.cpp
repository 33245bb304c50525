#include "tauforge/identify/payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "tauforge/dynamics/regressor.h"
#include "tauforge/identify/delay_choice.h"
#include "tauforge/identify/excited.h"
#include "tauforge/identify/friction_choice.h"
#include "tauforge/identify/payload_equations.h"
#include "tauforge/identify/qr.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/identify/settled_fit.h"
#include "tauforge/identify/statistics.h"
#include "tauforge/signals/moving_part.h"

namespace tauforge::identify {

using diagnostic::error;
using recording::Recording;

namespace {

constexpr std::size_t fewest_samples = 200;
constexpr double loosely = 10.0;  // times what the file is believed to
constexpr double learned_below =
    0.5;  // of the deviation that was believed before: more is left, so nothing was learned

// Columns of the regressor that belong to drive j.
struct DriveColumns {
  Index rotor = 0, viscous = 0, offset = 0;
};
std::vector<DriveColumns> drive_columns(const robot::Tree& tree) {
  std::vector<DriveColumns> all;
  Index first = dynamics::inertial_columns(tree);
  for (const auto kind : tree.friction) {
    all.push_back({first, first + 2, first + 3});
    first += dynamics::drive_columns(kind);
  }
  return all;
}

// What the file says about the bodies' moments and the rotors, in the order of the regressor, with one standard deviation.
struct Beliefs {
  std::vector<double> value, deviation;
  double heaviest = 0;  // link [kg]

  // A load is not much heavier than the heaviest link, nor larger than 1 m: deviations of its moments.
  double load(Index moment) const { return (moment == 0 ? 10.0 : moment <= 3 ? 3.0 : 1.0) * std::max(heaviest, 1.0); }
};
Beliefs beliefs_of(const robot::Robot& robot, const PayloadOptions& options) {
  Beliefs b;
  b.value = parameters_of(robot);
  b.deviation.assign(b.value.size(), 0.0);
  const Index n = robot.tree.size();
  for (Index i = 0; i < n; ++i) b.heaviest = std::max(b.heaviest, b.value[static_cast<std::size_t>(10 * i)]);
  const auto drives = drive_columns(robot.tree);
  for (Index i = 0; i < n; ++i) {
    const double* p = b.value.data() + 10 * i;
    double* d = b.deviation.data() + 10 * i;
    const double m = std::max(p[0], 1e-3 * std::max(b.heaviest, 1.0));
    const double size = std::sqrt((p[4] + p[5] + p[6]) / (2.0 * m)) + 0.01;  // radius of gyration about the origin
    d[0] = options.mass_belief * m;
    for (Index e = 1; e <= 3; ++e) d[e] = std::hypot(options.mass_belief * p[e], options.centre_belief * m);
    for (Index e = 4; e <= 9; ++e)
      d[e] = m * size * std::hypot(options.inertia_belief * size, 2.0 * options.centre_belief);
    // nothing is believed about rotors: as much as the whole arm may hang on each
    const auto rotor = static_cast<std::size_t>(drives[static_cast<std::size_t>(i)].rotor);
    b.deviation[rotor] = b.value[rotor] + m * size * size;
  }
  constexpr double spring_belief = 0.1,
                   hardly_any = 1.0;  // gas warms up; a spring of zero may be a weak one [N, N/m, ...]
  for (auto c = static_cast<std::size_t>(dynamics::first_spring_column(robot.tree)); c < b.value.size(); ++c)
    b.deviation[c] = spring_belief * std::abs(b.value[c]) + hardly_any;
  return b;
}

// Efforts as torques by gains that are believed to begin with.
Recording as_torques(Recording log, const std::vector<double>& gains) {
  for (std::size_t j = 0; j < gains.size(); ++j)
    for (double& value : log.effort[j]) value *= gains[j];
  log.effort_kind = recording::Effort::torque;
  return log;
}

// Gains with which the torques of the file would fit the log best, drive by drive.
std::vector<double> gains_of_file(const robot::Robot& robot, const Recording& log) {
  const double rate = 1.0 / recording::usual_period(log.t), cutoff = std::min(0.08 * rate, 10.0);
  const signals::Samples s = signals::prepare(log, {.motion = {4, cutoff}, .effort = {4, cutoff}});
  robot::Robot bare = robot;
  bare.parameters = robot::without_friction(robot.parameters);
  const recording::Channels tau = predict(bare, s);
  std::vector<double> gains;
  for (std::size_t j = 0; j < tau.size(); ++j) {
    Matrix X(static_cast<Eigen::Index>(s.size()), 4);
    Vector y(X.rows());
    for (Eigen::Index k = 0; k < X.rows(); ++k) {
      const auto at = static_cast<std::size_t>(k);
      X.row(k) << tau[j][at], std::tanh(s.qd[j][at] / 0.03), s.qd[j][at], 1.0;
      y(k) = s.effort[j][at];
    }
    gains.push_back(1.0 / std::max(solve_by_qr(X, y)(0), 1e-6));
  }
  return gains;
}

// The two logs, with filter, delay and friction chosen as for an identification of the unloaded arm.
struct Pair {
  ModelColumns columns;
  PayloadEquations::Columns places;
  BaseParameters base;  // of bodies and rotors
  signals::Samples samples[2];
  ObservationPlan plan;
  std::vector<double> like_load;  // per drive: correlation of friction per load with the load (settled_fit.h)
};

Pair prepared_pair(const robot::Robot& robot, const Recording& unloaded, const Recording& loaded,
                   const PayloadOptions& options) {
  Settings settings;
  if (options.cutoff_hz > 0.0) settings.cutoff_hz = options.cutoff_hz;
  const auto drives = drive_columns(robot.tree);
  std::vector<Index> order;
  for (const auto& drive : drives) order.push_back(drive.rotor);
  const Index inertial = dynamics::inertial_columns(robot.tree);
  for (const Index c : paper_order(robot.tree, false))
    if (c < inertial || c >= dynamics::first_spring_column(robot.tree)) order.push_back(c);
  Pair pair;
  pair.base = ordered_base_parameters(robot, order);
  pair.columns = parameter_columns(robot, pair.base);
  const auto names = parameter_names(robot);
  const auto add = [&](Index regressor, Index drive) {
    ModelColumn column{ModelColumn::Kind::parameter, regressor, drive, {}, names[static_cast<std::size_t>(regressor)]};
    column.loads = drive < 0;
    pair.columns.push_back(column);
    return static_cast<int>(pair.columns.size()) - 1;
  };
  for (std::size_t c = 0; c < pair.columns.size(); ++c) pair.places.bodies.push_back(static_cast<int>(c));
  std::vector<int> others = pair.places.bodies;
  for (Index j = 0; j < robot.tree.drives(); ++j) {
    const auto& drive = drives[static_cast<std::size_t>(j)];
    pair.places.friction.push_back({add(drive.viscous, j), add(drive.offset, j)});
    others.insert(others.end(), pair.places.friction.back().begin(), pair.places.friction.back().end());
  }
  CutoffChoice filter = choose_cutoff(robot, pair.columns, {unloaded}, settings);
  filter.preparation.delay = choose_delay(robot, pair.columns, {unloaded}, filter, settings).delay;
  pair.samples[0] = signals::prepare(unloaded, filter.preparation);
  pair.samples[1] = signals::prepare(loaded, filter.preparation);
  pair.plan = {filter.window, settings.blocks, rows_between_blocks};
  for (Index c = inertial - dynamics::moments_per_body; c < inertial; ++c) pair.places.load.push_back(add(c, -1));

  ModelColumns columns = pair.columns;
  const Liveliness motion = liveliness({pair.samples[0]});
  const FrictionLadder ladder =
      friction_ladder(robot, settings.friction, motion.range, motion.speed, {true, true}, columns);
  const auto observed = [&](const std::vector<double>& about) {
    ColumnEvaluator evaluator(robot, columns, about);
    return observe(evaluator, pair.samples[0], pair.samples[0].effort, pair.plan, 0);
  };
  FrictionChoice simplest;
  simplest.step.assign(ladder.shapes.size(), 0);
  const Fit first = fit(merged(observed({})), with_friction(ladder, simplest, others),
                        Weighting::iteratively_reweighted, {Solver::ridge, 1e-6, 0});
  std::vector<double> about(columns.size(), 0.0);  // the load that friction may grow with
  for (std::size_t c = 0; c < first.columns.size(); ++c)
    if (columns[static_cast<std::size_t>(first.columns[c])].loads)
      about[static_cast<std::size_t>(first.columns[c])] = first.values(static_cast<Eigen::Index>(c));
  const std::vector<Block> blocks = observed(about);
  const FrictionChoice friction =
      choose_friction(CrossValidation(blocks, columns.size(), first.weights), ladder, others);
  const Block all = merged(blocks);
  for (std::size_t j = 0; j < pair.places.friction.size(); ++j) {
    const FrictionLadder::Columns& own = ladder.columns[j][friction.step[j]];
    const auto take = [&](int column) {
      pair.columns.push_back(columns[static_cast<std::size_t>(column)]);
      return static_cast<int>(pair.columns.size()) - 1;
    };
    pair.places.friction[j].insert(pair.places.friction[j].begin(), take(own.level));
    if (own.rest >= 0) pair.places.friction[j].push_back(take(own.rest));
    pair.places.gear.emplace_back();
    if (friction.growth.load) pair.places.gear.back().push_back(take(own.load));
    if (friction.growth.root) pair.places.gear.back().push_back(take(own.root));
    pair.like_load.push_back(correlation_with_load(columns, all, about, own.load));
  }
  return pair;
}

// Equations with friction that grows with the loads that moments have in `x`; none: without what grows.
PayloadEquations equations_of(const robot::Robot& robot, const Pair& pair, const Vector* x) {
  PayloadEquations::Columns places = pair.places;
  if (!x) places.gear.assign(places.friction.size(), {});
  std::vector<Block> blocks[2];
  for (const std::size_t l : {0, 1}) {
    std::vector<double> about(pair.columns.size(), 0.0);
    std::vector<int> carried = places.bodies;
    if (l == 1) carried.insert(carried.end(), places.load.begin(), places.load.end());
    for (std::size_t c = 0; x && c < carried.size(); ++c)
      about[static_cast<std::size_t>(carried[c])] = (*x)(static_cast<Eigen::Index>(c));
    ColumnEvaluator evaluator(robot, pair.columns, about);
    blocks[l] = observe(evaluator, pair.samples[l], pair.samples[l].effort, pair.plan, l);
  }
  const std::size_t count = std::min(blocks[0].size(), blocks[1].size());
  for (auto& of_log : blocks) of_log.resize(count);
  return {std::move(places), std::move(blocks[0]), std::move(blocks[1])};
}

// Puts down what is believed, and where to begin from. The file's numbers are believed loosely, as a shape: they only decide
// what the logs leave open.
Vector believe(const Pair& pair, const PayloadOptions& options, const Beliefs& file, PayloadEquations& equations) {
  const std::vector<double> values = grouped(pair.base, file.value);
  Vector x = Vector::Zero(equations.size());
  for (std::size_t k = 0; k < pair.base.kept.size(); ++k) {
    double square = std::pow(file.deviation[static_cast<std::size_t>(pair.base.kept[k])], 2);
    for (const DroppedColumn& dropped : pair.base.dropped)
      for (const Share& share : dropped.shares)
        if (share.kept == pair.base.kept[k])
          square += std::pow(share.coefficient * file.deviation[static_cast<std::size_t>(dropped.column)], 2);
    x(static_cast<Eigen::Index>(k)) = values[k];
    equations.believe(static_cast<Index>(k), values[k], loosely * std::sqrt(square));
  }
  for (Index e = 0; e < 10; ++e) equations.believe(equations.load() + e, 0.0, file.load(e));
  if (options.known_mass) {
    equations.believe(equations.load(), *options.known_mass, options.known_mass_belief * *options.known_mass);
    x(equations.load()) = *options.known_mass;
  }
  const Index n = equations.drives();
  const bool open = !options.known_mass && !options.gains;
  const Vector bodies = x.head(equations.load());
  Index heaviest = 0;
  for (Index j = 0; j < n; ++j)
    if (equations.squared_torque(j, bodies) > equations.squared_torque(heaviest, bodies)) heaviest = j;
  for (Index j = 0; j < n; ++j)  // within a factor of e, where nothing is known
    equations.believe(equations.gain(j), 0.0, options.gains ? options.gain_belief : open && j == heaviest ? 1e-6 : 1.0);
  if (options.gains && options.gain_covariance) {
    Matrix covariance(n, n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j)
        covariance(i, j) = (*options.gain_covariance)[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    equations.believe(equations.gain(0), Vector::Zero(n), covariance);
  }
  return x;
}

// First without friction that grows, which says what the loads are, then with it. What comes out below zero is left out.
std::optional<PayloadEquations> solved(const robot::Robot& robot, Pair pair, const PayloadOptions& options,
                                       const Beliefs& file) {
  PayloadEquations equations = equations_of(robot, pair, nullptr);
  if (!equations.find(believe(pair, options, file, equations))) return std::nullopt;
  const auto grows = [&] {
    return std::any_of(pair.places.gear.begin(), pair.places.gear.end(), [](const auto& of) { return !of.empty(); });
  };
  for (bool again = grows(); again;) {
    const Vector loads = equations.x();
    equations = equations_of(robot, pair, &loads);
    if (!equations.find(believe(pair, options, file, equations))) return std::nullopt;
    again = false;
    for (std::size_t j = 0; j < pair.places.gear.size(); ++j) {
      auto& gear = pair.places.gear[j];
      const Index first = equations.gear(static_cast<Index>(j));
      for (std::size_t k = gear.size(); k-- > 0;)
        if (equations.x()(first + static_cast<Index>(k)) < 0.0)
          gear.erase(gear.begin() + static_cast<std::ptrdiff_t>(k)), again = true;
    }
  }
  if (!equations.solve(Vector(equations.x()))) return std::nullopt;
  return equations;
}

// How much larger the torques of the file are than those found with the scale that was held, and how sure that is. Sizes
// are compared, not a regression of one on the other, which would come out too small by what the two do not share.
struct Scale {
  double factor = 1, deviation = 0;  // relative
};
Scale scale_of_file(const PayloadEquations& equations, const Vector& file, double mass_belief) {
  double squares_file = 0.0, squares_found = 0.0, weights = 0.0, spread = 0.0;
  std::vector<std::pair<double, double>> ratios;
  for (Index j = 0; j < equations.drives(); ++j) {
    const double of_file = equations.squared_torque(j, file),
                 found = equations.squared_torque(j, equations.x().head(file.size()));
    squares_file += of_file, squares_found += found;
    if (of_file > 0.0 && found > 0.0) ratios.emplace_back(0.5 * std::log(of_file / found), of_file);
  }
  Scale scale{std::sqrt(squares_file / std::max(squares_found, 1e-300)), 0.0};
  for (const auto& [ratio, weight] : ratios)
    spread += weight * (ratio - std::log(scale.factor)) * (ratio - std::log(scale.factor)), weights += weight;
  scale.deviation = std::sqrt(mass_belief * mass_belief + (weights > 0.0 ? spread / weights : 0.0));
  return scale;
}

void explain(const PayloadOptions& options, const std::vector<double>& like_load, PayloadFit& fit) {
  const auto percent = [](double share) { return fmt::format("{:.2g} %", 100.0 * share); };
  if (options.known_mass)
    fit.scale = fmt::format("the scale of all torques comes from the load's mass of {:.4g} kg", *options.known_mass);
  else if (options.gains && options.gain_covariance)
    fit.scale = fmt::format("the scale of all torques comes from the calibration, which leaves the mass open to {}",
                            percent(fit.scale_deviation));
  else if (options.gains)
    fit.scale = fmt::format("the scale of all torques comes from the given gains, believed to {}",
                            percent(options.gain_belief));
  else
    fit.scale = fmt::format("the scale of all torques comes from the masses in the robot's file, believed to {}",
                            percent(options.mass_belief));
  if (!options.known_mass && !options.gains)
    fit.unknown.push_back(
        "a log alone cannot tell heavy links with strong drives from light ones with weak drives: the mass is as "
        "good as the masses in the robot's file");
  if (!fit.mass.known) fit.unknown.push_back("the mass: no drive felt it against gravity or inertia");
  for (const auto& [part, list] :
       {std::pair{"the centre of mass along {}", &fit.centre}, std::pair{"the inertia {}", &fit.inertia}})
    for (const Estimated& e : *list)
      if (!e.known) fit.unknown.push_back(fmt::format(fmt::runtime(part), e.name) + ": the motion does not show it");
  for (std::size_t j = 0; j < fit.gains.size(); ++j) {
    const Estimated& gain = fit.gains[j];
    if (gain.deviation > 0.25 * gain.value)
      fit.unknown.push_back(fmt::format("the gain of drive {}: it carries too little of what is known", gain.name));
    else if (std::abs(like_load[j]) > like_a_gain)
      fit.unknown.push_back(
          fmt::format("drive {} moved {} its load nearly all the time: friction that grows with the load "
                      "is part of its gain, which holds for that direction",
                      gain.name, like_load[j] > 0.0 ? "against" : "with"));
  }
}

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

  const std::vector<double> gains = options.gains ? *options.gains : gains_of_file(robot, unloaded);
  const Pair pair = prepared_pair(robot, as_torques(signals::moving_part(unloaded), gains),
                                  as_torques(signals::moving_part(loaded), gains), options);
  const Beliefs file = beliefs_of(robot, options);
  const auto found = solved(robot, pair, options, file);
  if (!found) {
    refuse(loaded.name, "payload-unsolved", "the equations of the load have no solution",
           "are these logs of this robot?");
    return findings;
  }
  const PayloadEquations& equations = *found;
  const Index n = robot.tree.size();
  const bool open = !options.known_mass && !options.gains;
  const std::vector<double> values = grouped(pair.base, file.value);

  // the answer
  PayloadFit fit;
  const Matrix covariance = equations.covariance();
  const Scale scale =
      open ? scale_of_file(equations, Eigen::Map<const Vector>(values.data(), equations.load()), options.mass_belief)
           : Scale{};
  const Matrix of_beliefs = equations.covariance_of_beliefs();
  const double freedom = static_cast<double>(equations.blocks() - 1);
  // `power`: how the value grows with the scale of all torques
  const auto estimated = [&](const std::string& name, double value, const Vector& gradient, double believed,
                             double power = 1.0) {
    const double factor = std::pow(scale.factor, power);
    Estimated e{name, factor * value};
    const double all = std::max(gradient.dot(covariance * gradient), 0.0),
                 believed_part = std::clamp(gradient.dot(of_beliefs * gradient), 0.0, all);
    e.deviation = std::hypot(factor * std::sqrt(all), e.value * power * scale.deviation);
    // two parts, each found with as many degrees of freedom (a calibration has as many blocks): Welch and Satterthwaite
    const double fitted_part = all - believed_part, squares = fitted_part * fitted_part + believed_part * believed_part;
    const double limit = student_limit(options.confidence, squares > 0.0 ? freedom * all * all / squares : freedom);
    e.low = e.value - limit * e.deviation, e.high = e.value + limit * e.deviation;
    e.known = e.deviation < learned_below * believed;
    return e;
  };
  const auto along = [&](Index i) { return Vector(Vector::Unit(equations.size(), i)); };
  const Index at = equations.load();
  const Vector load = equations.x().segment(at, 10);
  fit.mass = estimated("mass", load(0), along(at), file.load(0));
  const char* axes[] = {"x", "y", "z"};
  for (Index a = 0; a < 3; ++a) {
    Vector g = along(at + 1 + a) / load(0);
    g(at) = -load(1 + a) / (load(0) * load(0));
    fit.centre.push_back(estimated(axes[a], load(1 + a) / load(0), g, 0.2, 0.0));
  }
  const char* entries[] = {"xx", "yy", "zz", "xy", "yz", "xz"};
  for (Index a = 0; a < 6; ++a)
    fit.inertia.push_back(estimated(entries[a], load(4 + a), along(at + 4 + a), 0.04 * std::abs(load(0))));
  const Matrix of_gains = equations.of_beliefs_about(equations.gain(0), n);
  fit.scale_deviation = open ? scale.deviation : std::sqrt(std::max(of_gains(at, at), 0.0)) / std::abs(load(0));
  for (Index j = 0; j < n; ++j) {
    const double gain = gains[static_cast<std::size_t>(j)] * std::exp(equations.x()(equations.gain(j)));
    fit.gains.push_back(
        estimated(robot.drives[static_cast<std::size_t>(j)], gain, gain * along(equations.gain(j)), gain));
    fit.gain_covariance.emplace_back();
    for (Index i = 0; i < n; ++i)
      fit.gain_covariance.back().push_back(covariance(equations.gain(j), equations.gain(i)) +
                                           scale.deviation * scale.deviation);
    fit.error_unloaded.push_back(100.0 * equations.relative_error(0, j));
    fit.error_loaded.push_back(100.0 * equations.relative_error(1, j));
    const double before = equations.x()(equations.friction(0, j)), after = equations.x()(equations.friction(1, j));
    fit.friction_growth.push_back(before != 0.0 ? after / before : 0.0);
  }
  explain(options, pair.like_load, fit);
  return fit;
}

}  // namespace tauforge::identify
