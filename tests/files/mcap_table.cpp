#include "tauforge/files/mcap_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tauforge/files/csv_recording.h"
#include "tauforge/files/ros_messages.h"
#include "tests/support/bag.h"

namespace tauforge::files {
namespace {

using tests::Bag;
using tests::double_array;
using tests::joint_state;

std::int64_t at(double seconds) { return tests::nanoseconds(seconds); }

const std::vector<std::string> arm = {"a", "b"};

class BagFile {
 public:
  explicit BagFile(const std::string& bytes)
      : path(std::filesystem::temp_directory_path() / ("tauforge_bag_" + std::to_string(getpid()) + ".mcap")) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~BagFile() { std::filesystem::remove(path); }
  std::string path;
};

RecordingInspection read(const std::string& bytes, const RecordingLayout& layout = {},
                         const std::vector<std::string>& joints = {}) {
  const BagFile file(bytes);
  RecordingOptions options;
  options.layout = layout, options.joints = joints;
  return inspect_recording(file.path, options);
}

std::string codes(const diagnostic::Findings& findings) {
  std::string text;
  for (const auto& f : findings) text += (text.empty() ? "" : " ") + f.code;
  return text;
}

double value(std::size_t joint, int k, int kind) { return std::sin(0.1 * k + static_cast<double>(joint)) + kind; }

// 200 states at 1 kHz from 1700000000 s on; every third names the joints the other way round.
Bag usual(const std::string& compression) {
  Bag bag(compression);
  bag.topic(1, "/joint_states", joint_state_type);
  bag.topic(2, "/chatter", "std_msgs/msg/String");
  for (int k = 0; k < 200; ++k) {
    const std::int64_t t = 1'700'000'000'000'000'000 + 1'000'000 * std::int64_t{k};
    std::vector<double> x[3];
    const bool turned = k % 3 == 2;
    for (int kind = 0; kind < 3; ++kind)
      for (const std::size_t j : turned ? std::vector<std::size_t>{1, 0} : std::vector<std::size_t>{0, 1})
        x[kind].push_back(value(j, k, kind));
    bag.message(2, 1e-3 * k, "hello");
    bag.message(1, 1e-3 * k + 0.5, joint_state(t, turned ? std::vector<std::string>{"b", "a"} : arm, x[0], x[1], x[2]));
  }
  return bag;
}

void expect_usual(const RecordingInspection& found) {
  ASSERT_TRUE(found.recording) << codes(found.findings);
  const auto& r = *found.recording;
  ASSERT_EQ(r.samples(), 200u);
  EXPECT_EQ(r.joints, arm);
  EXPECT_EQ(r.effort_kind, recording::Effort::torque);
  for (int k = 0; k < 200; ++k) {
    const auto row = static_cast<std::size_t>(k);
    EXPECT_NEAR(r.t[row], 1e-3 * k, 1e-12);  // 1.7e9 s as a double would be known to 240 ns only
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_EQ(r.q[j][row], value(j, k, 0));
      EXPECT_EQ(r.qd[j][row], value(j, k, 1));
      EXPECT_EQ(r.effort[j][row], value(j, k, 2));
    }
  }
}

TEST(McapTable, ReadsJointStatesFromChunksOfEveryCompression) {
  for (const std::string compression : {"", "zstd", "lz4"}) {
    SCOPED_TRACE(compression);
    const auto found = read(usual(compression).bytes());
    expect_usual(found);
    EXPECT_EQ(codes(found.findings), "");
  }
}

TEST(McapTable, FindsItsTopicWithoutASummaryToo) { expect_usual(read(usual("lz4").bytes(false))); }

TEST(McapTable, GivesWhatIsCompleteOfAFileThatBreaksOff) {
  const std::string whole = usual("zstd").bytes();
  const auto found = read(whole.substr(0, whole.size() / 2));
  EXPECT_EQ(codes(found.findings), "mcap-truncated");
  ASSERT_TRUE(found.recording);
  EXPECT_GT(found.recording->samples(), 20u);
  EXPECT_LT(found.recording->samples(), 150u);
  for (std::size_t k = 0; k < found.recording->samples(); ++k)
    EXPECT_EQ(found.recording->q[1][k], value(1, static_cast<int>(k), 0));
}

TEST(McapTable, LeavesOutMessagesOfAnotherPublisher) {
  Bag bag("zstd");
  bag.topic(1, "/joint_states", joint_state_type);
  for (int k = 0; k < 20; ++k) {
    bag.message(1, 0.01 * k, joint_state(at(1 + 0.01 * k), {"gripper"}, {0.5}, {}, {}));
    bag.message(1, 0.01 * k, joint_state(at(1 + 0.01 * k), arm, {1.0 * k, 2}, {0, 0}, {3, 4}));
  }
  const auto found = read(bag.bytes(), {}, arm);
  EXPECT_EQ(codes(found.findings), "joint-missing");
  ASSERT_TRUE(found.recording);
  EXPECT_EQ(found.recording->samples(), 20u);
  EXPECT_EQ(found.recording->q[0][19], 19.0);
}

TEST(McapTable, SaysThatEffortsAreMissingByHavingNone) {
  Bag bag;
  bag.topic(1, "/joint_states", joint_state_type);
  for (int k = 0; k < 9; ++k) bag.message(1, 0.01 * k, joint_state(at(1 + 0.01 * k), arm, {1, 2}, {}, {}));
  const auto found = read(bag.bytes());
  ASSERT_TRUE(found.recording);
  EXPECT_EQ(found.recording->effort_kind, recording::Effort::none);
  EXPECT_TRUE(found.recording->qd.empty());
}

TEST(McapTable, BringsTopicsTogetherByTime) {
  Bag bag("lz4", 7);
  bag.topic(1, "/states", joint_state_type);
  bag.topic(2, "/current", array_type);
  for (int k = 0; k < 100; ++k) {  // currents twice as seldom, and 3 ms beside the states
    const double t = 10 + 0.01 * k;
    bag.message(1, t, joint_state(at(t), arm, {1.0 * k, -1.0 * k}, {}, {}));
    if (k % 2 == 0) bag.message(2, t + 0.003, double_array({5 * (t + 0.003), 7.0}));
  }
  RecordingLayout layout;
  layout.topics = {"position=/states", "current=/current"};
  const auto found = read(bag.bytes(), layout, arm);
  ASSERT_TRUE(found.recording) << codes(found.findings);
  const auto& r = *found.recording;
  EXPECT_EQ(r.effort_kind, recording::Effort::current);
  ASSERT_EQ(r.samples(), 98u);  // before the first and behind the last current nothing is known
  for (std::size_t k = 0; k < r.samples(); ++k) {
    EXPECT_NEAR(r.effort[0][k], 5 * (10 + 0.01 * (static_cast<double>(k) + 1)), 1e-9);  // a straight line stays one
    EXPECT_EQ(r.q[0][k], static_cast<double>(k) + 1);
  }
}

TEST(McapTable, SaysWhichTopicsThereAre) {
  Bag two;
  two.topic(1, "/left", joint_state_type), two.topic(2, "/right", joint_state_type);
  two.message(1, 1, joint_state(at(1), arm, {1, 2}, {}, {}));
  const auto ambiguous = read(two.bytes());
  ASSERT_EQ(codes(ambiguous.findings), "topic-ambiguous");
  EXPECT_NE(ambiguous.findings[0].hint.find("--topic /left, --topic /right"), std::string::npos);

  RecordingLayout layout;
  layout.topics = {"/lefd"};
  EXPECT_EQ(codes(read(two.bytes(), layout).findings), "topic-missing");
  layout.topics = {"/right"};
  EXPECT_EQ(codes(read(two.bytes(), layout).findings), "topic-empty");
  layout.topics = {"speed=/left"};
  EXPECT_EQ(codes(read(two.bytes(), layout).findings), "topic-quantity");

  Bag none;
  none.topic(1, "/chatter", "std_msgs/msg/String");
  EXPECT_EQ(codes(read(none.bytes()).findings), "topic-missing");
}

TEST(McapTable, RefusesWhatIsBroken) {
  std::string zeros = usual("").bytes().substr(0, 8);
  zeros.resize(4096, '\0');
  EXPECT_EQ(codes(read(zeros).findings), "mcap-broken topic-missing");

  std::string flipped = usual("zstd").bytes();
  flipped[200] = static_cast<char>(flipped[200] ^ 0x55);
  const auto found = read(flipped);
  EXPECT_TRUE(diagnostic::has_error(found.findings));

  Bag foreign("brotli");
  foreign.topic(1, "/joint_states", joint_state_type);
  foreign.message(1, 1, joint_state(at(1), arm, {1, 2}, {}, {}));
  EXPECT_EQ(codes(read(foreign.bytes()).findings), "mcap-compression topic-empty");

  // a chunk that claims to be huge
  std::string c;
  tests::put(c, std::uint64_t{0}), tests::put(c, std::uint64_t{0}), tests::put(c, std::uint64_t{1} << 60);
  tests::put(c, std::uint32_t{0}), tests::put_text(c, "zstd"), tests::put(c, std::uint64_t{0});
  EXPECT_EQ(codes(read(std::string("\x89MCAP0\r\n", 8) + Bag::record(0x06, c)).findings),
            "mcap-chunk-too-large topic-missing");
}

TEST(McapTable, NeedsNoTimeForAHugeFileOfNothing) {
  const BagFile file(std::string("\x89MCAP0\r\n", 8));
  std::filesystem::resize_file(file.path, std::uintmax_t{10} << 30);  // sparse: it takes no room
  const auto found = inspect_recording(file.path);
  EXPECT_EQ(codes(found.findings), "mcap-broken topic-missing");
}

}  // namespace
}  // namespace tauforge::files
