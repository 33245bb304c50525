// Which column of a table is which input of a function.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/functions/evaluator.h"

namespace tauforge::functions {

// Where each input of the function stands in a row of the table; absent for optional ones.
using ColumnMap = std::vector<std::optional<std::size_t>>;

// Errors for columns that are missing or given twice, warnings for those that look like inputs and are not; a state may be
// given in full where a function reads a part of it.
ColumnMap map_columns(const std::vector<std::string>& table, const diagnostic::Position& header,
                      const robot::Robot& robot, const std::vector<InputColumn>& inputs,
                      diagnostic::Findings& findings);

// The same inputs as logs of control loops call the motion that was wanted: qref:NAME, qdref:NAME, qddref:NAME.
std::vector<InputColumn> of_reference(std::vector<InputColumn> inputs);
bool has_reference(const std::vector<std::string>& table, const std::vector<InputColumn>& inputs);
// Whether no acceleration that the function reads is in the table.
bool lacks_accelerations(const std::vector<std::string>& table, const std::vector<InputColumn>& inputs);

}  // namespace tauforge::functions
