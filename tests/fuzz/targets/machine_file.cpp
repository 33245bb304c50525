// A machine file as hostile text, for an arm with two drives. What is accepted can be written, and reads back the same.
#include "tauforge/cards/machine_file.h"

#include <cmath>
#include <cstdint>
#include <string>

#include "tauforge/robot/assemble.h"
#include "tests/fuzz/whole_way.h"

namespace {

constexpr const char* crane = R"(schema = 1
name = "crane"
[[link]]
name = "rail"
[[link]]
name = "cart"
mass = 4.0
inertia = [0.1, 0.1, 0.1, 0, 0, 0]
[[link]]
name = "boom"
mass = 2.0
inertia = [0.1, 0.1, 0.1, 0, 0, 0]
[[joint]]
name = "slide"
parent = "rail"
child = "cart"
type = "prismatic"
axis = [1, 0, 0]
[[joint]]
name = "hinge"
parent = "cart"
child = "boom"
type = "revolute"
axis = [0, 1, 0]
)";

const tauforge::robot::Robot& robot_of_this_target() {
  using namespace tauforge;
  static const robot::Robot robot = [] {
    const auto description = files::read_robot(files::source_from_text("crane.toml", crane));
    fuzz::promise(description.ok(), "the crane of this target is sound");
    return robot::assemble(description.value()).take();
  }();
  return robot;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tauforge;
  const robot::Robot& robot = robot_of_this_target();
  const auto source = files::source_from_text("machine.toml", {reinterpret_cast<const char*>(data), size});
  const auto read = cards::read_machine(source, robot);
  fuzz::print(read.findings());
  if (!read) {
    fuzz::promise(diagnostic::has_error(read.findings()), "a machine file that is refused has a reason");
    return 0;
  }
  const cards::MachineFile& machine = read.value();
  fuzz::promise(machine.axes.size() == 2, "every drive is calibrated");
  for (const auto& axis : machine.axes)
    fuzz::promise(std::isfinite(axis.step) && axis.step != 0 && std::isfinite(axis.torque_per_volt) &&
                      axis.torque_per_volt != 0 && axis.max_volts > 0,
                  "an axis has a step, a torque per volt and a range");
  const std::string text = cards::write_machine(machine, robot);
  const auto again = cards::read_machine(files::source_from_text("again.toml", text), robot);
  fuzz::promise(again.ok() && cards::write_machine(again.value(), robot) == text, "what is written reads back");
  return 0;
}
