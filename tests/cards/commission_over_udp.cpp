// tauforge commission on the real clock, with the arm in another process: a sound one passes every step, and what is wrong
// with it is found at its step. The test presses the button when it is asked to.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cards/arm_process.h"

namespace tauforge::tests {
namespace {

using nlohmann::json;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Walk {
  int exit_code = -1;
  std::string said;
  json record;

  std::string failed() const { return record.is_object() ? record["steps"].back().value("step", "") : ""; }
  std::string joint() const {
    const json& joint = record["steps"].back()["joint"];
    return joint.is_null() ? "" : joint.get<std::string>();
  }
};

// What is wrong: of the arm (--wrong of udp_arm), and of the calibration, a line of a drive with another factor.
struct Wrong {
  std::string arm = {}, key = {}, drive = {};
  double factor = 1;
};

std::string falsified(std::string machine, const Wrong& wrong) {
  if (wrong.key.empty()) return machine;
  std::size_t at = machine.find("name = \"" + wrong.drive + "\"");
  at = machine.find(wrong.key + " = ", at) + wrong.key.size() + 3;
  const std::size_t end = machine.find('\n', at);
  const double value = std::stod(machine.substr(at, end - at));
  return machine.replace(at, end - at, std::to_string(value * wrong.factor));
}

Walk commissioned(const Wrong& wrong) {
  // this machine may be busy: neither watchdog nor driver are in a hurry
  ArmProcess arm("--watchdog-ms 5000" + (wrong.arm.empty() ? "" : " --wrong " + wrong.arm), 600);
  const TemporaryFile machine("machine.toml", falsified(text_of(arm.machine_path()), wrong));
  const TemporaryFile record("record.json", ""), output("output.txt", "");
  const std::string command = "exec '" TAUFORGE_BINARY_DIR "/tauforge' commission '" + udp_robot + "' --hardware '" +
                              EXAMPLES "/libudp_cards.so' --machine " + machine.quoted() + " --hardware-options '" +
                              arm.options() + "fail_after=5000' --yes -o " + record.quoted() + " >" + output.quoted() +
                              " 2>&1";
  const pid_t program = fork();
  if (program == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  Walk walk;
  int status = 0;
  for (bool pressed = false, released = false; waitpid(program, &status, WNOHANG) == 0;) {
    const std::string said = text_of(output.path());
    const auto asks = [&](const char* words) { return said.find(words) != std::string::npos; };
    if (!pressed && asks("Press the emergency stop within")) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      pressed = kill(arm.process(), SIGUSR1) == 0;
    }
    if (!released && asks("Release it.")) released = kill(arm.process(), SIGUSR1) == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  walk.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  walk.said = text_of(output.path()) + arm.said();
  walk.record = json::parse(text_of(record.path()), nullptr, false);
  return walk;
}

TEST(CommissionOverUdpLong, ASoundArmPassesEveryStep) {
  const Walk walk = commissioned({});
  EXPECT_EQ(walk.exit_code, 0) << walk.said;
  ASSERT_TRUE(walk.record.is_object()) << walk.said;
  EXPECT_EQ(walk.record["passed"], true) << walk.said;
  EXPECT_EQ(walk.record["steps"].size(), 8u);
  EXPECT_EQ(walk.said.find("WATCHDOG"), std::string::npos) << walk.said;
}

void expect_found(const Walk& walk, const std::string& step, const std::string& joint) {
  EXPECT_EQ(walk.exit_code, 6) << walk.said;
  ASSERT_TRUE(walk.record.is_object()) << walk.said;
  EXPECT_EQ(walk.failed(), step) << walk.said;
  EXPECT_EQ(walk.joint(), joint) << walk.said;
}

TEST(CommissionOverUdpLong, AnInvertedEncoderIsFoundByItsPotentiometer) {
  expect_found(commissioned({.arm = "encoder:3"}), "encoders", "joint3");
}

TEST(CommissionOverUdpLong, AWrongSignOfTorqueIsFoundByPushing) {
  expect_found(commissioned({.key = "torque_per_volt", .drive = "joint4", .factor = -1}), "torques", "joint4");
}

TEST(CommissionOverUdpLong, AWrongScaleIsFoundByItsPotentiometer) {
  expect_found(commissioned({.key = "encoder_step", .drive = "joint6", .factor = 1.25}), "encoders", "joint6");
}

TEST(CommissionOverUdpLong, AWrongTorqueConstantIsFoundByPushing) {
  expect_found(commissioned({.arm = "motor:5:0.5"}), "torques", "joint5");
}

TEST(CommissionOverUdpLong, ASlippingBrakeIsFoundByPushingAgainstIt) {
  expect_found(commissioned({.arm = "brake:2:0.22"}), "brakes", "joint2");
}

TEST(CommissionOverUdpLong, AButtonThatIsNotWiredIsNotSeen) {
  expect_found(commissioned({.arm = "button"}), "emergency-stop", "");
}

}  // namespace
}  // namespace tauforge::tests
