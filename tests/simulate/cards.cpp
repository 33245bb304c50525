// Encoders, potentiometers, converters, drives, thermal switches, digital outputs: each by itself.
#include <gtest/gtest.h>

#include "tauforge/simulate/converter.h"
#include "tauforge/simulate/digital_outputs.h"
#include "tauforge/simulate/drive.h"
#include "tauforge/simulate/encoder.h"
#include "tauforge/simulate/potentiometer.h"
#include "tauforge/simulate/thermal_switch.h"

namespace tauforge::simulate {
namespace {

TEST(Encoder, CountsStepsFromWhereItWasSwitchedOn) {
  for (const int sign : {1, -1}) {
    Encoder encoder({.step = 0.01, .sign = sign});
    encoder.switch_on(0.501);
    EXPECT_EQ(encoder.counts(), 0);
    encoder.follow(0.523);  // 52 less 50 steps
    EXPECT_EQ(encoder.counts(), 2 * sign);
    encoder.follow(-0.499);
    EXPECT_EQ(encoder.counts(), -100 * sign);
  }
}

TEST(Encoder, MarksItsIndexAtTheSameCountFromBothSides) {
  // pulses at 7, 107, -93 ... steps from q = 0; switched on at step 50
  Encoder encoder({.step = 0.01, .counts_per_revolution = 100, .index_at = 7});
  encoder.switch_on(0.50);
  encoder.follow(1.069);
  EXPECT_EQ(encoder.index_pulses(), 1u);
  EXPECT_EQ(encoder.index_counts(), 57);
  encoder.follow(1.20);
  encoder.follow(0.90);
  EXPECT_EQ(encoder.index_pulses(), 2u);
  EXPECT_EQ(encoder.index_counts(), 57);
  encoder.follow(-2.50);  // over 7, -93 and -193 at once
  EXPECT_EQ(encoder.index_pulses(), 5u);
  EXPECT_EQ(encoder.index_counts(), -243);
}

TEST(Encoder, StandingOnItsIndexGivesOnePulseOnly) {
  Encoder encoder({.step = 0.01, .counts_per_revolution = 100});
  encoder.switch_on(0.05);
  for (const double q : {0.0, 0.002, -0.002, 0.0}) encoder.follow(q);
  EXPECT_EQ(encoder.index_pulses(), 1u);
  encoder.follow(-0.01);
  encoder.follow(0.0);
  EXPECT_EQ(encoder.index_pulses(), 2u);
}

TEST(Encoder, LosesWhatPassesWhileItIsFrozen) {
  Encoder encoder({.step = 0.01});
  encoder.switch_on(0);
  encoder.follow(0.1);
  encoder.freeze(true);
  encoder.follow(0.5);
  EXPECT_EQ(encoder.counts(), 10);
  encoder.freeze(false);
  encoder.follow(0.6);
  EXPECT_EQ(encoder.counts(), 20);
}

TEST(Encoder, JumpsForGood) {
  Encoder encoder({.step = 0.01, .counts_per_revolution = 100});
  encoder.switch_on(0.5);
  encoder.jump(-37);
  EXPECT_EQ(encoder.counts(), -37);
  encoder.follow(1.0);
  EXPECT_EQ(encoder.counts(), 50 - 37);
  EXPECT_EQ(encoder.index_counts(), 50 - 37) << "counts at the pulse, right or wrong";
}

TEST(Encoder, SurvivesASimulationThatHasRunAway) {
  Encoder encoder;
  encoder.switch_on(0);
  encoder.follow(1.0);
  for (const double q : {1e300, std::nan(""), -HUGE_VAL}) encoder.follow(q);
  EXPECT_EQ(encoder.counts(), 10000);
}

TEST(Converter, HasTwelveBitsOverTwentyVolts) {
  const ConverterSettings twelve;
  const double step = 20.0 / 4096;
  EXPECT_DOUBLE_EQ(convert(twelve, 0.0), 0.0);
  EXPECT_DOUBLE_EQ(convert(twelve, 3.0), std::round(3.0 / step) * step);
  EXPECT_LE(std::abs(convert(twelve, 1.2345) - 1.2345), step / 2);
  EXPECT_DOUBLE_EQ(convert(twelve, 100.0), 10 - step) << "two's complement: one code less above zero";
  EXPECT_DOUBLE_EQ(convert(twelve, -100.0), -10.0);
  EXPECT_EQ(convert(twelve, std::nan("")), 0.0);
}

TEST(Converter, WithoutBitsOnlySaturates) {
  const ConverterSettings exact{10, 0};
  EXPECT_EQ(convert(exact, 1.2345), 1.2345);
  EXPECT_EQ(convert(exact, 11.0), 10.0);
  EXPECT_EQ(convert(exact, -11.0), -10.0);
}

TEST(Drive, FollowsItsCommandWithFirstOrderLag) {
  Drive drive({.torque_per_volt = 2, .time_constant = 0.01});
  drive.command(1.0, 3.0);
  EXPECT_EQ(drive.torque(1.0), 0.0);
  EXPECT_NEAR(drive.torque(1.01), 6 * (1 - std::exp(-1.0)), 1e-12);
  const double before = drive.torque(1.02);
  drive.command(1.02, -1.0);
  EXPECT_DOUBLE_EQ(drive.torque(1.02), before) << "without a step";
  EXPECT_NEAR(drive.torque(1.2), -2, 1e-6);
}

TEST(Drive, GivesNoMoreThanItsLimit) {
  Drive drive({.torque_per_volt = 2, .limit = 5});
  drive.command(0, -10);
  EXPECT_EQ(drive.torque(0), -5.0);
}

TEST(Potentiometer, IsALineWithNoiseOfTheGivenSize) {
  const PotentiometerSettings settings{.volts_per_unit = 0.5, .volts_at_zero = 2, .noise = 0.01, .bits = 0};
  Noise noise(3);
  double sum = 0, squares = 0;
  const int samples = 20000;
  for (int k = 0; k < samples; ++k) {
    const double off = potentiometer(settings, 1.5, noise) - 2.75;
    sum += off, squares += off * off;
  }
  EXPECT_NEAR(sum / samples, 0, 4 * 0.01 / std::sqrt(samples));
  EXPECT_NEAR(std::sqrt(squares / samples), 0.01, 0.01 * 4 / std::sqrt(2.0 * samples));
}

TEST(Potentiometer, StaysWithinItsVoltsAndHasTheStepsOfItsCard) {
  const PotentiometerSettings settings{.volts_per_unit = 1, .volts_at_zero = 2.5, .noise = 0, .bits = 12};
  Noise noise;
  EXPECT_EQ(potentiometer(settings, -9, noise), 0.0);
  EXPECT_DOUBLE_EQ(potentiometer(settings, 9, noise), 5.0 * 4095 / 4096);
  const double volts = potentiometer(settings, 0.12345, noise), codes = volts / 5 * 4096;
  EXPECT_NEAR(codes, std::round(codes), 1e-9);
  EXPECT_NEAR(volts, 2.62345, 0.5 * 5 / 4096 + 1e-12);
}

TEST(ThermalSwitch, OpensWhenTheSquareOfTheTorqueHasHeatedItAndClosesColder) {
  const double r = 1.5, T = 100, opens = -T * std::log(1 - 1 / (r * r));
  ThermalSwitch winding({.rated = 10, .time_constant = T});
  double t = 0;
  for (; t < opens - 0.02; t += 0.01) winding.warm(0.01, -15);
  EXPECT_FALSE(winding.open());
  winding.warm(0.04, -15);
  EXPECT_TRUE(winding.open());
  winding.warm(-T * std::log(0.8) - 0.2, 0);  // cools from a little above 1 to a little above 0.8
  EXPECT_TRUE(winding.open());
  winding.warm(0.4, 0);
  EXPECT_FALSE(winding.open());
}

TEST(ThermalSwitch, StaysClosedAtTheRatedTorque) {
  ThermalSwitch winding({.rated = 10, .time_constant = 1});
  for (int k = 0; k < 100; ++k) winding.warm(1, 10);
  EXPECT_FALSE(winding.open());
}

TEST(DigitalOutputs, RemembersChangesAndCountsTheRest) {
  DigitalOutputs lines(2);
  for (const std::uint64_t bits : {1, 1, 3, 3, 0, 1}) lines.set(static_cast<std::int64_t>(10 * bits), bits);
  EXPECT_EQ(lines.bits(), 1u);
  EXPECT_EQ(lines.count(), 4u);
  ASSERT_EQ(lines.changes().size(), 2u);
  EXPECT_EQ(lines.changes()[1].now, 30);
  EXPECT_EQ(lines.changes()[1].bits, 3u);
}

}  // namespace
}  // namespace tauforge::simulate
