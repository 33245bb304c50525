// Hostile scenario files: every example, damaged at random. Whatever comes back, it is a scenario or a reason.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "scenarios.h"

namespace tauforge::simulate {
namespace {

std::vector<std::string> examples() {
  std::vector<std::string> texts{
      std::string(tests::calm_motion) +
      "[control]\nlaw = \"pd_with_gravity\"\nKp = [1, 2, 3, 4, 5, 6]\nenvelope = [1, 1, 1, 1, 1, 1]\n[executive]\n"
      "period = 0.002\nbackground_period = [0.01, 0.02]\nage_bound = 0.1\nrecovery = 3\noverrun = \"skip\"\n[plant]\n"
      "payload = { mass = 1.0, centre = [0, 0, 0.1] }\nencoder_step = [1e-4, 1e-4, 1e-4, 1e-4, 1e-4, 1e-4]\n[[fault]]\n"
      "kind = \"encoder_jumps\"\nat = 1.0\ndrive = \"joint1\"\ncounts = 12\n[[fault]]\nkind = \"payload\"\nat = "
      "2\nmass = 1\n"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(TAUFORGE_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".toml" && entry.file_size() < 5000) {
      std::ifstream file(entry.path());
      texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  return texts;
}

std::string damaged(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % std::max<std::size_t>(n, 1); };
  static const char* const words[] = {"-1",   "0",    "nan", "inf", "1e308", "-1e-308",  "[]",  "{}",
                                      "\"\"", "true", "[[",  "]",   "1e9",   "\xff\xfe", "= =", "\n[motion]\n"};
  for (std::size_t times = 1 + below(3); times > 0; --times) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0: text.erase(at, 1 + below(40)); break;
      case 1: text.insert(at, words[below(std::size(words))]); break;
      case 2: text[at] = static_cast<char>(random()); break;
      default:
        if (const std::size_t digit = text.find_first_of("0123456789", at); digit != std::string::npos)
          text.replace(digit, 1, words[below(std::size(words))]);
    }
  }
  return text;
}

TEST(DamagedScenarios, AreReadOrRefusedWithAReason) {
  const robot::Robot puma = tests::robot_named("puma560");
  std::mt19937 random(7);
  int refused = 0, accepted = 0;
  for (const std::string& text : examples())
    for (int k = 0; k < 60; ++k) {
      const auto read = tests::scenario_of(damaged(text, random), puma);
      if (read.ok()) {
        ++accepted;
        EXPECT_GT(read.value().duration, 0.0);
        continue;
      }
      ++refused;
      ASSERT_FALSE(read.findings().empty());
      for (const auto& finding : read.findings()) ASSERT_FALSE(finding.code.empty() || finding.message.empty());
    }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 20);
}

}  // namespace
}  // namespace tauforge::simulate
