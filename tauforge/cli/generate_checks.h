// What was compared with the templates before code was handed over, beside the table of `tauforge generate`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/native/verified_code.h"

namespace tauforge::cli {

std::string checks_text(const native::VerifiedCode& code);
nlohmann::json checks_json(const native::VerifiedCode& code);

}  // namespace tauforge::cli
