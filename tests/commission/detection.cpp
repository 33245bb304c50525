// How often sound arms pass, and how often one planted error is found at the step that is there to find it: arms as they are
// drawn, anywhere, none quite like its file.                                   the table of docs/commissioning.md
//
//   masses, motor inertia   of each body, drive    0.98 .. 1.02 of the file's
//   friction                of each drive          0.7 .. 1.3
//   amplifiers              of each drive          0.97 .. 1.03
//   encoders                                       1e-5 or 1e-4 rad (m) per count, as the robot needs
//   position                of each joint          within the middle 40 % of its range, or -1 .. 1 rad (0.1 .. 0.4 m)
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "tests/commission/virtual_arm.h"

namespace tauforge::tests {
namespace {

using commission::Record;
using commission::Step;

struct Drawn {
  VirtualArm it;
  std::mt19937_64 random;
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

  Drawn(const std::string& robot, std::uint64_t seed) : it(robot, {}), random(seed) {
    it.settings.seed = seed;
    const std::size_t n = it.model.drives.size();
    it.settings.start.clear();
    for (std::size_t j = 0; j < n; ++j) {
      const auto& limits = it.model.limits[j];
      const bool turns = it.model.tree.is_revolute(static_cast<robot::Index>(j));
      const double low = limits.lower && limits.upper ? *limits.lower + 0.3 * (*limits.upper - *limits.lower)
                         : turns                      ? -1.0
                                                      : 0.1;
      const double high = limits.lower && limits.upper ? *limits.lower + 0.7 * (*limits.upper - *limits.lower)
                          : turns                      ? 1.0
                                                       : 0.4;
      it.settings.start.push_back(between(low, high));
      auto& drive = it.plant.parameters.drive[j];
      const double f = between(0.7, 1.3);
      drive.inertia *= between(0.98, 1.02);
      drive.coulomb *= f, drive.viscous *= f, drive.static_level *= f;
      it.settings.encoders[j].step = 1e-5;
    }
    for (auto& body : it.plant.parameters.body) {
      const double f = between(0.98, 1.02);
      body = {f * body.m, f * body.h, f * body.I};
    }
  }
  void switch_on() {
    it.switch_on();
    for (std::size_t j = 0; j < it.model.drives.size(); ++j) it.arm->set_amplifier(j, between(0.97, 1.03));
  }
  std::size_t any_drive() { return std::uniform_int_distribution<std::size_t>(0, it.model.drives.size() - 1)(random); }
  // Of the weight that a drive carries where the arm stands, and of the friction of the file: shares of its largest torque.
  double weight(std::size_t j) const {
    std::vector<double> G(it.model.drives.size());
    control::TemplateModel(it.model).gravity(it.settings.start, G);
    return std::abs(G[j]) / simulate::greatest_torques(it.model)[j];
  }
};

struct Error {
  const char* name;
  Step step;
  void (*plant)(Drawn& drawn, std::size_t drive);
};

const Error errors[] = {
    {"encoder inverted", Step::encoders, [](Drawn& d, std::size_t j) { d.it.arm->invert_encoder(j); }},
    {"encoder 1.25 times", Step::encoders, [](Drawn& d, std::size_t j) { d.it.machine->axes[j].step *= 1.25; }},
    {"encoder off by 0.2", Step::encoders, [](Drawn& d, std::size_t j) { d.it.machine->axes[j].offset += 0.2; }},
    {"torque inverted", Step::torques, [](Drawn& d, std::size_t j) { d.it.machine->axes[j].torque_per_volt *= -1; }},
    {"motor gives 0.5", Step::torques, [](Drawn& d, std::size_t j) { d.it.arm->set_motor(j, 0.5); }},
    {"amplifier gives 1.6", Step::torques, [](Drawn& d, std::size_t j) { d.it.arm->set_amplifier(j, 1.6); }},
    {"brake slips", Step::brakes, [](Drawn& d, std::size_t j) { d.it.arm->set_brake(j, d.weight(j) * 1.05 + 0.02); }},
    {"button not wired", Step::emergency_stop, [](Drawn& d, std::size_t) { d.it.person->wired = false; }},
};

int runs() {
  const char* wanted = std::getenv("COMMISSIONING_RUNS");
  return wanted ? std::atoi(wanted) : 20;
}

std::string text_of(const Record& record) {
  const auto* failed = record.failed();
  if (!failed) return "passed";
  std::string text = std::string(to_text(failed->step)) + ": " + failed->joint + ": " + failed->why;
  if (!std::getenv("COMMISSIONING_FIGURES")) return text;
  for (const auto& step : record.steps)
    for (const auto& figure : step.figures)
      text += "\n    " + std::string(to_text(step.step)) + " " + figure.joint + ": " + figure.what + " " +
              std::to_string(figure.seen) + " of " + std::to_string(figure.lowest) + " .. " +
              std::to_string(figure.highest);
  return text;
}

const char* const robots[] = {"puma560", "panda",    "ur10e", "puma260",      "puma_valera",        "renaud6r",
                              "rx90",    "stanford", "scara", "sixr_angeles", "sixr_angeles_distal"};

class CommissioningLong : public testing::TestWithParam<const char*> {};

TEST_P(CommissioningLong, SoundArmsPass) {
  int passed = 0;
  for (int seed = 1; seed <= runs(); ++seed) {
    Drawn drawn(GetParam(), static_cast<std::uint64_t>(seed));
    drawn.switch_on();
    const Record record = drawn.it.walk();
    passed += record.passed();
    if (!record.passed()) std::printf("  %s, seed %d: %s\n", GetParam(), seed, text_of(record).c_str());
  }
  std::printf("| %s | sound | %d of %d passed |\n", GetParam(), passed, runs());
  std::fflush(stdout);
  EXPECT_EQ(passed, runs());
}

TEST_P(CommissioningLong, PlantedErrorsAreFoundAtTheirSteps) {
  for (const Error& error : errors) {
    int at_its_step = 0, before = 0, joint = 0, missed = 0;
    for (int seed = 1; seed <= runs(); ++seed) {
      Drawn drawn(GetParam(), 1000 + static_cast<std::uint64_t>(seed));
      drawn.switch_on();
      const std::size_t j = drawn.any_drive();
      error.plant(drawn, j);
      const Record record = drawn.it.walk();
      const auto* failed = record.failed();
      at_its_step += failed && failed->step == error.step;
      before += failed && failed->step < error.step;
      joint += failed && (failed->joint == drawn.it.model.drives[j] || error.step == Step::emergency_stop);
      missed += !failed || failed->step > error.step;
      if (!failed || failed->step != error.step ||
          (failed->joint != drawn.it.model.drives[j] && !failed->joint.empty()))
        std::printf("  %s, %s at %s, seed %d: %s\n", GetParam(), error.name, drawn.it.model.drives[j].c_str(), seed,
                    text_of(record).c_str());
    }
    std::printf("| %s | %s | at its step %d, before %d, missed %d; its joint named %d | of %d |\n", GetParam(),
                error.name, at_its_step, before, missed, joint, runs());
    std::fflush(stdout);
    EXPECT_EQ(missed, 0) << error.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Robots, CommissioningLong, testing::ValuesIn(robots),
                         [](const auto& robot) { return std::string(robot.param); });

}  // namespace
}  // namespace tauforge::tests
