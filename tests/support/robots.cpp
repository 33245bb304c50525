#include "tests/support/robots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tauforge/files/read_robot.h"

namespace tauforge::tests {

robot::Robot robot_in_folder(const std::string& name) {
  auto loaded = files::load_robot(std::string(TAUFORGE_SOURCE_DIR) + "/robots/" + name + ".toml");
  EXPECT_TRUE(loaded.ok()) << name;
  return loaded.take().robot;
}

std::vector<std::string> robot_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TAUFORGE_SOURCE_DIR) + "/robots"))
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tauforge::tests
