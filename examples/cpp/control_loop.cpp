// Computed torque at 1 kHz with generated code as the model and the library as the arm: put your own cards in its place.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/tauforge.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: control_loop ROBOT\n");
    return 2;
  }
  const auto robot = tauforge::load(argv[1]);
  for (const auto& finding : robot.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!robot || robot.value().floating()) return 1;
  tauforge::GenerateRequest request;
  request.effort = 3000;
  const auto code = tauforge::generate(robot.value(), request);
  for (const auto& finding : code.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!code) return 1;

  constexpr double period = 1e-3, w = 20.0, duration = 2.0, furthest = 0.2;  // [s, rad/s, s, rad]
  const std::size_t n = robot.value().nv();
  tauforge::Dynamics arm(robot.value());
  std::vector<double> q(n, 0.02), qd(n, 0.0), qdd(n), wanted(n), tau(n);  // the arm begins 0.02 rad off
  double error = 0.0;
  for (int step = 0; step * period < duration; ++step) {
    const double t = step * period, q_d = 0.25 * (1.0 - std::cos(t)), qd_d = 0.25 * std::sin(t),
                 qdd_d = 0.25 * std::cos(t);
    error = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      error = std::max(error, std::abs(q_d - q[i]));
      wanted[i] = qdd_d + 2.0 * w * (qd_d - qd[i]) + w * w * (q_d - q[i]);
    }
    if (!(error < furthest)) {  // a loop that loses its arm stops, says why, and fails
      std::fprintf(stderr, "stopped at %.3f s: %.3f rad off\n", t, error);
      return 6;
    }
    if (code.value().call("inverse_dynamics", {q, qd, wanted}, tau) != tauforge::Status::fine) return 6;
    if (arm.forward_dynamics(q, qd, tau, qdd) != tauforge::Status::fine)
      return 6;  // here: write tau, wait, read q and qd
    for (std::size_t i = 0; i < n; ++i) qd[i] += period * qdd[i], q[i] += period * qd[i];
  }
  std::printf("%zu drives followed for %.0f s; error at the end %.1e rad\n", n, duration, error);
  return error < 1e-3 ? 0 : 6;
}
