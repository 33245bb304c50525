// What both ways of identification do with logs before, and with robots after.
#pragma once

#include <string>
#include <vector>

#include "tauforge/files/read_robot.h"
#include "tauforge/identify/robot_parameters.h"
#include "tauforge/recording/recording.h"
#include "tauforge/signals/differentiate.h"
#include "tauforge/tauforge.h"

namespace tauforge {

inline std::vector<recording::Recording> recordings_of(std::span<const Recording> logs) {
  std::vector<recording::Recording> recordings;
  for (const Recording& log : logs) recordings.push_back(log.details());
  return recordings;
}

// The robot `given`, with the parameters of `with`; `from` says what they were identified from.
inline Robot as_file_has_it(const Robot& given, const robot::Robot& with, robot::Meaning meaning,
                            const std::string& from) {
  files::LoadedRobot loaded{identify::identified_description(given.details().description, with, meaning), with,
                            given.details().options};
  loaded.robot.meaning = meaning;
  loaded.description.source = "identified by tauforge " + from;
  return Robot(std::make_shared<const files::LoadedRobot>(std::move(loaded)));
}

// Torques of generated code along samples, as a loop would call it: inverse_dynamics; where friction remembers, M qdd + h + g
// (coefficients, velocity_torque) and then NAME_friction_step, from zero at the beginning of every stretch.
recording::Channels torques_along(const GeneratedCode& code, const signals::Samples& samples);

}  // namespace tauforge
