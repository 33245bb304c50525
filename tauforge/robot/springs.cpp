#include "tauforge/robot/springs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/robot/exact_angles.h"

namespace tauforge::robot {

void add_springs(const JointDescription& description, Index joint, Robot& robot, diagnostic::Findings& findings) {
  if (const auto& s = description.spring) {
    robot.tree.springs.push_back({joint, SpringKind::torsion});
    Spring<double> spring;
    spring.stiffness = s->stiffness, spring.rest = s->rest;
    robot.parameters.spring.push_back(spring);
  }
  const auto& c = description.counterbalance;
  if (!c) return;
  if (!robot.tree.is_revolute(joint)) {
    findings.push_back(diagnostic::error(
        c->where.at.source ? c->where.at : description.name.at, "counterbalance-on-slide",
        fmt::format("joint '{}' slides: a counterbalance pulls on a lever that turns", description.name.value),
        "on a sliding joint use [joint.spring] for its stiffness and the friction's 'offset' for its force"));
    return;
  }
  robot.tree.springs.push_back({joint, SpringKind::counterbalance});
  const CosSin angle = exact_angle(c->angle).value;
  robot.parameters.spring.push_back(
      {c->force, c->stiffness, c->length.value_or(c->anchor + c->rod), c->anchor, c->rod, angle.c, angle.s});
}

void put_springs(const Robot& robot, Description& description) {
  for (std::size_t k = 0; k < robot.tree.springs.size(); ++k) {
    const auto& [body, kind] = robot.tree.springs[k];
    const std::string& name = robot.joints[static_cast<std::size_t>(body)];
    const auto joint = std::find_if(description.joints.begin(), description.joints.end(),
                                    [&](const JointDescription& each) { return each.name.value == name; });
    if (joint == description.joints.end()) continue;
    const Spring<double>& spring = robot.parameters.spring[k];
    if (kind == SpringKind::torsion && joint->spring) joint->spring->stiffness = spring.stiffness;
    if (kind == SpringKind::counterbalance && joint->counterbalance)
      joint->counterbalance->force = spring.force, joint->counterbalance->stiffness = spring.stiffness;
  }
}

}  // namespace tauforge::robot
