// A robot file for the benchmark: without drives, since the peers compute rigid bodies, and under a given name.
//
//   tauforge_benchmark_prepare ROBOT NAME OUT.toml [--floating]
#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "tauforge/files/read_robot.h"

int main(int argc, char** argv) {
  using namespace tauforge;
  if (argc < 4) {
    fmt::print(stderr, "usage: {} ROBOT NAME OUT.toml [--floating]\n", argv[0]);
    return 2;
  }
  const auto loaded = files::load_robot(argv[1]);
  if (!loaded.ok()) {
    for (const auto& finding : loaded.findings()) fmt::print(stderr, "{}: {}\n", argv[1], finding.message);
    return 1;
  }
  robot::Description description = loaded.value().description;
  description.name = argv[2];
  description.transmission.reset();
  if (argc > 4 && std::strcmp(argv[4], "--floating") == 0) description.floating_base = true;
  for (auto& joint : description.joints) {
    joint.drive = {};
    joint.mimic.reset();
    joint.limits = {};
  }
  const auto text = files::write_robot(description, robot::Format::toml);
  if (!text.ok()) {
    for (const auto& finding : text.findings()) fmt::print(stderr, "{}: {}\n", argv[1], finding.message);
    return 1;
  }
  std::ofstream out(argv[3]);
  out << text.value();
  out.close();
  if (out) return 0;
  fmt::print(stderr, "{}: cannot be written\n", argv[3]);
  return 4;
}
