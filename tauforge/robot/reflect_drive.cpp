#include "tauforge/robot/reflect_drive.h"

#include <algorithm>
#include <cmath>

namespace tauforge::robot {

namespace {

Drive<double> reflected(const Drive<double>& d, double f) {
  const double size = std::abs(f);
  return {f * f * d.inertia,          f * f * d.viscous,  // (1)
          size * d.coulomb,           f * d.offset,       // (2), (3)
          size * d.static_level,                          // (2)
          d.stribeck_velocity / size, d.width / size};    // (4); what grows or remembers has no sum: see add_reflected
}

// Only Stribeck friction has a level of its own at standstill.
double level_at_rest(FrictionKind kind, const Drive<double>& d) {
  return kind == FrictionKind::stribeck ? d.static_level : d.coulomb;
}

bool is_dry(FrictionKind kind, const Drive<double>& d) { return d.coulomb != 0.0 || level_at_rest(kind, d) != 0.0; }

bool same_speed(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

// Do both frictions depend on the speed alike, but for their levels? Coulomb's is Stribeck's with equal levels.
bool same_form(FrictionKind a, const Drive<double>& da, FrictionKind b, const Drive<double>& db) {
  if ((a == FrictionKind::smooth) != (b == FrictionKind::smooth)) return false;
  if (a == FrictionKind::smooth) return same_speed(da.width, db.width);
  return a != b || a == FrictionKind::coulomb || same_speed(da.stribeck_velocity, db.stribeck_velocity);
}

}  // namespace

Drive<double> drive_of(const DriveDescription& description) {
  const FrictionDescription& f = description.friction;
  double inertia = description.motor_inertia.value_or(0.0);
  if (description.rotor_inertia) {
    const double ratio = description.gear_ratio.value_or(1.0);
    inertia += ratio * ratio * *description.rotor_inertia;
  }
  Drive<double> drive{inertia, f.viscous, f.coulomb, f.offset, f.static_level, f.stribeck_velocity, f.width};
  for (const auto& [rate, cosine, sine] : f.harmonics) drive.harmonics.push_back({rate, cosine, sine});
  if (f.load != 0.0 || f.root != 0.0) drive.growth = {f.load, f.root};
  if (const auto& m = f.memory)
    drive.memory = {m->distance, m->elastic,         m->coulomb,      m->viscous,
                    m->offset,   {m->load, m->root}, m->static_level, m->stribeck_velocity};
  return drive;
}

bool add_reflected(const DriveOnOneSide& follower, double f, DriveOnOneSide& leader) {
  if (f == 0.0) return true;  // it stands still, and nothing of it arrives
  FrictionKind kind = follower.kind;
  const Drive<double> more = reflected(follower.drive, f);
  Drive<double>& sum = leader.drive;
  sum.inertia += more.inertia;
  sum.viscous += more.viscous;
  sum.offset += more.offset;
  const bool constant = follower.drive.harmonics.empty() && sum.harmonics.empty() &&  // over the position
                        !follower.drive.growth && !follower.drive.memory && !sum.growth && !sum.memory;
  if (!is_dry(kind, more)) return constant || more.viscous == 0.0;
  const auto take_form = [&] {  // of the follower, where the leader's says the same with it or nothing
    sum.static_level = level_at_rest(leader.kind, sum);
    sum.stribeck_velocity = more.stribeck_velocity;
    sum.width = more.width;
    leader.kind = kind;
  };
  const bool leader_is_dry = is_dry(leader.kind, sum);
  const bool exact = !leader_is_dry || same_form(leader.kind, sum, kind, more);
  if (!leader_is_dry || (exact && kind == FrictionKind::stribeck && leader.kind == FrictionKind::coulomb)) take_form();
  if (leader.kind == FrictionKind::stribeck) sum.static_level += level_at_rest(kind, more);
  sum.coulomb += more.coulomb;
  return exact && constant;
}

}  // namespace tauforge::robot
