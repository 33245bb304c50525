// Code of a robot, written, compiled, loaded and verified in one call; then called here beside the library.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tauforge/tauforge.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: generate_and_call ROBOT [FOLDER]\n");
    return 2;
  }
  const auto robot = tauforge::load(argv[1]);
  for (const auto& finding : robot.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!robot) return 1;

  tauforge::GenerateRequest request;
  request.functions = {"inverse_dynamics", "gravity+mass_matrix"};
  request.effort = 3000;
  const auto code = tauforge::generate(robot.value(), request);
  for (const auto& finding : code.findings()) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  if (!code) return 1;
  for (const auto& f : code.value().functions())
    std::printf("%-26s %4d multiplications %4d additions %8.0f ns, within %.1e of the template\n", f.name.c_str(),
                f.multiplications, f.additions, f.nanoseconds, f.deviation);

  const std::size_t nv = robot.value().nv();
  std::vector<double> q(robot.value().nq(), 0.3), qd(nv, 0.5), qdd(nv, 1.0), tau(nv), expected(nv);
  if (robot.value().floating())
    for (std::size_t e = 3; e < 7; ++e) q[e] = 0.5;
  code.value().call("inverse_dynamics", {q, qd, qdd}, tau);
  tauforge::Dynamics(robot.value()).inverse_dynamics(q, qd, qdd, expected);
  double off = 0.0;
  for (std::size_t i = 0; i < nv; ++i) off = std::max(off, std::abs(tau[i] - expected[i]));
  std::printf("called here: within %.1e N m of the library\n", off);
  if (!(off < 1e-9)) return 1;

  if (argc == 3) {
    const auto findings = code.value().write(argv[2]);
    for (const auto& finding : findings) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
    if (!findings.empty()) return 1;
    std::printf("written to %s\n", argv[2]);
  }
  return 0;
}
