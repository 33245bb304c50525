// A robot as it is drawn: what hangs on what and where in the frames of its links, bodies as ellipsoids, drives with their
// limits and friction.
#pragma once

#include <nlohmann/json.hpp>

#include "tauforge/files/read_robot.h"

namespace tauforge::report {

nlohmann::json robot_scene(const files::LoadedRobot& robot);

}  // namespace tauforge::report
