// What `tauforge excite` found, as people and as programs read it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/excite/excitation.h"

namespace tauforge::cli {

// Shares are of the limits themselves, of which the search used `margin`; in JSON they are of what it used.
std::string excite_text(const excite::Excitation& excitation, double margin);
nlohmann::json excite_json(const excite::Excitation& excitation);

}  // namespace tauforge::cli
