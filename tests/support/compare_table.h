// A robot against a table of reference values by column name, as in the shared reference data: q:NAME, qd:NAME,
// qdd:NAME in; tau:NAME, gravity:NAME, bias:NAME, M:NAME:NAME out; base_... and tau_base_... for a floating base.
// Rigid bodies only.
#pragma once

#include <map>
#include <string>

#include "tests/support/reference_table.h"
#include "tests/support/values.h"

namespace tauforge::tests {

// Every value column must agree to `tolerance` of the largest entry of its kind in its row.
// Returns how many values of each kind were compared.
std::map<std::string, int> expect_agreement(const robot::Robot& robot, const ReferenceTable& table, double tolerance);

}  // namespace tauforge::tests
