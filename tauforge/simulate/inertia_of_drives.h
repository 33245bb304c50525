// Whether a robot can be moved by finite torques at all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "tauforge/robot/robot.h"

namespace tauforge::simulate {

// The first drive that, with those before it, has no positive definite mass matrix at q; nothing where all have one.
std::optional<std::size_t> drive_without_inertia(const robot::Robot& robot, std::span<const double> q);

}  // namespace tauforge::simulate
