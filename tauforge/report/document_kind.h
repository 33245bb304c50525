// Which command's answer a JSON document is, by the members it has: files are renamed, members are not.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tauforge::report {

// identification, recipe, simulation, run, generation, counts, campaign, fault_campaign, derivation, excitation, chain,
// background_period; empty: none of them.
std::string kind_of(const nlohmann::json& document);

}  // namespace tauforge::report
