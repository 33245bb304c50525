// Parameters of a robot from its logs, judged on the last of them; the robot that can exist goes to standard output.
#include <cstdio>

#include "tauforge/tauforge.h"

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: identify ROBOT LOG ... FRESH_LOG > IDENTIFIED.toml\n");
    return 2;
  }
  const auto say = [](const tauforge::Findings& findings) {
    for (const auto& finding : findings) std::fprintf(stderr, "%s\n", to_text(finding).c_str());
  };
  const auto robot = tauforge::load(argv[1]);
  say(robot.findings());
  if (!robot) return 1;
  std::vector<tauforge::Recording> logs;
  for (int k = 2; k < argc; ++k) {
    auto log = tauforge::read_recording(robot.value(), argv[k]);
    say(log.findings());
    if (!log) return 1;
    logs.push_back(log.take());
  }
  const tauforge::Recording fresh = logs.back();
  logs.pop_back();

  const auto found = tauforge::identify_robot(robot.value(), logs, {}, [](const tauforge::Step& step) {
    std::fprintf(stderr, "%s\n", step.what.c_str());
    return tauforge::Answer::go_on;
  });
  say(found.findings());
  if (!found) return 1;
  for (const auto& p : found.value().parameters())
    if (p.kept)
      std::fprintf(stderr, "%-8s %12.6g  [%.6g, %.6g] %s\n", p.name.c_str(), p.value, p.low, p.high, p.unit.c_str());
  const auto error = found.value().error_on(fresh);
  say(error.findings());
  if (!error) return 1;
  std::fprintf(stderr, "error %.2f %% of the torques, on the fresh log %.2f %%\n", found.value().training_error(),
               error.value());
  std::fputs(found.value().possible().to_toml().c_str(), stdout);
  return 0;
}
