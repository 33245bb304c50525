#include "tauforge/compiler/light_drives.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/dynamics/drive.h"

namespace tauforge::compiler {

namespace {

// Above it a trace of 1e-13 is at most 1e-5 of what a drive moves, which verification sees and refuses.
constexpr double lightest = 1e-8;  // [kg m^2 or kg]

}  // namespace

std::optional<std::string> drive_too_light_for_plans(const robot::Robot& robot) {
  const robot::Tree& tree = robot.tree;
  const auto size = [](robot::Index n) { return static_cast<std::size_t>(n); };
  const robot::Index base = dynamics::base_rows(tree), rows = base + tree.size(), n = tree.nv();
  dynamics::CompositeBodyWorkspace<double> workspace;
  std::vector<double> joint_M(size(rows * rows)), M(size(n * n)), q, most(size(tree.drives()), 0.0);
  for (const double position : {0.3, -0.8, 1.4}) {  // postures without anything in line
    std::vector<double> theta;
    for (robot::Index d = 0; d < tree.drives(); ++d) theta.push_back(position * (1.0 + 0.37 * d));
    dynamics::to_joints<double>(tree, robot.parameters, theta, true, q);
    dynamics::composite_body<double>(tree, robot.parameters, q, workspace, joint_M);
    dynamics::mass_to_drives<double>(tree, robot.parameters, joint_M, M);
    for (robot::Index d = 0; d < tree.drives(); ++d)
      most[size(d)] = std::max(most[size(d)], M[size((base + d) * n + base + d)]);
  }
  for (std::size_t d = 0; d < most.size(); ++d)
    if (most[d] > 0.0 && most[d] < lightest)
      return fmt::format("drive '{}' moves {:.2g} kg m^2 or kg", robot.drives[d], most[d]);
  return std::nullopt;
}

}  // namespace tauforge::compiler
