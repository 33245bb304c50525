#include <algorithm>

#include "tauforge/dynamics/coordinates.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/files/robot_toml.h"
#include "tauforge/tauforge.h"

namespace tauforge {

const std::string& Robot::name() const { return robot_->robot.name; }
const std::vector<std::string>& Robot::drives() const { return robot_->robot.drives; }
std::size_t Robot::nq() const { return dynamics::at(dynamics::position_count(robot_->robot.tree)); }
std::size_t Robot::nv() const { return dynamics::at(robot_->robot.tree.nv()); }
bool Robot::floating() const { return robot_->robot.tree.floating; }
std::string Robot::to_toml() const { return files::write_robot_toml(robot_->description); }

Result<Robot> load(const std::string& path, const LoadOptions& options) {
  files::LoadOptions load;
  load.strict = options.strict, load.read.lenient = options.lenient;
  load.assemble.floating_base = options.floating;
  if (options.coupled) load.assemble.mimic = robot::MimicPolicy::coupled;
  if (options.exact_angles) load.assemble.exact_within = std::max(load.assemble.exact_within, robot::few_digits);
  auto loaded = files::load_robot(path, load);
  const Findings findings = loaded.findings();
  if (!loaded) return findings;
  return {Robot(std::make_shared<const files::LoadedRobot>(loaded.take())), findings};
}

}  // namespace tauforge
