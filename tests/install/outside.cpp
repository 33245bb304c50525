// With one header of the installed package: a robot's torques and mass matrix, then its code, generated and called.
#include <cstdio>

#include "tauforge/tauforge.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto robot = tauforge::load(argv[1]);
  for (const auto& finding : robot.findings()) std::puts(to_text(finding).c_str());
  if (!robot) return 1;

  const std::size_t n = robot.value().nv();
  const std::vector<double> q(n, 0.5), still(n, 0.0);
  std::vector<double> tau(n), M(n * n), called(n);
  tauforge::Dynamics dynamics(robot.value());
  dynamics.inverse_dynamics(q, still, still, tau);
  dynamics.mass_matrix(q, M);

  const auto code = tauforge::generate(robot.value(), {.effort = 100});
  for (const auto& finding : code.findings()) std::puts(to_text(finding).c_str());
  if (!code) return 1;
  code.value().call("inverse_dynamics", {q, still, still}, called);
  for (std::size_t i = 0; i < n; ++i)
    std::printf("%s %.6f %.6f %.6f\n", robot.value().drives()[i].c_str(), tau[i], M[i * n + i], called[i]);
}
