// What was identified and written, a robot's file or code, judged as it reads back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/face/identification.h"

namespace tauforge::cli {

struct WrittenRobot {
  std::string file;
  Score score;
  double lost_difference =
      0;               // of its torques from the TOML's, by what the format cannot say: as a share of the largest
  Findings lost = {};  // what that is
};

// One row each: on the logs, on the others, difference from the model.
std::string written_table(const std::vector<WrittenRobot>& written);
nlohmann::json written_json(const WrittenRobot& written);

}  // namespace tauforge::cli
