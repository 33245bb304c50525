// Reads a robot file and prints the torque that holds the arm still, with nothing but the installed package.
#include <cstdio>
#include <string>
#include <vector>

#include "tauforge/dynamics/newton_euler.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/robot/assemble.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: holding_torque ROBOT.toml\n");
    return 2;
  }
  const auto source = tauforge::files::read_source(argv[1]);
  if (!source) return 1;
  const auto description = tauforge::files::read_robot_toml(source.value());
  for (const auto& finding : description.findings()) std::puts(tauforge::diagnostic::to_text(finding).c_str());
  if (!description) return 1;
  const auto robot = tauforge::robot::assemble(description.value());
  if (!robot) return 1;

  const auto& tree = robot.value().tree;
  const auto joints = static_cast<std::size_t>(tree.size());
  tauforge::dynamics::State<double> at_rest;
  at_rest.q.assign(joints, 0.5), at_rest.qd.assign(joints, 0.0), at_rest.qdd.assign(joints, 0.0);
  tauforge::dynamics::NewtonEulerWorkspace<double> workspace;
  std::vector<double> tau(joints);
  tauforge::dynamics::newton_euler<double>(tree, robot.value().parameters, at_rest, workspace, tau);
  for (std::size_t i = 0; i < joints; ++i) std::printf("%s %.6f\n", robot.value().joints[i].c_str(), tau[i]);
}
