// Torques, mass matrix and forward dynamics of any robot file, with and without a load at its last link.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/tauforge.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: inverse_dynamics ROBOT\n");
    return 2;
  }
  const auto robot = tauforge::load(argv[1]);
  for (const auto& finding : robot.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!robot) return 1;

  const std::size_t nv = robot.value().nv();
  std::vector<double> q(robot.value().nq(), 0.3), qd(nv, 0.5), qdd(nv, 1.0), tau(nv), M(nv * nv), back(nv), loaded(nv);
  if (robot.value().floating())
    for (std::size_t e = 3; e < 7; ++e) q[e] = 0.5;  // a quaternion has length one

  tauforge::Dynamics dynamics(robot.value());  // takes its memory here, none below
  dynamics.inverse_dynamics(q, qd, qdd, tau);
  dynamics.mass_matrix(q, M);
  if (const auto status = dynamics.forward_dynamics(q, qd, tau, back); status != tauforge::Status::fine) {
    std::fprintf(stderr, "forward dynamics: %s\n", to_text(status));
    return 1;
  }
  dynamics.set_payload({.mass = 2.0, .centre = {0.0, 0.0, 0.1}, .inertia = {0.01, 0.01, 0.005, 0, 0, 0}});
  dynamics.inverse_dynamics(q, qd, qdd, loaded);

  std::printf("%-20s %12s %12s %12s\n", "drive", "torque", "with 2 kg", "M_ii");
  const std::size_t base = nv - robot.value().drives().size();  // six of a floating base come first
  double off = 0.0;
  for (std::size_t i = 0; i < nv; ++i) {
    const char* name = i < base ? "(base)" : robot.value().drives()[i - base].c_str();
    std::printf("%-20s %12.5f %12.5f %12.6f\n", name, tau[i], loaded[i], M[i * nv + i]);
    off = std::max(off, std::abs(back[i] - qdd[i]));
  }
  std::printf("forward dynamics gives the accelerations back to %.1e\n", off);
  return off < 1e-6 ? 0 : 1;
}
