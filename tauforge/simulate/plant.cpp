#include "tauforge/simulate/plant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/diagnostic/require.h"
#include "tauforge/functions/instances.h"

namespace tauforge::simulate {

namespace {

using robot::FrictionKind;
using robot::Index;

// How far above its level, relatively, a stuck drive must be pulled to let go: rounding shall not decide.
constexpr double slack = 1e-9;

double direction(Grip grip) { return grip == Grip::forward ? 1.0 : grip == Grip::backward ? -1.0 : 0.0; }

void copy(std::span<const double> from, std::vector<double>& to) { std::copy(from.begin(), from.end(), to.begin()); }

robot::Tree tree_of(const robot::Robot& robot, bool friction) {
  robot::Tree tree = robot.tree;
  if (!friction) tree.friction.assign(tree.friction.size(), FrictionKind::coulomb);
  for (std::size_t i = 0; friction && i < tree.friction.size(); ++i)
    if (const auto& m = robot.parameters.drive[i].memory)
      tree.friction[i] = m->static_level == m->coulomb ? FrictionKind::coulomb : FrictionKind::stribeck;
  return tree;
}

// The levels of friction with a memory, which sticks instead.
void take_levels_of_memory(robot::Drive<double>& drive) {
  if (!drive.memory) return;
  const robot::FrictionMemory<double> m = *drive.memory;
  drive.coulomb = m.coulomb, drive.viscous = m.viscous, drive.offset = m.offset, drive.growth = m.growth;
  drive.static_level = m.static_level, drive.stribeck_velocity = m.stribeck_velocity;
  drive.memory.reset();
}

}  // namespace

Plant::Plant(const robot::Robot& robot, bool friction, bool memory)
    : tree_(tree_of(robot, friction)), drives_(tree_, robot.parameters) {
  diagnostic::require(!tree_.floating && tree_.size() > 0, "a plant is an arm on a fixed base");
  const std::size_t n = tree_.drives();
  unladen_ = par().body.back();
  hold_.assign(n, 0.0), brakes_.assign(n, 0.0), ripple_.assign(n, 1.0);
  const auto has_memory = [](const robot::Drive<double>& drive) { return drive.memory.has_value(); };
  if (friction && memory && std::any_of(par().drive.begin(), par().drive.end(), has_memory)) memory_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto& drive = par().drive[i];
    if (remembers() && drive.memory) memory_[i] = {drive.memory->distance, drive.memory->elastic};
    take_levels_of_memory(drive);
    if (!friction) {
      drive.coulomb = drive.viscous = drive.offset = drive.static_level = 0, drive.harmonics.clear();
      drive.growth.reset();
    }
    if (tree_.friction[i] == FrictionKind::smooth) continue;  // smooth at standstill as well: it creeps, as written
    if (remembers(i)) continue;                               // (5): gives way
    hold_[i] = level(i, 0.0);
    constexpr double hardly_any = 1e-9;  // a drive that rubs under load alone has dry friction, too
    if (drive.growth && drive.growth->load > 0) hold_[i] = std::max(hold_[i], hardly_any);
    if (hold_[i] > 0 && tree_.direct && robot.limits[i].break_away_torque)
      hold_[i] = std::max(hold_[i], *robot.limits[i].break_away_torque);
  }
  released_ = hold_;
  for (std::size_t i = 0; i < n; ++i) {
    const auto& drive = par().drive[i];
    friction_of_file_.push_back({drive.coulomb, drive.viscous, drive.static_level, released_[i],
                                 drive.growth.value_or(robot::FrictionGrowth<double>{})});
  }
  for (auto* values : {&theta_.q, &theta_.qd, &theta_.qdd, &friction_, &net_, &load_, &inertia_, &bias_, &qdd_})
    values->assign(n, 0.0);
  M_.assign(n * n, 0.0), factors_.assign(n * n, 0.0);
  // every workspace takes its size now
  std::vector<Grip> grips(n, Grip::free);
  const std::vector<double> zero(n, 0.0);
  acceleration(zero, zero, zero, grips, qdd_);
  gravity(zero, true, bias_);
  kinetic_energy(zero, zero);
  potential_energy(zero);
}

void Plant::set_payload(const spatial::Inertia<double>& payload) noexcept {
  par().body.back() = unladen_ + moved(par().link_frame.back(), payload);
}

void Plant::set_brakes(std::span<const double> torque) noexcept {
  for (std::size_t i = 0; i < drives(); ++i) brakes_[i] = torque[i], hold_[i] = released_[i] + torque[i];
}

void Plant::set_friction(std::size_t drive, double factor) noexcept {
  const Friction& file = friction_of_file_[drive];
  auto& now = par().drive[drive];
  now.coulomb = factor * file.coulomb, now.viscous = factor * file.viscous;
  now.static_level = factor * file.static_level;
  constexpr double largest_load = 0.95;  // at 1 there is no solution, or more than one
  if (now.growth) now.growth = {std::min(factor * file.growth.load, largest_load), factor * file.growth.root};
  released_[drive] = factor * file.hold, hold_[drive] = released_[drive] + brakes_[drive];
}

double Plant::dry_level(std::size_t i, double v) const noexcept {
  const auto& drive = par().drive[i];
  const double grown = drive.growth ? drive.growth->root * dynamics::root_of_speed(v) : 0.0;
  if (tree_.friction[i] != FrictionKind::stribeck) return ripple_[i] * (drive.coulomb + grown);
  const double ratio = v / drive.stribeck_velocity;
  return ripple_[i] * (drive.coulomb + (drive.static_level - drive.coulomb) * std::exp(-ratio * ratio) + grown);
}

// What stands between sign(v) and the rest in (2); at v = 0 what it begins with.
double Plant::level(std::size_t i, double v) const noexcept {
  const bool gives_way = tree_.friction[i] == FrictionKind::smooth || remembers(i);
  return (gives_way ? 0.0 : dry_level(i, v)) + brakes_[i];
}

void Plant::set_memory(std::span<const double> s) noexcept {
  for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i].s = std::clamp(s[i], -1.0, 1.0);
}

double Plant::memory_rate(std::size_t i, double s, double v) const noexcept {
  if (!remembers(i)) return 0.0;
  const auto& [distance, elastic, unused] = memory_[i];
  const double u = v < 0 ? -s : s;
  return v / distance * (u <= elastic ? 1.0 : (1.0 - u) / (1.0 - elastic));
}

// (2) and (4), under the torque of the drive; of a stuck one what is not c.
double Plant::sliding_friction(std::size_t i, Grip grip, double v, double tau) const noexcept {
  const auto& drive = par().drive[i];
  double way = direction(grip);
  double f = way * level(i, v) + (ripple_[i] * drive.viscous * v + drive.offset);
  if (tree_.friction[i] == FrictionKind::smooth || remembers(i)) {
    way = remembers(i) ? memory_[i].s : std::tanh(v / drive.width);
    f += dry_level(i, v) * way;
  }
  if (!drive.growth) return f;
  const double a = tau - f, k = ripple_[i] * drive.growth->load * way;
  return tau - a / (1.0 + (a > 0.0 ? k : -k));
}

void Plant::to_state(std::span<const double> q, std::span<const double> qd) noexcept {
  copy(q, theta_.q), copy(qd, theta_.qd);  // no velocities given: none are read
  for (std::size_t i = 0; i < drives(); ++i) ripple_[i] = dynamics::friction_ripple(par().drive[i], q[i]);
  dynamics::to_joints<double>(tree_, par(), theta_, joints_);
}

void Plant::acceleration(std::span<const double> q, std::span<const double> qd, std::span<const double> tau,
                         std::span<const Grip> grips, std::span<double> qdd) noexcept {
  to_state(q, qd);
  for (std::size_t i = 0; i < drives(); ++i) {
    friction_[i] = sliding_friction(i, grips[i], qd[i], tau[i]);  // (2)
    net_[i] = tau[i] - friction_[i];
  }
  if (tree_.direct)
    direct_acceleration(grips, qdd);
  else
    coupled_acceleration(grips, qdd);
  for (std::size_t i = 0; i < drives(); ++i) load_[i] = tau[i] - friction_[i];
}

void Plant::direct_acceleration(std::span<const Grip> grips, std::span<double> qdd) noexcept {
  for (std::size_t i = 0; i < drives(); ++i)
    inertia_[i] = grips[i] == Grip::stuck ? std::numeric_limits<double>::infinity() : par().drive[i].inertia;
  auto& k = articulated_body_;
  dynamics::take_spring_torques<double>(tree_, par(), joints_.q, net_);
  dynamics::articulated_body<double>(tree_, par(), joints_, net_, inertia_, k, qdd);  // (1)
  for (std::size_t i = 0; i < drives(); ++i)
    if (grips[i] == Grip::stuck) friction_[i] += k.u[i] - dot(k.U[i], k.a[i]);  // (3)
}

// (1) by the mass matrix, for drives that are not joints.
void Plant::coupled_acceleration(std::span<const Grip> grips, std::span<double> qdd) noexcept {
  const std::size_t n = drives();
  drives_.torques(theta_, bias_, {.friction = true});
  drives_.mass_matrix(theta_, M_);
  std::copy(M_.begin(), M_.end(), factors_.begin());
  for (std::size_t i = 0; i < n; ++i) {
    qdd[i] = net_[i] - bias_[i];
    if (grips[i] != Grip::stuck) continue;
    qdd[i] = 0.0;
    for (std::size_t j = 0; j < n; ++j) factors_[i * n + j] = factors_[j * n + i] = i == j ? 1.0 : 0.0;
  }
  dynamics::solve_symmetric<double>(tree_.drives(), factors_, qdd);
  for (std::size_t i = 0; i < n; ++i) {
    if (grips[i] != Grip::stuck) continue;
    qdd[i] = 0.0;
    double left = net_[i] - bias_[i];
    for (std::size_t j = 0; j < n; ++j) left -= M_[i * n + j] * qdd[j];
    friction_[i] += left;  // (3)
  }
}

double Plant::overload(std::size_t i) const noexcept {
  const auto& drive = par().drive[i];
  const double grown = drive.growth ? drive.growth->load * std::abs(load_[i]) : 0.0;
  return std::abs(friction_[i] - drive.offset) - (1 + slack) * (ripple_[i] * (released_[i] + grown) + brakes_[i]);
}

// Pivoting on one drive or several at a time: those whose grip contradicts (3) or (4) change it. Changing all at once
// is quick and nearly always ends; changing the first one only always does [Mur88], so that follows.
void Plant::grip(std::span<const double> q, std::span<const double> qd, std::span<const double> tau,
                 std::span<Grip> grips) noexcept {
  const auto at_rest = [&](std::size_t i) { return hold_[i] > 0 && qd[i] == 0; };
  bool decided = true;
  for (std::size_t i = 0; i < drives(); ++i) {
    grips[i] = hold_[i] <= 0 ? Grip::free : qd[i] > 0 ? Grip::forward : qd[i] < 0 ? Grip::backward : Grip::stuck;
    if (at_rest(i)) decided = false;
  }
  const std::size_t together = drives() + 2, tries = together + 20 * drives();
  for (std::size_t k = 0; !decided && k < tries; ++k) {
    acceleration(q, qd, tau, grips, qdd_);
    decided = true;
    for (std::size_t i = 0; i < drives(); ++i) {
      if (!at_rest(i)) continue;
      const bool holds = grips[i] == Grip::stuck;
      if (holds && overload(i) > 0) {
        grips[i] = friction_[i] > par().drive[i].offset ? Grip::forward : Grip::backward;
      } else if (!holds && direction(grips[i]) * qdd_[i] < 0) {
        grips[i] = Grip::stuck;
      } else {
        continue;
      }
      decided = false;
      if (k >= together) break;
    }
  }
}

void Plant::gravity(std::span<const double> q, bool with_payload, std::span<double> tau) noexcept {
  const spatial::Inertia<double> laden = par().body.back();
  if (!with_payload) par().body.back() = unladen_;
  copy(q, theta_.q);
  std::fill(theta_.qd.begin(), theta_.qd.end(), 0.0);
  drives_.torques(theta_, tau, {.friction = true});
  par().body.back() = laden;
}

double Plant::kinetic_energy(std::span<const double> q, std::span<const double> qd) noexcept {
  to_state(q, qd);
  double T = dynamics::kinetic_energy<double>(tree_, par(), joints_, energy_);
  for (std::size_t i = 0; i < drives(); ++i) T += 0.5 * par().drive[i].inertia * qd[i] * qd[i];
  return T;
}

double Plant::potential_energy(std::span<const double> q) noexcept {
  to_state(q, {});
  return dynamics::potential_energy<double>(tree_, par(), joints_, energy_) +
         dynamics::spring_energy<double>(tree_, par(), joints_.q);
}

}  // namespace tauforge::simulate
