// Parameters and bodies that `tauforge identify` found, as people and as programs read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/face/identification.h"
#include "tauforge/identify/identify.h"

namespace tauforge::cli {

nlohmann::json instruments_json(const identify::InstrumentUse& use);  // null: least squares
nlohmann::json prior_json(const identify::PriorUse& prior);           // null: none
std::string estimates_table(const std::vector<identify::Estimate>& estimates);
nlohmann::json estimate_json(const identify::Estimate& estimate);

std::string bodies_table(const std::vector<IdentifiedBody>& bodies);
nlohmann::json body_json(const IdentifiedBody& body);

}  // namespace tauforge::cli
