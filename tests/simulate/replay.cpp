// A recording played behind the interface of the cards.
#include "tauforge/simulate/replay.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tauforge::simulate {
namespace {

recording::Recording swing() {
  recording::Recording log;
  log.name = "swing.csv";
  log.joints = {"a", "b"};
  log.q.resize(2);
  for (int k = 0; k < 200; ++k) {
    log.t.push_back(5.0 + 0.002 * k);
    log.q[0].push_back(std::sin(0.02 * k));
    log.q[1].push_back(-0.3 + 0.001 * k);
  }
  return log;
}
const std::vector<control::Axis> axes_of_swing{{.step = 1e-5, .offset = 0.2}, {.step = -1e-5}};

TEST(Replay, GivesBackThePositionsOfItsRecording) {
  const recording::Recording log = swing();
  auto replay = Replay::of(log, axes_of_swing);
  ASSERT_TRUE(replay.ok());
  Replay machine = replay.take();
  control::Axes axes(axes_of_swing);
  control::Reading reading(2);
  for (int k = 0; k < 200; ++k) {
    machine.read(2'000'000 * k, reading);
    axes.update(reading, 0.002);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(axes.q()[i], log.q[i][static_cast<std::size_t>(k)], 0.5e-5 + 1e-12);
  }
  EXPECT_EQ(machine.duration(), 398'000'000);
}

TEST(Replay, HoldsEachSampleUntilTheNextAndTheLastForEver) {
  const Replay machine = Replay::of(swing(), axes_of_swing).take();
  EXPECT_EQ(machine.sample(-1), 0u);
  EXPECT_EQ(machine.sample(1'999'999), 0u);
  EXPECT_EQ(machine.sample(2'000'000), 1u);
  EXPECT_EQ(machine.sample(3'999'999), 1u);
  EXPECT_EQ(machine.sample(1'000'000'000'000), 199u);
}

TEST(Replay, KeepsWhatIsWritten) {
  Replay machine = Replay::of(swing(), axes_of_swing).take();
  machine.write(0, {std::vector<double>{1.5, -2}, 3});
  EXPECT_EQ(machine.volts()[1], -2);
  EXPECT_EQ(machine.digital(), 3u);
}

TEST(Replay, RefusesWhatIsNoRecordingOfThisMachine) {
  const auto code = [](const recording::Recording& log) {
    const auto replay = Replay::of(log, axes_of_swing);
    return replay.ok() ? std::string("fine") : replay.findings().front().code;
  };
  EXPECT_EQ(code(swing()), "fine");
  EXPECT_EQ(code({}), "recording-empty");
  recording::Recording log = swing();
  log.q.pop_back();
  EXPECT_EQ(code(log), "recording-joints");
  log = swing();
  log.t[7] = log.t[6];
  EXPECT_EQ(code(log), "recording-time");
  log = swing();
  log.q[1][9] = NAN;
  EXPECT_EQ(code(log), "recording-position");
}

}  // namespace
}  // namespace tauforge::simulate
