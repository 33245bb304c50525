#include "tauforge/report/robot_scene.h"

#include <cmath>

#include "tauforge/robot/symmetric_eigen.h"

namespace tauforge::report {

namespace {

using nlohmann::json;
using robot::Index;
using spatial::Inertia;
using spatial::Pose;
using spatial::Vec3;

json vector_json(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

template <class T> json optional_json(const std::optional<T>& value) { return value ? json(*value) : json(); }

// The homogeneous ellipsoid with the inertia of a body: m/5 (b^2 + c^2) about its first axis. Nothing where no body has such
// an inertia.
json ellipsoid_json(const Inertia<double>& b) {
  if (!(b.m > 0.0)) return nullptr;
  const Vec3<double> c{b.h.x / b.m, b.h.y / b.m, b.h.z / b.m};
  const double cc = c.x * c.x + c.y * c.y + c.z * c.z;
  const robot::Square<3> I = {{{b.I.xx - b.m * (cc - c.x * c.x), b.I.xy + b.m * c.x * c.y, b.I.xz + b.m * c.x * c.z},
                               {b.I.xy + b.m * c.x * c.y, b.I.yy - b.m * (cc - c.y * c.y), b.I.yz + b.m * c.y * c.z},
                               {b.I.xz + b.m * c.x * c.z, b.I.yz + b.m * c.y * c.z, b.I.zz - b.m * (cc - c.z * c.z)}}};
  const auto eigen = robot::symmetric_eigen<3>(I);
  const double sum = eigen.values[0] + eigen.values[1] + eigen.values[2];
  json axes = json::array(), rotation = json::array();
  for (std::size_t k = 0; k < 3; ++k) {
    const double square = 2.5 / b.m * (sum - 2.0 * eigen.values[k]);
    if (!(square >= 0.0)) return nullptr;
    axes.push_back(std::sqrt(square));
    for (std::size_t i = 0; i < 3; ++i) rotation.push_back(eigen.V[i][k]);  // column by column
  }
  return {{"axes", axes}, {"rotation", rotation}};
}

// In the frame of its link, which forward kinematics speaks of.
json body_json(const robot::Robot& robot, Index i) {
  const std::size_t k = static_cast<std::size_t>(i);
  const Pose<double> to_link = inverse(robot.parameters.link_frame[k]);
  const Inertia<double> b = moved(to_link, robot.parameters.body[k]);
  const Vec3<double> axis = to_link.R * Vec3<double>{0.0, 0.0, 1.0};
  json ends = json::array();  // where links that do not move against it begin
  for (const auto& frame : robot.frames)
    if (frame.body == i) ends.push_back({{"name", frame.name}, {"at", vector_json(to_link * frame.X.p)}});
  return {{"link", robot.links[k]},
          {"joint", robot.joints[k]},
          {"parent", robot.tree.parent(i)},
          {"revolute", robot.tree.is_revolute(i)},
          {"origin", vector_json(to_link.p)},
          {"axis", vector_json(axis)},
          {"mass", b.m},
          {"centre", b.m > 0.0 ? vector_json({b.h.x / b.m, b.h.y / b.m, b.h.z / b.m}) : json()},
          {"ellipsoid", ellipsoid_json(b)},
          {"ends", ends}};
}

json drive_json(const robot::Robot& robot, std::size_t j) {
  const bool slides = robot.tree.direct && !robot.tree.is_revolute(static_cast<Index>(j));
  const robot::LimitsDescription limits = robot.tree.direct ? robot.limits[j] : robot::LimitsDescription{};
  const auto& drive = robot.parameters.drive[j];
  return {{"name", robot.drives[j]},
          {"slides", slides},
          {"lower", optional_json(limits.lower)},
          {"upper", optional_json(limits.upper)},
          {"velocity", optional_json(limits.velocity)},
          {"torque", optional_json(limits.torque)},
          {"coulomb", drive.coulomb},
          {"viscous", drive.viscous},
          {"offset", drive.offset}};
}

}  // namespace

json robot_scene(const files::LoadedRobot& loaded) {
  const robot::Robot& robot = loaded.robot;
  json bodies = json::array(), drives = json::array();
  for (Index i = 0; i < robot.tree.size(); ++i) bodies.push_back(body_json(robot, i));
  for (std::size_t j = 0; j < robot.drives.size(); ++j) drives.push_back(drive_json(robot, j));
  return {{"name", robot.name},
          {"file", loaded.file},
          {"source", loaded.description.source},
          {"floating", robot.tree.floating},
          {"physical", robot.meaning == robot::Meaning::physical},
          {"gravity", vector_json(robot.parameters.gravity)},
          {"base_link", robot.base_link},
          {"bodies", bodies},
          {"drives", drives}};
}

}  // namespace tauforge::report
