// Reference data that is not part of the project: $TAUFORGE_SHARED, or ../shared beside the source.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace tauforge::testing {

inline std::filesystem::path shared_data() {
  if (const char* given = std::getenv("TAUFORGE_SHARED")) return given;
  return std::filesystem::path(TAUFORGE_SOURCE_DIR) / ".." / "shared";
}

}  // namespace tauforge::testing

// Inside a test: the folder, or skip.
#define TAUFORGE_NEEDS_SHARED(folder)                                          \
  if (!std::filesystem::exists(::tauforge::testing::shared_data() / (folder))) \
  GTEST_SKIP() << "no shared data at " << (::tauforge::testing::shared_data() / (folder)).string()
