// The closed loop that instruments come from: the identified robot as a physical thing (simulate/plant.h, dry friction that
// sticks), led along a reference by an assumed feedback, since a log does not say what controlled its arm:
//
//   tau = L(q, qd, r'' + 2 w (r' - qd) + w^2 (r - q))        inverse dynamics without friction, two poles at -w        (1)
//
// every 2 ms and held between. L is the robot's own, so what the feedback has to make good is its friction.
#pragma once

#include <optional>

#include "tauforge/robot/robot.h"
#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

constexpr double loop_hz = 5.0;  // w / 2 pi

// The motion at the times of the reference, every stretch from its own beginning. Nothing: the loop did not follow, by more than
// the whole range of a drive's motion.
std::optional<signals::Samples> simulated_loop(const robot::Robot& robot, const signals::Samples& reference);

}  // namespace tauforge::identify
