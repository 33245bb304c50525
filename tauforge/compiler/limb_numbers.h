// Programs of limbs that differ in numbers alone: argument `number` holds what differs, one value per limb.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"
#include "tauforge/passes/split_by_binding_time.h"

namespace tauforge::compiler {

// A number that a limb has, limb by limb.
using PerLimb = std::vector<double>;

// Up to rounding.
bool is_uniform(const PerLimb& number);

// Computes what the numbers of the limbs alone determine, and replaces the numbers by that; what comes out the same for all
// limbs is a literal, what comes out as another number or its negative is that number.
expression::Program without_numbers(const expression::Program& program, std::vector<PerLimb>& numbers);

// Cuts after the argument `base`, the motion of the carrier: `early` needs nothing of a limb, `late` reads it as its
// argument `base`.
passes::SplitProgram split_after_carrier(const expression::Program& program);

}  // namespace tauforge::compiler
