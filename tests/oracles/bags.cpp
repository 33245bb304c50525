// Bags and MATLAB files that programs of others wrote, against the same numbers as a table. Skipped by name where Python
// ($TAUFORGE_PYTHON, else python3) lacks the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tauforge/files/csv_recording.h"
#include "tests/support/run_python.h"

namespace tauforge::tests {
namespace {

constexpr int not_installed = 4;

class LogsOfOthers : public testing::TestWithParam<const char*> {};

TEST_P(LogsOfOthers, AreReadToTheLastBit) {
  const TemporaryFolder folder;
  const std::string log = folder / "log", table = folder / "log.csv";
  const int code = run_python("oracles/bags.py", {GetParam(), log, table}, folder / "said");
  if (code == not_installed) GTEST_SKIP() << GetParam() << " is not installed: " << text_of_file(folder / "said");
  ASSERT_EQ(code, 0) << text_of_file((folder / "said") + ".err");
  files::RecordingOptions options;
  const bool names = std::string(GetParam()) != "scipy";  // a matrix has numbers only
  if (names) options.joints = {"base", "upper arm", "forearm"};
  const auto found = files::read_recording(log, options), expected = files::read_recording(table, options);
  ASSERT_TRUE(expected);
  ASSERT_TRUE(found) << to_text(found.findings()[0]);
  EXPECT_EQ(found.value().q, expected.value().q);
  EXPECT_EQ(found.value().qd, expected.value().qd);
  EXPECT_EQ(found.value().effort, expected.value().effort);
  ASSERT_EQ(found.value().samples(), 500u);
  for (std::size_t k = 0; k < 500; ++k) EXPECT_NEAR(found.value().t[k], expected.value().t[k], 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Oracles, LogsOfOthers,
                         testing::Values("mcap-none", "mcap-lz4", "mcap-zstd", "rosbags", "scipy"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tauforge::tests
