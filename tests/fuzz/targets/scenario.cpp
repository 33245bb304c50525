// A scenario as hostile text, for an arm with two joints. What is accepted has a motion that begins somewhere.
#include "tauforge/scenario/scenario.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/fuzz/whole_way.h"

namespace {

constexpr const char* arm = R"(schema = 1
name = "arm"
[[link]]
name = "base"
[[link]]
name = "upper"
mass = 4.0
centre = [0.2, 0, 0]
inertia = [0.02, 0.1, 0.1, 0, 0, 0]
[[link]]
name = "fore"
mass = 2.0
centre = [0.15, 0, 0]
inertia = [0.01, 0.05, 0.05, 0, 0, 0]
[[joint]]
name = "shoulder"
parent = "base"
child = "upper"
type = "revolute"
axis = [0, 1, 0]
[joint.limits]
lower = -2.5
upper = 2.5
velocity = 3.0
torque = 80.0
[[joint]]
name = "elbow"
parent = "upper"
child = "fore"
type = "revolute"
axis = [0, 1, 0]
xyz = [0.4, 0, 0]
[joint.limits]
lower = -2.5
upper = 2.5
velocity = 3.0
torque = 40.0
)";

const tauforge::robot::Robot& two_links() {
  using namespace tauforge;
  static const robot::Robot robot = [] {
    const auto description = files::read_robot(files::source_from_text("arm.toml", arm));
    fuzz::print(description.findings());
    fuzz::promise(description.ok() && description.findings().empty(), "the arm of this target is sound");
    return robot::assemble(description.value()).take();
  }();
  return robot;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  // other robots and tables are looked for beside the scenario, where there is nothing
  const auto source = files::source_from_text("/nowhere/scenario.toml", {reinterpret_cast<const char*>(data), size});
  const auto read = scenario::read_scenario(source, two_links());
  fuzz::print(read.findings());
  if (!read) {
    fuzz::promise(diagnostic::has_error(read.findings()), "a scenario that is refused has a reason");
    return 0;
  }
  const auto& scenario = read.value();
  fuzz::promise(scenario.duration > 0 && std::isfinite(scenario.duration), "a scenario takes some time");
  std::vector<double> q(scenario.motion->joints()), qd(q), qdd(q);
  for (const double t : {0.0, 0.5 * scenario.duration, scenario.duration}) {
    scenario.motion->evaluate(t, q, qd, qdd);
    for (std::size_t i = 0; i < q.size(); ++i)
      fuzz::promise(std::isfinite(q[i]) && std::isfinite(qd[i]) && std::isfinite(qdd[i]), "a motion is finite");
  }
  return 0;
}
