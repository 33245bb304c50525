// Figures that every report of an identification has.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/identify/identify.h"

namespace tauforge::cli {

std::string error_text(const identify::RelativeError& e);  // "5.47 %  (12.16 4.48 ...)": all drives, each drive

nlohmann::json number_json(double x);  // null where JSON cannot hold it
nlohmann::json numbers_json(const std::vector<double>& values);
nlohmann::json error_json(const identify::RelativeError& e);
nlohmann::json summary_json(const identify::Summary& s);

}  // namespace tauforge::cli
