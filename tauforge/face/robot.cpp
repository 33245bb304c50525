#include <algorithm>
#include <limits>
#include <numbers>

#include "tauforge/dynamics/coordinates.h"
#include "tauforge/face/load_options.h"
#include "tauforge/files/robot_toml.h"

namespace tauforge {

const std::string& Robot::name() const { return robot_->robot.name; }
const std::vector<std::string>& Robot::drives() const { return robot_->robot.drives; }
std::vector<Joint> Robot::joints() const {
  const robot::Robot& robot = robot_->robot;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<Joint> joints;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    const auto& limits = robot.limits[i];
    joints.push_back({robot.joints[i], robot.links[i], robot.tree.is_revolute(static_cast<robot::Index>(i)),
                      limits.lower.value_or(-none), limits.upper.value_or(none), limits.velocity.value_or(none),
                      limits.acceleration.value_or(none), limits.torque.value_or(none)});
  }
  return joints;
}
std::size_t Robot::nq() const { return (dynamics::position_count(robot_->robot.tree)); }
std::size_t Robot::nv() const { return robot_->robot.tree.nv(); }
bool Robot::floating() const { return robot_->robot.tree.floating; }
std::string Robot::to_toml() const { return files::write_robot_toml(robot_->description); }

files::LoadOptions reader_options(const LoadOptions& options) {
  files::LoadOptions load;
  load.strict = options.strict, load.read.lenient = options.lenient;
  load.read.transmission = options.transmission;
  load.assemble.floating_base = options.floating;
  if (options.coupled) load.assemble.mimic = robot::MimicPolicy::coupled;
  if (options.exact_angles) load.assemble.exact_within = std::max(load.assemble.exact_within, robot::few_digits);
  if (options.snap_degrees > 0) load.assemble.exact_within = options.snap_degrees * std::numbers::pi / 180.0;
  return load;
}

Result<Robot> load(const std::string& path, const LoadOptions& options) {
  auto loaded = files::load_robot(path, reader_options(options));
  const Findings findings = loaded.findings();
  if (!loaded) return findings;
  return {Robot(std::make_shared<const files::LoadedRobot>(loaded.take())), findings};
}

}  // namespace tauforge
