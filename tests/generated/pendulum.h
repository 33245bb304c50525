// The smallest robot that moves, under any name.
#pragma once

#include <string>

namespace tauforge::tests {

inline std::string pendulum_named(const std::string& name) {
  return "schema = 1\nname = \"" + name + R"("
[[link]]
name = "base"
[[link]]
name = "bob"
mass = 1.3
centre = [0.0, 0.0, -0.7]
inertia = [0.011, 0.012, 0.003, 0, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
parent = "base"
child = "bob"
axis = [0, 1, 0]
)";
}

}  // namespace tauforge::tests
