// Driver libraries behind control::Hardware: what they say arrives, and what they do wrong is noticed.
#include "tauforge/cards/driver_hardware.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "tests/cards/scripted_driver.h"
#include "tests/support/counting/counted_allocation.h"

namespace tauforge::cards {
namespace {

using control::CardStatus;

const std::string scripted = DRIVERS "/libdriver_scripted.so";

// What the library remembers: the same copy of it, since it is loaded once per process.
const scripted_seen& seen() {
  static const native::SharedLibrary library(scripted);
  return *library.symbol<const scripted_seen*>("scripted_seen");
}

std::unique_ptr<DriverHardware> opened(const std::string& options, std::size_t drives = 2) {
  auto result = DriverHardware::open(scripted, options, drives);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : to_text(result.findings().front()));
  return result.ok() ? result.take() : nullptr;
}

std::string code_of(const std::string& library, const std::string& options = "", std::size_t drives = 2) {
  const auto result = DriverHardware::open(library, options, drives);
  return result.ok() ? "" : result.findings().front().code;
}

TEST(DriverHardware, HandsOnEverythingThatTheDriverReads) {
  seen();
  const auto cards = opened("equipment=255");
  control::Reading reading(2);
  ASSERT_EQ(cards->read(1, reading), CardStatus::fine);
  ASSERT_EQ(cards->read(2, reading), CardStatus::fine);
  EXPECT_EQ(reading.counts, (std::vector<std::int64_t>{1, 1001}));  // 1000 i + k, k = 1
  EXPECT_EQ(reading.index_counts, (std::vector<std::int64_t>{100, 101}));
  EXPECT_EQ(reading.index_pulses, (std::vector<std::uint32_t>{7, 8}));
  EXPECT_EQ(reading.potentiometers, (std::vector<double>{1.5, 2.5}));
  EXPECT_EQ(reading.currents, (std::vector<double>{-0.5, -1.5}));
  EXPECT_EQ(reading.hot, 2u);
  EXPECT_EQ(reading.engaged, 1u);
  EXPECT_EQ(reading.digital, 5u);
  EXPECT_FALSE(reading.emergency_stop);
  EXPECT_EQ(cards->name(), "scripted cards");
}

TEST(DriverHardware, TellsWhichEquipmentThereIs) {
  for (unsigned bit = 1; bit <= TAUFORGE_HAS_INDEX; bit *= 2) {
    const auto cards = opened("equipment=" + std::to_string(bit));
    const control::Equipment e = cards->equipment();
    EXPECT_EQ(e.watchdog, bit == TAUFORGE_HAS_WATCHDOG);
    EXPECT_EQ(e.emergency_stop, bit == TAUFORGE_HAS_EMERGENCY_STOP);
    EXPECT_EQ(e.brakes, bit == TAUFORGE_HAS_BRAKES);
    EXPECT_EQ(e.brake_feedback, bit == TAUFORGE_HAS_BRAKE_FEEDBACK);
    EXPECT_EQ(e.potentiometers, bit == TAUFORGE_HAS_POTENTIOMETERS);
    EXPECT_EQ(e.currents, bit == TAUFORGE_HAS_CURRENTS);
    EXPECT_EQ(e.thermal, bit == TAUFORGE_HAS_THERMAL);
    EXPECT_EQ(cards->index_pulses(), bit == TAUFORGE_HAS_INDEX);
  }
}

TEST(DriverHardware, DoesNotBelieveWhatTheEquipmentDoesNotName) {
  const auto cards = opened("equipment=0 button");
  control::Reading reading(2);
  ASSERT_EQ(cards->read(0, reading), CardStatus::fine);
  EXPECT_EQ(reading.counts[1], 1000);
  EXPECT_EQ(reading.potentiometers[0], 0.0);
  EXPECT_EQ(reading.currents[0], 0.0);
  EXPECT_EQ(reading.index_pulses[0], 0u);
  EXPECT_EQ(reading.hot, 0u);
  EXPECT_EQ(reading.engaged, 0u);
  EXPECT_FALSE(reading.emergency_stop);
}

TEST(DriverHardware, KeepsTheValuesOfBeforeWhenNothingNewHasCome) {
  const auto cards = opened("status=1 at=1 button");
  control::Reading reading(2);
  ASSERT_EQ(cards->read(0, reading), CardStatus::fine);
  reading.emergency_stop = false;
  ASSERT_EQ(cards->read(1, reading), CardStatus::stale);
  EXPECT_EQ(reading.counts[0], 0);      // of call 0, not of call 1
  EXPECT_TRUE(reading.emergency_stop);  // a button is believed at once
}

TEST(DriverHardware, CountsEveryCallByWhatCameOfIt) {
  const auto cards = opened("status=1 at=3 write_status=2");
  control::Reading reading(2);
  for (int k = 0; k < 10; ++k) cards->read(k, reading);
  const std::vector<double> volts{1, 2};
  for (int k = 0; k < 4; ++k) EXPECT_EQ(cards->write(k, {volts}), CardStatus::failed);
  const CardsReport report = cards->report();
  EXPECT_EQ(report.reads.fine, 3u);
  EXPECT_EQ(report.reads.stale, 7u);
  EXPECT_EQ(report.reads.longest_stale, 7u);
  EXPECT_EQ(report.reads.failed, 0u);
  EXPECT_EQ(report.writes.failed, 4u);
  EXPECT_EQ(report.told, "10 reads\nsecond line");
  EXPECT_EQ(report.mistake, "");
}

TEST(DriverHardware, FailsWithStatusesThatAreNone) {
  for (const std::string status : {"3", "-1", "77"}) {
    const auto cards = opened("status=" + status);
    control::Reading reading(2);
    EXPECT_EQ(cards->read(2'000'000'000, reading), CardStatus::failed);
    EXPECT_EQ(cards->mistake(), DriverMistake::no_status);
    EXPECT_EQ(cards->report().mistake, "read() of the driver returned what is no status (" + status + ") at 2.0000 s");
  }
}

TEST(DriverHardware, FailsWhenTheDriverWritesPastItsLists) {
  const auto cards = opened("past_the_end at=1");
  control::Reading reading(2);
  EXPECT_EQ(cards->read(0, reading), CardStatus::fine);
  EXPECT_EQ(cards->read(1, reading), CardStatus::failed);
  EXPECT_EQ(cards->mistake(), DriverMistake::past_the_end);
  EXPECT_EQ(reading.counts[0], 0);  // as it was
}

TEST(DriverHardware, FailsWhenANumberIsNone) {
  const auto cards = opened("not_finite");
  control::Reading reading(2);
  EXPECT_EQ(cards->read(0, reading), CardStatus::failed);
  EXPECT_EQ(cards->mistake(), DriverMistake::not_finite);
  EXPECT_EQ(reading.potentiometers[0], 0.0);
}

TEST(DriverHardware, BelievesNoBitsBeyondItsDrives) {
  const auto cards = opened("stray_bits");
  control::Reading reading(2);
  ASSERT_EQ(cards->read(0, reading), CardStatus::fine);
  EXPECT_EQ(reading.hot, 3u);
  EXPECT_EQ(reading.engaged, 3u);
  EXPECT_GT(cards->report().told.size(), 1000u);  // a text without an end is cut, not followed
}

TEST(DriverHardware, CountsItsHeartbeatUpAtEveryWrite) {
  const auto cards = opened("");
  const std::vector<double> volts{1.5, -2.5};
  for (int k = 0; k < 1000; ++k) ASSERT_EQ(cards->write(k, {volts, 6, true}), CardStatus::fine);
  EXPECT_EQ(seen().heartbeat, 1000u);
  EXPECT_EQ(seen().wrong_heartbeats, 0u);
  EXPECT_EQ(seen().volts[0], 1.5);
  EXPECT_EQ(seen().volts[1], -2.5);
  EXPECT_EQ(seen().digital, 6u);
  EXPECT_EQ(seen().enable, 1);
}

TEST(DriverHardware, WritesNoVoltsThatAreNotFinite) {
  const auto cards = opened("");
  const std::vector<double> volts{NAN, 3.0};
  EXPECT_EQ(cards->write(0, {volts}), CardStatus::failed);
  EXPECT_EQ(seen().volts[0], 0.0);
  EXPECT_EQ(seen().volts[1], 3.0);
  EXPECT_EQ(cards->mistake(), DriverMistake::not_finite);
}

TEST(DriverHardware, LeavesTheMachineStoppedAndClosesOnce) {
  auto cards = opened("");
  const std::vector<double> volts{1.5, -2.5};
  cards->write(0, {volts, 0, true});
  EXPECT_EQ(seen().closings, 0u);
  cards.reset();
  EXPECT_EQ(seen().volts[0], 0.0);
  EXPECT_EQ(seen().volts[1], 0.0);
  EXPECT_EQ(seen().digital, control::brakes);
  EXPECT_EQ(seen().enable, 0);
  EXPECT_EQ(seen().closings, 1u);
  EXPECT_EQ(seen().wrong_heartbeats, 0u);
}

TEST(DriverHardware, AllocatesNothingOnceItIsOpen) {
  const auto cards = opened("");
  control::Reading reading(2);
  const std::vector<double> volts{1, 2};
  const std::uint64_t before = tests::allocations();
  for (int k = 0; k < 1000; ++k) cards->read(k, reading), cards->write(k, {volts});
  EXPECT_EQ(tests::allocations(), before);
  opened("");
  EXPECT_GT(tests::allocations(), before);  // the counter counts
}

TEST(DriverHardware, SaysWhyALibraryIsNoDriver) {
  EXPECT_EQ(code_of("/nowhere/libcards.so"), "driver-unreadable");
  EXPECT_EQ(code_of(TAUFORGE_SOURCE_DIR "/README.md"), "driver-unreadable");
  EXPECT_EQ(code_of(DRIVERS), "driver-unreadable");  // a folder
  EXPECT_EQ(code_of(DRIVERS "/libdriver_NO_ENTRY.so"), "driver-incomplete");
  EXPECT_EQ(code_of(DRIVERS "/libdriver_NULL_TABLE.so"), "driver-incomplete");
  EXPECT_EQ(code_of(DRIVERS "/libdriver_NO_FUNCTIONS.so"), "driver-incomplete");
  EXPECT_EQ(code_of(DRIVERS "/libdriver_WRONG_ABI.so"), "driver-abi");
  EXPECT_EQ(code_of(scripted), "");
  const auto lacking = DriverHardware::open(DRIVERS "/libdriver_NO_FUNCTIONS.so", "", 2);
  EXPECT_NE(lacking.findings().front().message.find("lacks: read, close"), std::string::npos);
}

TEST(DriverHardware, SaysWhyCardsDoNotOpenInTheWordsOfTheDriver) {
  const auto result = DriverHardware::open(scripted, "refuse", 2);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.findings().front().code, "cards-refused");
  EXPECT_EQ(result.findings().front().message, "scripted cards cannot be opened: the fuse is blown");
}

TEST(DriverHardware, WantsAsManyDrivesAsTheRobotHas) {
  seen();  // its memory stays while it is opened and closed
  EXPECT_EQ(code_of(scripted, "drives=3", 2), "cards-differ");
  EXPECT_EQ(code_of(scripted, "drives=0", 2), "cards-differ");
  EXPECT_EQ(code_of(scripted, "drives=33", 33), "cards-differ");  // more than a loop can have
  EXPECT_EQ(seen().writes, 0u);                                   // nothing was written to cards that do not fit,
  EXPECT_EQ(seen().closings, 1u);                                 // but they were closed
}

}  // namespace
}  // namespace tauforge::cards
