// The tables of `tauforge count`, as people and as programs read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/compiler/customised_count.h"
#include "tauforge/literature/operation_table.h"

namespace tauforge::cli {

// Every formulation on one robot and on free symbols, beside what was printed, and why ours differ from that.
std::string operations_text(const literature::OperationTable& operations);
nlohmann::json operations_json(const literature::OperationTable& operations);

// The formulations among them that follow the steps of their papers; the JSON above has these in its rows.
std::string steps_text(const literature::OperationTable& operations);

std::string renaud_text(const literature::RenaudExample& example);
nlohmann::json renaud_json(const literature::RenaudExample& example);

std::string growth_text(const std::vector<literature::Growth>& formulations);
nlohmann::json growth_json(const std::vector<literature::Growth>& formulations);

// The functions of one robot as generated code; in JSON a list with one entry each.
std::string customised_text(const std::string& robot, const std::vector<compiler::CustomisedCount>& counts);
nlohmann::json customised_json(const std::string& robot, const std::vector<compiler::CustomisedCount>& counts);

}  // namespace tauforge::cli
