#include "tauforge/cli/json_text.h"

#include <nlohmann/json.hpp>

namespace tauforge::cli {

std::string json_text(const nlohmann::json& value) {
  constexpr bool ascii_only = true;
  return value.dump(2, ' ', ascii_only, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace tauforge::cli
