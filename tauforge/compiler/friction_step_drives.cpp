#include "tauforge/compiler/friction_step_drives.h"

namespace tauforge::compiler {

namespace {

emit::FrictionStepDrive step_of(robot::FrictionKind kind, const robot::Drive<double>& drive) {
  using Direction = emit::FrictionStepDrive::Direction;
  emit::FrictionStepDrive d;
  d.coulomb = drive.coulomb, d.viscous = drive.viscous, d.offset = drive.offset;
  d.static_level = kind == robot::FrictionKind::stribeck ? drive.static_level : drive.coulomb;
  d.stribeck_velocity = drive.stribeck_velocity, d.width = drive.width;
  if (kind == robot::FrictionKind::smooth) d.direction = Direction::smooth;
  if (drive.growth) d.load = drive.growth->load, d.root = drive.growth->root;
  if (const auto& m = drive.memory) {
    d.direction = Direction::memory;
    d.distance = m->distance, d.elastic = m->elastic;
    d.coulomb = m->coulomb, d.viscous = m->viscous, d.offset = m->offset;
    d.load = m->growth.load, d.root = m->growth.root;
    d.static_level = m->static_level, d.stribeck_velocity = m->stribeck_velocity;
  }
  for (const auto& h : drive.harmonics) d.harmonics.push_back({h.rate, h.cosine, h.sine});
  return d;
}

}  // namespace

std::vector<emit::FrictionStepDrive> friction_step_drives(const robot::Robot& robot, const Request& request) {
  std::vector<emit::FrictionStepDrive> drives;
  if (!robot.tree.loaded_friction || robot.tree.floating || request.rigid) return drives;
  for (std::size_t j = 0; j < robot.parameters.drive.size(); ++j)
    drives.push_back(step_of(robot.tree.friction[j], robot.parameters.drive[j]));
  return drives;
}

}  // namespace tauforge::compiler
