// What `tauforge generate --trace-passes` prints: what each pass of the compiler made of each function.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/compiler/pass_trace.h"

namespace tauforge::cli {

std::string passes_text(const std::vector<compiler::PassRecord>& passes);
nlohmann::json passes_json(const std::vector<compiler::PassRecord>& passes);

}  // namespace tauforge::cli
