#include "tests/support/limbed_robot.h"

#include <algorithm>
#include <string>

namespace tauforge::tests {

using robot::Index;

void append(robot::Robot& robot, Index carrier, const robot::Robot& limb) {
  const Index first = robot.tree.size();
  const auto& from = limb.parameters;
  auto& to = robot.parameters;
  for (const Index i : limb.tree.base_to_tip()) {
    robot.tree.add(limb.tree.type(i), limb.tree.has_parent(i) ? first + limb.tree.parent(i) : i == 0 ? carrier : first);
    robot.tree.friction.push_back(limb.tree.friction[i]);
    to.placement.push_back(from.placement[i]);
    to.offset.push_back(from.offset[i]);
    to.body.push_back(from.body[i]);
    to.link_frame.push_back(from.link_frame[i]);
    to.drive.push_back(from.drive[i]);
    to.q0.push_back(from.q0[i]);
    const std::string name = "joint" + std::to_string(first + i + 1);
    robot.joints.push_back(name), robot.links.push_back(name), robot.drives.push_back(name);
    robot.limits.push_back({}), robot.drive_gain.push_back(1.0);
  }
}

robot::Robot robot_with_limbs(Random& random, const LimbedKind& kind) {
  const robot::Robot trunk =
      random_robot(random, {.joints = std::max(1, kind.trunk_joints), .floating = kind.floating});
  robot::Robot robot;
  robot.name = "limbed";
  robot.tree.floating = kind.floating;
  robot.parameters.gravity = trunk.parameters.gravity;
  robot.parameters.base = trunk.parameters.base;
  if (kind.trunk_joints > 0) append(robot, robot::Tree::base, trunk);
  const Index carrier = robot.tree.size() - 1;
  const robot::Robot first = [&] {
    robot::Robot limb = random_robot(random, {.joints = kind.limb_joints, .tree = kind.branching, .floating = true});
    add_symmetries(random, limb);
    return limb;
  }();
  for (int l = 0; l < kind.limbs; ++l) {
    robot::Robot limb = first;
    auto& par = limb.parameters;
    if (l > 0) par.placement[0].p = random.vector(0.5);
    if (l % 2 == 1)
      for (auto& b : par.body) b.h.y = -b.h.y, b.I.xy = -b.I.xy, b.I.yz = -b.I.yz;
    append(robot, carrier, limb);
  }
  return robot;
}

}  // namespace tauforge::tests
