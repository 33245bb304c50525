// How every command writes JSON: in ASCII, so that no name of a file acts on a terminal, and always valid.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tauforge::cli {

std::string json_text(const nlohmann::json& value);

}  // namespace tauforge::cli
