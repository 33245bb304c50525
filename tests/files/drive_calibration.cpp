#include "tauforge/files/drive_calibration.h"

#include <gtest/gtest.h>

namespace tauforge::files {
namespace {

TEST(DriveCalibration, ReadsBackAsItWasWritten) {
  const DriveCalibration c{{"shoulder \"pan\"", "elbow"}, {10.0 / 3.0, 1e-3}, {{1e-4, 9e-5}, {9e-5, 1e-4}}, 2.805};
  const auto back = read_drive_calibration(source_from_text("gains.toml", write_drive_calibration(c)));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back.value(), c);
}

TEST(DriveCalibration, IsRefusedWhereNoGainsCouldBeLikeThat) {
  const auto code_of = [](const char* text) {
    const auto read = read_drive_calibration(source_from_text("gains.toml", text));
    return read.ok() ? std::string("fine") : read.findings().front().code;
  };
  EXPECT_EQ(code_of("drives = [\"a\"]\ngains = [1]\ncovariance = [[0.01]]\n"), "fine");
  EXPECT_EQ(code_of("drives = [\"a\"]\ngains = [1]\n"), "missing-key");
  EXPECT_EQ(code_of("drives = [\"a\"]\ngains = [-1]\ncovariance = [[0.01]]\n"), "gain-impossible");
  EXPECT_EQ(code_of("drives = [\"a\", \"b\"]\ngains = [1, 1]\ncovariance = [[1, 2], [2, 1]]\n"),
            "covariance-impossible");
}

}  // namespace
}  // namespace tauforge::files
