// A robot that was identified and written, judged as it reads back.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tauforge/diagnostic/diagnostic.h"

namespace tauforge::cli {

struct WrittenRobot {
  std::string file;
  double error = 0, model_error = 0;  // of torques on the logs, of the file and of the model that was fitted [%]
  std::optional<double> fresh = {}, model_fresh = {};  // the same on logs that were not fitted
  double difference = 0;                               // of its torques from the robot's, as a share of the largest
  diagnostic::Findings lost = {};                      // what the format cannot say
};

std::string written_text(const WrittenRobot& written);
nlohmann::json written_json(const WrittenRobot& written);

}  // namespace tauforge::cli
