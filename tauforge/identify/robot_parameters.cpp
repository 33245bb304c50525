#include "tauforge/identify/robot_parameters.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/regressor.h"
#include "tauforge/robot/pseudo_inertia_matrix.h"
#include "tauforge/robot/springs.h"

namespace tauforge::identify {

using robot::Description;
using robot::DriveDescription;
using robot::FrictionKind;
using robot::Index;
using robot::Robot;
using Inertia = spatial::Inertia<double>;

namespace {

void put(const Inertia& b, std::vector<double>& to) {
  for (const double value : {b.m, b.h.x, b.h.y, b.h.z, b.I.xx, b.I.yy, b.I.zz, b.I.xy, b.I.yz, b.I.xz})
    to.push_back(value);
}

Inertia take(std::span<const double> p) { return {p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}}; }

spatial::Pose<double> inverse(const spatial::Pose<double>& X) {
  const auto Rt = transpose(X.R);
  return {Rt, -1.0 * (Rt * X.p)};
}

// As a robot file says it: about the centre of mass for a body, about the origin for combinations that are none.
robot::InertialDescription inertial_of(const Inertia& b, robot::Meaning meaning) {
  robot::InertialDescription d;
  d.mass.value = b.m;
  if (meaning == robot::Meaning::physical && b.m > 0.0) {
    d.centre.value = (1.0 / b.m) * b.h;
    d.inertia.value = robot::central_inertia(b);
    return d;
  }
  d.centre.value = b.h;
  d.centre_is_first_moment = true;
  d.inertia.value = b.I;
  d.about = robot::InertiaAbout::frame_origin;
  return d;
}

void set_drive(const robot::Drive<double>& drive, FrictionKind kind, double gain, DriveDescription& d) {
  d.motor_inertia = drive.inertia;  // as felt: what the rotor and its gear make of it is in it
  d.rotor_inertia.reset(), d.motor_inertia_tolerance.reset();
  d.friction.kind = kind;
  d.friction.coulomb = drive.coulomb, d.friction.viscous = drive.viscous, d.friction.offset = drive.offset;
  d.friction.static_level = drive.static_level;
  d.friction.stribeck_velocity = drive.stribeck_velocity, d.friction.width = drive.width;
  d.friction.harmonics.clear();
  for (const auto& h : drive.harmonics) d.friction.harmonics.push_back({h.rate, h.cosine, h.sine});
  d.friction.load = drive.growth ? drive.growth->load : 0.0, d.friction.root = drive.growth ? drive.growth->root : 0.0;
  d.friction.memory.reset();
  if (const auto& m = drive.memory)
    d.friction.memory = {m->distance,    m->elastic,     m->coulomb,      m->viscous,          m->offset,
                         m->growth.load, m->growth.root, m->static_level, m->stribeck_velocity};
  if (gain != 1.0 || d.gain) d.gain = gain;
}

}  // namespace

std::vector<double> parameters_of(const Robot& robot) {
  std::vector<double> all;
  if (robot.tree.floating) put(robot.parameters.base, all);
  for (std::size_t i = 0; i < robot.parameters.body.size(); ++i)
    put(moved(inverse(robot.parameters.link_frame[i]), robot.parameters.body[i]), all);
  for (std::size_t j = 0; j < robot.parameters.drive.size(); ++j) {
    const auto& d = robot.parameters.drive[j];
    const double values[] = {d.inertia, d.coulomb, d.viscous, d.offset, d.static_level};
    for (Index c = 0; c < dynamics::drive_columns(robot.tree.friction[j]); ++c) all.push_back(values[c]);
  }
  for (std::size_t k = 0; k < robot.tree.springs.size(); ++k) {
    if (robot.tree.springs[k].kind == robot::SpringKind::counterbalance)
      all.push_back(robot.parameters.spring[k].force);
    all.push_back(robot.parameters.spring[k].stiffness);
  }
  return all;
}

Robot with_parameters(Robot robot, std::span<const double> parameters) {
  diagnostic::require(static_cast<Index>(parameters.size()) == dynamics::regressor_columns(robot.tree),
                      "a robot has one parameter per column of its regressor");
  auto& par = robot.parameters;
  std::size_t at = 0;
  const auto next = [&](std::size_t count) { return parameters.subspan(std::exchange(at, at + count), count); };
  if (robot.tree.floating) par.base = take(next(dynamics::moments_per_body));
  for (std::size_t i = 0; i < par.body.size(); ++i)
    par.body[i] = moved(par.link_frame[i], take(next(dynamics::moments_per_body)));
  for (std::size_t j = 0; j < par.drive.size(); ++j) {
    const auto values = next(static_cast<std::size_t>(dynamics::drive_columns(robot.tree.friction[j])));
    par.drive[j].inertia = values[0], par.drive[j].coulomb = values[1], par.drive[j].viscous = values[2];
    par.drive[j].offset = values[3];
    if (values.size() > 4) par.drive[j].static_level = values[4];
  }
  for (std::size_t k = 0; k < par.spring.size(); ++k) {
    const auto values = next(static_cast<std::size_t>(dynamics::spring_columns(robot.tree.springs[k].kind)));
    if (values.size() > 1) par.spring[k].force = values[0];
    par.spring[k].stiffness = values.back();
  }
  return robot;
}

Description identified_description(const Description& description, const Robot& robot, robot::Meaning meaning) {
  Description d = description;
  d.meaning = meaning;
  d.payload.reset();
  const auto& g = robot.parameters.gravity;
  const double length = std::sqrt(dot(g, g));
  if (length > 0.0) d.gravity_directions = {(1.0 / length) * g};
  const std::vector<double> parameters = parameters_of(robot);
  for (auto& link : d.links) {
    std::size_t at = 0;
    if (robot.tree.floating && link.name.value == robot.base_link) {
      link.inertial = inertial_of(take(std::span(parameters).first(10)), meaning);
      continue;
    }
    const auto found = std::find(robot.links.begin(), robot.links.end(), link.name.value);
    if (found == robot.links.end()) {  // lumped into another link, or fixed to the ground
      link.inertial.reset();
      continue;
    }
    at = 10 * (static_cast<std::size_t>(found - robot.links.begin()) + (robot.tree.floating ? 1 : 0));
    link.inertial = inertial_of(take(std::span(parameters).subspan(at, 10)), meaning);
  }
  robot::put_springs(robot, d);
  const auto drive = [&](std::size_t j, DriveDescription& to) {
    set_drive(robot.parameters.drive[j], robot.tree.friction[j], robot.drive_gain[j], to);
  };
  if (d.transmission) {
    d.transmission->drive.resize(robot.drives.size());
    for (std::size_t j = 0; j < robot.drives.size(); ++j) drive(j, d.transmission->drive[j]);
    return d;
  }
  for (auto& joint : d.joints) {
    const auto found = std::find(robot.drives.begin(), robot.drives.end(), joint.name.value);
    if (found != robot.drives.end())
      drive(static_cast<std::size_t>(found - robot.drives.begin()), joint.drive);
    else if (joint.mimic)
      joint.drive = {};  // a follower's friction has been counted with its leader's
  }
  return d;
}

}  // namespace tauforge::identify
