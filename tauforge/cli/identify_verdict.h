// The verdict of `tauforge identify`, as people and as programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/cli/identify_report.h"

namespace tauforge::cli {

std::string verdict_text(const IdentifyReport& report);
nlohmann::json verdict_json(const Verdict& verdict);

}  // namespace tauforge::cli
