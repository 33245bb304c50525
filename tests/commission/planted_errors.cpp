// One error at a time: each is found at the step that is there to find it, not before and not after, and its joint is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/commission/virtual_arm.h"

namespace tauforge::tests {

namespace {

using commission::Record;
using commission::Step;

std::string text_of(const Record& record) {
  std::string text;
  for (const auto& step : record.steps) {
    text += std::string(to_text(step.step)) + ": " + to_text(step.verdict) + " " + step.joint + " " + step.why + "\n";
    for (const auto& figure : step.figures)
      if (!figure.fine())
        text += "    " + figure.joint + ": " + figure.what + " " + std::to_string(figure.seen) + " of " +
                std::to_string(figure.lowest) + " to " + std::to_string(figure.highest) + "\n";
    for (const auto& note : step.notes) text += "    " + note + "\n";
  }
  return text;
}

// The step that failed; the number of steps says that none came after it.
void expect_found(const Record& record, Step step, const std::string& joint) {
  ASSERT_NE(record.failed(), nullptr) << text_of(record);
  EXPECT_EQ(to_text(record.failed()->step), std::string(to_text(step))) << text_of(record);
  EXPECT_EQ(record.failed()->joint, joint) << text_of(record);
  EXPECT_EQ(record.failed(), &record.steps.back());
  EXPECT_FALSE(record.failed()->why.empty());
  EXPECT_FALSE(record.failed()->mend.empty());
  EXPECT_FALSE(record.passed());
}

void expect_at_rest(const VirtualArm& it) {
  EXPECT_TRUE(it.arm->brakes_hold());
  for (const double tau : it.arm->torque()) EXPECT_EQ(tau, 0.0);
}

// Cards of which one dies.
class DeadCard : public control::Hardware {
 public:
  DeadCard(control::Hardware& hardware, std::int64_t at) : hardware_(hardware), at_(at) {}
  std::size_t drives() const noexcept override { return hardware_.drives(); }
  control::Equipment equipment() const noexcept override { return hardware_.equipment(); }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override {
    if (now >= at_) return control::CardStatus::stale;
    return hardware_.read(now, reading);
  }
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override {
    return hardware_.write(now, outputs);
  }

 private:
  control::Hardware& hardware_;
  std::int64_t at_;
};

// An encoder whose coupling gives way: it counts around where it was switched on, and no farther.
class LooseCoupling : public control::Hardware {
 public:
  LooseCoupling(control::Hardware& hardware, std::size_t drive, std::int64_t counts)
      : hardware_(hardware), drive_(drive), most_(counts) {}
  std::size_t drives() const noexcept override { return hardware_.drives(); }
  control::Equipment equipment() const noexcept override { return hardware_.equipment(); }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override {
    const control::CardStatus status = hardware_.read(now, reading);
    if (!any_) first_ = reading.counts[drive_], any_ = true;
    reading.counts[drive_] = std::clamp(reading.counts[drive_], first_ - most_, first_ + most_);
    return status;
  }
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override {
    return hardware_.write(now, outputs);
  }

 private:
  control::Hardware& hardware_;
  std::size_t drive_;
  std::int64_t most_, first_ = 0;
  bool any_ = false;
};

}  // namespace

TEST(Commissioning, ASoundPumaPassesEveryStep) {
  VirtualArm it = puma();
  it.switch_on();
  const Record record = it.walk();
  EXPECT_TRUE(record.passed()) << text_of(record);
  EXPECT_EQ(record.steps.size(), commission::all_steps.size());
  expect_at_rest(it);
}

TEST(Commissioning, ASoundPandaPassesEveryStepWithinItsLimits) {
  VirtualArm it = panda();
  it.switch_on();
  const Record record = it.walk();
  EXPECT_TRUE(record.passed()) << text_of(record);
  expect_at_rest(it);
}

TEST(Commissioning, DeadCardIsFoundInTheDryRun) {
  VirtualArm it = puma();
  it.switch_on();
  DeadCard dead(*it.arm, 200'000'000);
  expect_found(it.walk(&dead), Step::dry_run, "");
  expect_at_rest(it);
}

TEST(Commissioning, PressedButtonIsFoundInTheDryRun) {
  VirtualArm it = puma();
  it.switch_on();
  it.arm->press_emergency_stop(0);
  expect_found(it.walk(), Step::dry_run, "");
}

TEST(Commissioning, InvertedEncoderIsFoundByItsPotentiometer) {
  VirtualArm it = puma();
  it.switch_on();
  it.arm->invert_encoder(1);
  expect_found(it.walk(), Step::encoders, it.model.drives[1]);
  expect_at_rest(it);
}

TEST(Commissioning, WrongEncoderScaleIsFoundByItsPotentiometer) {
  VirtualArm it = puma();
  it.switch_on();
  // the calibration believes in 1.25 times the way per count, and in the right position where it was switched on
  it.machine->axes[2].step *= 1.25;
  expect_found(it.walk(), Step::encoders, it.model.drives[2]);
}

TEST(Commissioning, WrongEncoderOffsetIsFoundBeforeAnythingMoves) {
  VirtualArm it = puma();
  it.switch_on();
  it.machine->axes[3].offset += 0.2;
  const Record record = it.walk();
  expect_found(record, Step::encoders, it.model.drives[3]);
  EXPECT_LT(record.steps.back().seconds, 0.3);
}

class WrongSignOfTorque : public testing::TestWithParam<std::size_t> {};
TEST_P(WrongSignOfTorque, IsFoundByPushing) {
  VirtualArm it = puma();
  it.switch_on();
  it.machine->axes[GetParam()].torque_per_volt *= -1;
  expect_found(it.walk(), Step::torques, it.model.drives[GetParam()]);
  expect_at_rest(it);
}
INSTANTIATE_TEST_SUITE_P(Commissioning, WrongSignOfTorque, testing::Values(0, 3, 5));

TEST(Commissioning, WrongSignOfADriveThatCarriesTheArmIsFoundAtTheFirstRelease) {
  VirtualArm it = puma();
  it.switch_on();
  it.machine->axes[1].torque_per_volt *= -1;
  // other joints cannot be pushed while this one falls: it is named before the step that is made for it
  const Record record = it.walk();
  ASSERT_NE(record.failed(), nullptr);
  EXPECT_LE(static_cast<int>(record.failed()->step), static_cast<int>(Step::torques)) << text_of(record);
  EXPECT_EQ(record.failed()->joint, it.model.drives[1]) << text_of(record);
}

class WrongTorqueConstant : public testing::TestWithParam<std::pair<std::size_t, double>> {};
TEST_P(WrongTorqueConstant, IsFoundByPushing) {
  const auto [drive, factor] = GetParam();
  VirtualArm it = puma();
  it.switch_on();
  it.arm->set_motor(drive, factor);
  const Record record = it.walk();
  expect_found(record, Step::torques, it.model.drives[drive]);
  // what a motor gives of what it is told is the factor that was planted
  const auto seen = [&](const std::string& what) {
    const auto& figures = record.steps.back().figures;
    return std::find_if(figures.rbegin(), figures.rend(), [&](const auto& f) { return f.what == what; })->seen;
  };
  EXPECT_NEAR(seen("torque / torque told"), factor, 0.05) << text_of(record);
  // its current is as told: that is the amplifier's business
  EXPECT_NEAR(seen("torque of the measured current / torque told"), 1.0, 0.02) << text_of(record);
  EXPECT_NE(record.failed()->mend.find("its current is right"), std::string::npos);
}
INSTANTIATE_TEST_SUITE_P(Commissioning, WrongTorqueConstant,
                         testing::Values(std::pair{0, 1.6}, std::pair{1, 1.6}, std::pair{3, 0.6}));

TEST(Commissioning, WrongGainOfAnAmplifierIsSeenInItsCurrent) {
  VirtualArm it = puma();
  it.switch_on();
  it.arm->set_amplifier(4, 0.5);
  const Record record = it.walk();
  expect_found(record, Step::torques, it.model.drives[4]);
  EXPECT_NE(record.failed()->mend.find("the amplifier"), std::string::npos) << record.failed()->mend;
}

TEST(Commissioning, SlippingBrakeIsFoundByPushingAgainstIt) {
  VirtualArm it = puma();
  it.switch_on();
  // still holds the weight of about 37 N m, but not 5 % of 186.4 N m more
  it.arm->set_brake(1, 0.22);
  expect_found(it.walk(), Step::brakes, it.model.drives[1]);
}

TEST(Commissioning, EmergencyStopThatIsNotWiredIsNotSeen) {
  VirtualArm it = puma();
  it.switch_on();
  it.person->wired = false;
  const Record record = it.walk();
  expect_found(record, Step::emergency_stop, "");
  EXPECT_EQ(record.failed()->figures.front().seen, 0.0);
}

TEST(Commissioning, WrongMassIsFoundWhenOnlyTheModelCarriesTheArm) {
  VirtualArm it = puma();
  it.plant.parameters.body[2].m += 2.0;  // the elbow carries 2 kg that nobody told of
  it.switch_on();
  const Record record = it.walk();
  ASSERT_NE(record.failed(), nullptr) << text_of(record);
  EXPECT_EQ(to_text(record.failed()->step), std::string("gravity")) << text_of(record);
  EXPECT_TRUE(record.failed()->joint == it.model.drives[1] || record.failed()->joint == it.model.drives[2])
      << text_of(record);
}

// The steps before it move a joint by less than 0.1 rad.
TEST(Commissioning, EncoderThatSlipsFurtherOnIsFoundByTheSlowMotion) {
  VirtualArm it = puma();
  it.switch_on();
  LooseCoupling loose(*it.arm, 0, static_cast<std::int64_t>(0.2 / std::abs(it.machine->axes[0].step)));
  expect_found(it.walk(&loose), Step::slow, it.model.drives[0]);
  expect_at_rest(it);
}

TEST(Commissioning, DriveThatGivesTooLittleIsFoundAtFullSpeed) {
  VirtualArm it = puma();
  it.settings.amplifiers[0].limit *= 0.15;  // an amplifier that was set too low
  it.switch_on();
  expect_found(it.walk(), Step::full_speed, it.model.drives[0]);
  expect_at_rest(it);
}

TEST(Commissioning, OperatorWhoDoesNotAgreeEndsIt) {
  VirtualArm it = puma();
  it.switch_on();
  it.person->answer = false;
  const Record record = it.walk();
  ASSERT_EQ(record.steps.size(), 1u);
  EXPECT_EQ(record.steps.front().verdict, commission::Verdict::declined);
  EXPECT_FALSE(record.passed());
}

}  // namespace tauforge::tests
