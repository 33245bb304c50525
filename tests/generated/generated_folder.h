// A folder that the program itself wrote, and what can be done with it.
#pragma once

#include <string>
#include <vector>

#include "tests/support/compile_c.h"

namespace tauforge::tests {

// Runs `tauforge generate ROBOT -o folder/NAME words...`; the robot is a path below robots/.
inline Finished generate(const std::string& robot, const std::string& into, const std::vector<std::string>& words) {
  std::vector<std::string> all = {
      TAUFORGE_BINARY_DIR "/tauforge", "generate", TAUFORGE_SOURCE_DIR "/robots/" + robot, "-o", into, "--quiet"};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all);
}

inline const std::vector<std::string> strict_c = {"-std=c99", "-pedantic-errors", "-Wall",
                                                  "-Wextra",  "-Wconversion",     "-Werror"};

// compiler + strict flags + flags + -I folder + more
inline Finished compile_in(const std::string& folder, const std::string& compiler,
                           const std::vector<std::string>& flags, const std::vector<std::string>& more) {
  std::vector<std::string> words = {compiler};
  for (const auto* part : {&strict_c, &flags}) words.insert(words.end(), part->begin(), part->end());
  words.insert(words.end(), {"-I", folder});
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

}  // namespace tauforge::tests
