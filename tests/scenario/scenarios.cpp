#include "scenarios.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace tauforge::tests {

diagnostic::Result<scenario::Scenario> scenario_of(const std::string& text, const robot::Robot& robot) {
  const std::string path = testing::TempDir() + "scenario_" + std::to_string(getpid()) + ".toml";
  std::ofstream(path) << text;
  auto read = scenario::read_scenario(path, robot);
  unlink(path.c_str());
  return read;
}

const char* const calm_motion = R"([motion]
form = "polynomial"
points_deg = [[0, -45, 180, 0, 0, 0], [40, -20, 150, 20, 30, 0], [0, -45, 180, 0, 0, 0]]
duration = 4.0
)";

}  // namespace tauforge::tests
