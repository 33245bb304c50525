#include "tauforge/cli/identify_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tauforge::cli {

using identify::RelativeError;
using nlohmann::json;

std::string error_text(const RelativeError& e) {
  std::string text = fmt::format("{:.2f} %  (", e.all);
  for (std::size_t j = 0; j < e.of_drive.size(); ++j) text += fmt::format("{}{:.2f}", j == 0 ? "" : " ", e.of_drive[j]);
  return text + ")";
}

json number_json(double x) { return std::isfinite(x) ? json(x) : json(nullptr); }

json numbers_json(const std::vector<double>& values) {
  json list = json::array();
  for (const double x : values) list.push_back(number_json(x));
  return list;
}

json error_json(const RelativeError& e) {
  return {{"all_percent", number_json(e.all)},
          {"of_drive_percent", e.of_drive},
          {"rms", e.rms},
          {"largest_torque", e.largest_torque}};
}

json summary_json(const identify::Summary& s) {
  return {{"mean", number_json(s.mean)},
          {"deviation", number_json(s.deviation)},
          {"largest", s.largest},
          {"smallest", s.smallest},
          {"count", s.count}};
}

}  // namespace tauforge::cli
