#include "tauforge/files/csv_recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/shared_data.h"

namespace tauforge::files {
namespace {

using recording::Effort;

RecordingInspection read(std::string_view text, const RecordingOptions& options = {}) {
  return inspect_recording_text("log.csv", text, options);
}

bool has(const diagnostic::Findings& findings, std::string_view code, int line = -1, int column = -1) {
  for (const auto& f : findings)
    if (f.code == code && (line < 0 || f.at.line == line) && (column < 0 || f.at.column == column)) return true;
  return false;
}

RecordingLayout layout(const std::string& text) {
  auto result = read_recording_layout(source_from_text("layout.toml", text));
  EXPECT_TRUE(result.ok());
  return result.ok() ? result.take() : RecordingLayout{};
}

std::string layout_codes(const std::string& text) {
  std::string codes;
  const auto result = read_recording_layout(source_from_text("layout.toml", text));
  for (const auto& f : result.findings()) codes += f.code + " ";
  return codes;
}

TEST(CsvRecording, ReadsNumberedColumnsInAnyOrder) {
  const auto r = read("tau2,q1,t,q2,tau1,qd2,qd1,note\n20,1,0,2,10,5,4,9\n21,1.5,0.1,2.5,11,7,6,9\n");
  ASSERT_TRUE(r.recording);
  EXPECT_TRUE(r.findings.empty());
  EXPECT_EQ(r.recording->t, (std::vector<double>{0, 0.1}));
  EXPECT_EQ(r.recording->q, (recording::Channels{{1, 1.5}, {2, 2.5}}));
  EXPECT_EQ(r.recording->qd, (recording::Channels{{4, 6}, {5, 7}}));
  EXPECT_EQ(r.recording->effort, (recording::Channels{{10, 11}, {20, 21}}));
  EXPECT_EQ(r.recording->effort_kind, Effort::torque);
  EXPECT_EQ(r.recording->line, (std::vector<std::uint32_t>{2, 3}));
}

// One row of garbage is one finding, not one for each row that follows it; inspected, the others are there.
TEST(CsvRecording, TakesBackRowsThatJumpAheadOfAllOthers) {
  std::string text = "t,q1\n";
  for (int k = 0; k < 100; ++k) text += k == 40 ? "1e9,17\n" : std::to_string(0.01 * k) + ",0\n";
  const auto r = read(text);
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_TRUE(has(r.findings, "row-garbage", 42));
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->samples(), 99u);
  EXPECT_EQ(r.recording->q[0], std::vector<double>(99, 0.0));
}

TEST(CsvRecording, ReadsColumnsByTheNamesOfTheRobotsDrives) {
  RecordingOptions options;
  options.joints = {"shoulder", "elbow"};
  const auto r = read("t,q:elbow,q:shoulder,i:shoulder,i:elbow\n0,1,2,3,4\n1,1,2,3,4\n", options);
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->q[0][0], 2.0);
  EXPECT_EQ(r.recording->effort[1][0], 4.0);
  EXPECT_EQ(r.recording->effort_kind, Effort::current);
}

TEST(CsvRecording, TurnsMotorSignalsIntoJointSignals) {
  // a coupled wrist: q_motor = A q_joint, tau_joint = A' tau_motor
  RecordingOptions options;
  options.layout = layout(
      "position = \"qm{}\"\ntorque = \"taum{}\"\njoint_to_motor = [[45, 0], [32, 32]]\nposition_offset_deg = [0, -90]\n"
      "position_unit = \"rad\"\n");
  const auto r = read("t,qm1,qm2,taum1,taum2\n0,45,64,1,2\n1,90,64,1,2\n", options);
  ASSERT_TRUE(r.recording);
  EXPECT_NEAR(r.recording->q[0][0], 1.0, 1e-15);
  EXPECT_NEAR(r.recording->q[1][0], 1.0 - std::numbers::pi / 2, 1e-15);
  EXPECT_NEAR(r.recording->q[1][1], 0.0 - std::numbers::pi / 2, 1e-15);
  EXPECT_NEAR(r.recording->effort[0][0], 45 * 1 + 32 * 2, 1e-13);
  EXPECT_NEAR(r.recording->effort[1][0], 32 * 2, 1e-13);
}

TEST(CsvRecording, BringsUnitsToSiAndCurrentsToTorques) {
  RecordingOptions options;
  options.layout = layout(
      "time = \"stamp\"\ntime_unit = \"ms\"\nposition_unit = \"deg\"\nvelocity_unit = \"rpm\"\ncurrent_unit = \"mA\"\n"
      "gains = [10]\nsign = [-1]\n");
  const auto r = read("stamp,q1,qd1,i1\n0,180,30,500\n10,90,60,500\n", options);
  ASSERT_TRUE(r.recording);
  EXPECT_NEAR(r.recording->t[1], 0.01, 1e-15);
  EXPECT_NEAR(r.recording->q[0][0], std::numbers::pi, 1e-15);
  EXPECT_NEAR(r.recording->qd[0][0], std::numbers::pi, 1e-15);
  EXPECT_NEAR(r.recording->effort[0][0], -5.0, 1e-15);
  EXPECT_EQ(r.recording->effort_kind, Effort::torque);
}

TEST(CsvRecording, ReadsARangeOfRows) {
  RecordingOptions options;
  options.layout.rows = {2, 3};
  const auto r = read("t,q1\n0,0\n\n1,1\n# pause\n2,2\n3,3\n", options);
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->t, (std::vector<double>{1, 2}));
  EXPECT_EQ(r.recording->line, (std::vector<std::uint32_t>{4, 6}));
  options.layout.rows = {7, 9};
  EXPECT_TRUE(has(read("t,q1\n0,0\n1,1\n", options).findings, "rows-outside"));
  options.layout.rows = {1, 9};
  EXPECT_TRUE(has(read("t,q1\n0,0\n1,1\n", options).findings, "rows-outside"));
}

TEST(CsvRecording, SplitsARowRangeOffAFileName) {
  EXPECT_EQ(split_row_range("a.csv@635-3510"),
            (std::pair<std::string, std::optional<RowRange>>("a.csv", RowRange{635, 3510})));
  for (const char* plain : {"a.csv", "a@b.csv", "a.csv@5", "a.csv@9-3", "a.csv@0-3", "a.csv@1-2x"})
    EXPECT_EQ(split_row_range(plain), (std::pair<std::string, std::optional<RowRange>>(plain, std::nullopt)));
}

TEST(CsvRecording, PointsAtCellsThatAreNotFinite) {
  const auto r = read("t,q1,tau1\n0,1,2\n1,nan,2\n2,1,inf\n3,1,2\n");
  EXPECT_TRUE(has(r.findings, "not-finite", 3, 3));
  EXPECT_TRUE(has(r.findings, "not-finite", 4, 5));
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->t, (std::vector<double>{0, 3}));
}

TEST(CsvRecording, IgnoresWhatIsNotFiniteInColumnsItDoesNotRead) {
  EXPECT_TRUE(read("t,q1,temperature\n0,1,nan\n1,1,nan\n").findings.empty());
}

TEST(CsvRecording, PointsAtTimesThatDoNotIncrease) {
  const auto r = read("q1,t\n1,0\n2,1\n3,1\n4,0.5\n5,2\n");
  EXPECT_TRUE(has(r.findings, "time-not-increasing", 4, 3));
  EXPECT_TRUE(has(r.findings, "time-not-increasing", 5, 3));
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->t, (std::vector<double>{0, 1, 2}));
}

TEST(CsvRecording, CountsFindingsOfAKindInsteadOfListingAll) {
  std::string text = "t,q1\n";
  for (int k = 0; k < 1000; ++k) text += "0,nan\n";
  EXPECT_LE(read(text).findings.size(), 8u);
}

TEST(CsvRecording, GoesOnBehindAMalformedRowAndCountsIt) {
  const auto r = read("t,q1\n0,1\n1,2\n2,3x\n3,4\n4,5,6\n5,6\n");
  EXPECT_TRUE(has(r.findings, "not-a-number", 4, 3));
  EXPECT_TRUE(has(r.findings, "csv-cell-count", 6, 5));
  EXPECT_TRUE(has(r.findings, "rows-malformed", 0));
  EXPECT_FALSE(diagnostic::has_error(r.findings));
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->t, (std::vector<double>{0, 1, 3, 5}));
  EXPECT_EQ(r.recording->line, (std::vector<std::uint32_t>{2, 3, 5, 7}));
}

TEST(CsvRecording, CountsMalformedRowsAmongThoseAskedFor) {
  RecordingOptions options;
  options.layout.rows = {2, 4};
  const auto r = read("t,q1\n0,1\n1,2\n2,3x\n3,4\n4,5\n", options);
  ASSERT_TRUE(r.recording);
  EXPECT_EQ(r.recording->t, (std::vector<double>{1, 3}));
}

TEST(CsvRecording, StopsWhereTooManyRowsAreMalformed) {
  std::string text = "t,q1\n";
  for (int k = 0; k < 1000; ++k) text += k % 20 == 7 ? "x,y\n" : fmt::format("{},1\n", k);
  const auto r = read(text);
  EXPECT_TRUE(diagnostic::has_error(r.findings));
  EXPECT_TRUE(has(r.findings, "rows-malformed", 0));
  EXPECT_LE(r.findings.size(), 20u);
}

TEST(CsvRecording, SaysWhichColumnsAreMissing) {
  EXPECT_TRUE(has(read("time,q1\n0,1\n").findings, "column-missing", 1));
  EXPECT_TRUE(has(read("t,x\n0,1\n").findings, "column-missing", 1));
  RecordingOptions options;
  options.joints = {"a", "b", "c"};
  const auto r = read("t,q1,q2\n0,1,2\n", options);
  ASSERT_TRUE(has(r.findings, "column-missing", 1));
  EXPECT_NE(r.findings[0].message.find("q3"), std::string::npos);
  const auto partly = read("t,q1,q2,tau1\n0,1,2,3\n1,1,2,3\n");
  EXPECT_TRUE(has(partly.findings, "column-missing", 1));
  ASSERT_TRUE(partly.recording);
  EXPECT_EQ(partly.recording->effort_kind, Effort::none);
}

TEST(CsvRecording, RefusesEmptyAndOversizedTables) {
  EXPECT_TRUE(has(read("").findings, "csv-empty"));
  EXPECT_TRUE(has(read("t,q1\n").findings, "recording-empty"));
  EXPECT_TRUE(has(read("t,q1\n0,1\n").findings, "recording-empty"));
  RecordingOptions options;
  options.most_values = 5;
  EXPECT_TRUE(has(read("t,q1\n0,1\n1,1\n2,1\n", options).findings, "recording-too-large", 4));
}

TEST(CsvRecording, RefusesLayoutsThatDoNotFit) {
  RecordingOptions options;
  options.layout.joint_to_motor = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  options.layout.gains = {1, 2, 3};
  EXPECT_TRUE(has(read("t,q1,q2\n0,1,2\n1,1,2\n", options).findings, "layout-size"));
  options.layout.gains.clear();
  options.layout.joint_to_motor = {{1, 2}, {2, 4}};
  EXPECT_TRUE(has(read("t,q1,q2\n0,1,2\n1,1,2\n", options).findings, "matrix-singular"));
  options.layout.joint_to_motor = {{1, 2}, {2, 5}};
  EXPECT_TRUE(has(read("t,q1,q2,i1,i2\n0,1,2,3,4\n1,1,2,3,4\n", options).findings, "gains-missing"));
}

TEST(CsvRecordingLayout, ReportsEveryMistake) {
  EXPECT_EQ(layout_codes("position = \"q\"\n"), "pattern-without-braces ");
  EXPECT_EQ(layout_codes("time_unit = \"h\"\n"), "unknown-unit ");
  EXPECT_EQ(layout_codes("rows = [5, 2]\n"), "rows-impossible ");
  EXPECT_EQ(layout_codes("joint_to_motor = [[1, 2]]\n"), "matrix-not-square ");
  EXPECT_EQ(layout_codes("sign = [2]\nlargest_gap = 0\n"), "sign-impossible gap-impossible ");
  EXPECT_EQ(layout_codes("torque = \"a{}\"\ncurrent = \"i{}\"\n"), "key-conflict ");
  EXPECT_EQ(layout_codes("positon = \"q{}\"\n"), "unknown-key ");
  EXPECT_EQ(layout_codes("position = 3\n"), "wrong-type ");
}

TEST(CsvRecording, IsReadAsItWasWritten) {
  for (const Effort kind : {Effort::none, Effort::torque, Effort::current}) {
    recording::Recording written;
    written.t = {0.0, 0.1, 0.3}, written.q = {{1, 2, 1.0 / 3}, {4, 5, 6}}, written.effort_kind = kind;
    if (kind != Effort::none) written.effort = {{0.1, 1e-300, -7}, {8, 9, 10}};
    if (kind == Effort::current) written.qd = {{-1, -2, -3}, {-4, -5, -6}};
    const std::string path = ::testing::TempDir() + "written_" + std::to_string(getpid()) + ".csv";
    ASSERT_TRUE(write_recording(written, path).empty());
    const auto result = read_recording(path);
    std::remove(path.c_str());
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result.value().t, written.t);
    EXPECT_EQ(result.value().q, written.q);
    EXPECT_EQ(result.value().qd, written.qd);
    EXPECT_EQ(result.value().effort, written.effort);
    EXPECT_EQ(result.value().effort_kind, kind);
  }
}

TEST(CsvRecording, SaysWhichFileCannotBeWrittenByTheNameThatIsShown) {
  const auto findings = write_recording({}, "/nowhere/at/all.csv.part", "all.csv");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(diagnostic::to_text(findings[0]).find("'all.csv'"), std::string::npos);
}

TEST(CsvRecording, ReadsTheSharedLogs) {
  TAUFORGE_NEEDS_SHARED("data");
  const auto data = testing::shared_data() / "data";
  auto ur10e = read_recording((data / "ur10e/id_30s_12harm.csv").string());
  ASSERT_TRUE(ur10e.ok());
  EXPECT_EQ(ur10e.value().samples(), 3691u);
  EXPECT_EQ(ur10e.value().joint_count(), 6u);
  EXPECT_EQ(ur10e.value().effort_kind, Effort::current);
  EXPECT_NEAR(recording::usual_period(ur10e.value().t), 0.01, 0.001);
  RecordingOptions options;
  options.layout = layout(
      "position = \"qm{}\"\ntorque = \"taum{}\"\nposition_offset_deg = [0, -90, 90, 0, 0, 0]\njoint_to_motor = [\n"
      "[32,0,0,0,0,0],[0,32,0,0,0,0],[0,0,45,0,0,0],[0,0,0,-48,0,0],[0,0,0,0,45,0],[0,0,0,0,32,32]]\n");
  auto tx40 = read_recording((data / "tx40/tx40_motor_5kHz.csv").string(), options);
  ASSERT_TRUE(tx40.ok());
  EXPECT_EQ(tx40.value().samples(), 45000u);
  EXPECT_TRUE(tx40.value().gaps.empty());
}

}  // namespace
}  // namespace tauforge::files
