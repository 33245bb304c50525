// What the synchronous task calls allocates nothing: every operator new of this program is counted.
#include <gtest/gtest.h>

#include "tauforge/simulate/replay.h"
#include "tauforge/simulate/virtual_robot.h"
#include "tests/support/counting/counted_allocation.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"
#include "tests/support/values.h"

namespace tauforge::simulate {
namespace {

std::uint64_t allocated_by_a_run(const robot::Robot& robot, VirtualRobotSettings settings) {
  settings.drives_carry_gravity = true;
  VirtualRobot machine(robot, settings);
  const std::size_t n = machine.drives();
  control::Reading reading(n);
  control::Axes axes(machine.axes(500));
  std::vector<double> volts(n), tau(n);
  const std::uint64_t before = tests::allocations();
  for (std::int64_t k = 0; k < 400; ++k) {
    machine.read(k * 1'000'000, reading);
    axes.update(reading, 1e-3);
    for (std::size_t i = 0; i < n; ++i) tau[i] = 20 * std::sin(0.03 * static_cast<double>(k) + static_cast<double>(i));
    axes.volts(tau, volts);
    machine.write(k * 1'000'000 + 200'000, {volts, static_cast<std::uint64_t>(k / 50)});
    if (k == 100) machine.set_payload({1, {0.1, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}});
    if (k == 200) machine.jump_encoder(0, 30), machine.freeze_encoder(1);
    machine.audit();
    machine.torque();
  }
  return tests::allocations() - before;
}

TEST(SynchronousPath, AllocatesNothingInAVirtualRobot) {
  EXPECT_GT(tests::allocations(), 0u) << "the counter counts";
  for (const Method method : {Method::rk4, Method::semi_implicit_euler, Method::dormand_prince}) {
    VirtualRobotSettings settings;
    settings.integrator.method = method;
    settings.thermal.assign(6, {.rated = 10, .time_constant = 5});
    EXPECT_EQ(allocated_by_a_run(tests::robot_in_folder("puma260"), settings), 0u);
    tests::Random random(5);
    EXPECT_EQ(allocated_by_a_run(tests::random_robot(random, {.joints = 6, .transmission = true}), settings), 0u);
  }
}

TEST(SynchronousPath, AllocatesNothingInHomingAndReplay) {
  recording::Recording log;
  log.joints = {"a"}, log.t = {0, 0.1, 0.2}, log.q = {{0.1, 0.2, 0.3}};
  const std::vector<control::Axis> calibration{{.step = 1e-3}};
  Replay machine = Replay::of(log, calibration).take();
  control::HomingAxis axis;
  axis.counts_per_revolution = 800, axis.middle = 1;
  control::Homing homing({axis});
  control::Axes axes(calibration);
  control::Reading reading(1);
  const std::vector<double> volts{1.0};
  const std::uint64_t before = tests::allocations();
  for (std::int64_t k = 0; k < 3000 && !homing.over(); ++k) {
    machine.read(k * 1'000'000, reading);
    axes.update(reading, 1e-3);
    homing.step(reading, 1e-3, axes);
    machine.write(k * 1'000'000, {volts, 0});
  }
  EXPECT_EQ(tests::allocations() - before, 0u);
}

}  // namespace
}  // namespace tauforge::simulate
