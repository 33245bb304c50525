#include "tauforge/face/long_logs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "tauforge/recording/recording.h"

namespace tauforge {
namespace {

constexpr double seconds = 60, rate = 1000;

// Slow sines on every drive, so that what is held can be compared with a closed form.
std::string log_of(std::size_t drives) {
  const std::string path = testing::TempDir() + fmt::format("long_log_{}.csv", getpid());  // tests run side by side
  std::ofstream file(path);
  file << "t";
  for (const char* kind : {"q", "tau"})
    for (std::size_t j = 1; j <= drives; ++j) file << ',' << kind << j;
  file << '\n';
  for (int k = 0; k < static_cast<int>(seconds * rate); ++k) {
    const double t = k / rate;
    std::string row = fmt::format("{:.3f}", t);
    for (std::size_t j = 0; j < drives; ++j) row += fmt::format(",{:.9f}", 0.5 * std::sin(t + static_cast<double>(j)));
    for (std::size_t j = 0; j < drives; ++j) row += fmt::format(",{:.9f}", 3.0 * std::cos(t + static_cast<double>(j)));
    file << row << '\n';
  }
  return path;
}

LongLogs read(const Robot& robot, const std::string& path, std::size_t most_numbers) {
  IdentifySettings settings;
  settings.cutoff = 5.0;
  return read_long_logs(robot, {files::recording_request(path, {}, robot.drives())}, settings, {}, most_numbers);
}

TEST(LongLogs, AreHeldAtTenTimesTheCutOff) {
  const auto robot = load(TAUFORGE_SOURCE_DIR "/robots/scara.toml");
  ASSERT_TRUE(robot);
  const std::string path = log_of(robot.value().drives().size());
  const LongLogs read_back = read(robot.value(), path, 1'000'000);
  ASSERT_EQ(read_back.logs.size(), 1u);
  const recording::Recording& log = read_back.logs[0].details();
  EXPECT_EQ(log.samples(), 3000u) << "60 s at 50 Hz";
  EXPECT_TRUE(log.gaps.empty());
  for (std::size_t k = 50; k + 50 < log.samples(); k += 37) {
    EXPECT_NEAR(log.t[k], 0.02 * static_cast<double>(k), 1e-9);
    EXPECT_NEAR(log.q[1][k], 0.5 * std::sin(log.t[k] + 1.0), 1e-6);
    EXPECT_NEAR(log.effort[1][k], 3.0 * std::cos(log.t[k] + 1.0), 1e-5);
  }
  std::remove(path.c_str());
}

TEST(LongLogs, AreStoodForByStretchesWhereEvenThatIsTooMuch) {
  const auto robot = load(TAUFORGE_SOURCE_DIR "/robots/scara.toml");
  ASSERT_TRUE(robot);
  const std::size_t drives = robot.value().drives().size(), most = 1000 * (1 + 2 * drives);
  const std::string path = log_of(drives);
  LongLogs read_back = read(robot.value(), path, most);
  ASSERT_EQ(read_back.logs.size(), 1u);
  const recording::Recording& log = read_back.logs[0].details();
  EXPECT_NEAR(static_cast<double>(log.samples()), 1000.0, 60.0) << "a third of the time";
  EXPECT_GE(log.gaps.size(), 3u);
  EXPECT_GT(log.t.back(), 40.0) << "all along the log";
  EXPECT_EQ(read_back.findings.back().code, "log-condensed");
  read_back.findings.push_back(diagnostic::warning(read_back.findings.back().at, "gap", "nothing was recorded"));
  drop_gaps_of_condensed(read_back.logs, read_back.findings);
  EXPECT_EQ(read_back.findings.back().code, "log-condensed") << "such gaps are not those of the log";
  std::remove(path.c_str());
}

TEST(LongLogs, OfAnotherRobotAreRefused) {
  const auto robot = load(TAUFORGE_SOURCE_DIR "/robots/scara.toml");
  ASSERT_TRUE(robot);
  const std::string path = log_of(2);
  const LongLogs read_back = read(robot.value(), path, 1000);
  EXPECT_TRUE(read_back.logs.empty());
  EXPECT_TRUE(diagnostic::has_error(read_back.findings));
  std::remove(path.c_str());
}

}  // namespace
}  // namespace tauforge
