// Who keeps the watchdog of the drives content, and who must not.
#include "tauforge/cards/heartbeat.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

namespace tauforge::cards {
namespace {

using control::CardStatus;

// Counts what it is told; may be held inside a write().
struct CountingCards : control::Hardware {
  std::atomic<int> reads = 0, writes = 0, with_power = 0;
  std::atomic<bool> held = false, inside = false;
  std::atomic<std::uint64_t> digital = 0;

  std::size_t drives() const noexcept override { return 2; }
  CardStatus read(std::int64_t, control::Reading& reading) noexcept override {
    return reading.counts[0] = ++reads, CardStatus::fine;
  }
  CardStatus write(std::int64_t, const control::Outputs& outputs) noexcept override {
    inside = true;
    while (held) std::this_thread::yield();
    inside = false;
    digital = outputs.digital;
    with_power += outputs.enable || outputs.volts[0] != 0 || outputs.volts[1] != 0;
    return ++writes, CardStatus::fine;
  }
};

// Asks no more once it is so: asking may be a call that counts.
void wait_for(const std::function<bool()>& so) {
  for (int k = 0; k < 20000; ++k) {
    if (so()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ADD_FAILURE() << "waited for 20 s";
}

const std::vector<double> volts{1.0, -2.0}, none{0.0, 0.0};

TEST(Heartbeat, IsKeptUpWhileNobodyCommandsTheDrives) {
  CountingCards cards;
  Heartbeat heartbeat(cards);
  wait_for([&] { return heartbeat.beats() >= 5; });
  EXPECT_GE(cards.writes, 5);
  EXPECT_GE(cards.reads, 5);  // nothing old piles up
  EXPECT_EQ(cards.with_power, 0);
  EXPECT_EQ(cards.digital, control::brakes);
}

TEST(Heartbeat, IsNotKeptUpForDrivesThatHavePower) {
  CountingCards cards;
  Heartbeat heartbeat(cards);
  wait_for([&] { return heartbeat.write(1, {volts, 0, true}) == CardStatus::fine; });
  const int writes = cards.writes, reads = cards.reads;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));  // somebody hangs: the watchdog has to fire
  EXPECT_EQ(cards.writes, writes);
  EXPECT_EQ(cards.reads, reads);
  // and again once they are stopped, with the outputs that were left
  EXPECT_EQ(heartbeat.write(2, {none, 4, false}), CardStatus::fine);
  wait_for([&] { return cards.writes > writes + 5; });
  EXPECT_EQ(cards.with_power, 1);
  EXPECT_EQ(cards.digital, 4 | control::brakes);
}

TEST(Heartbeat, NeverMakesACallWait) {
  CountingCards cards;
  cards.held = true;
  Heartbeat heartbeat(cards);
  wait_for([&] { return cards.inside.load(); });  // its thread is held inside the driver
  control::Reading reading(2);
  EXPECT_EQ(heartbeat.read(1, reading), CardStatus::stale);
  EXPECT_EQ(heartbeat.write(1, {volts, 0, true}), CardStatus::stale);
  cards.held = false;
  wait_for([&] { return heartbeat.read(2, reading) == CardStatus::fine; });
  EXPECT_EQ(cards.with_power, 0);  // what was not taken is not written later
}

}  // namespace
}  // namespace tauforge::cards
