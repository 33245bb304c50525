// NAME_momentum_observer: torques that no drive gave, by the momentum that the unit's functions `momentum` and `friction`
// compute.                                                                                                [DM05], [HDA17]
//
//   r = K (p - p(0) - integral of (tau - f + rate + r) dt)                                                             (1)
//   r_k = (r_k-1 + K (p_k - p_k-1 - dt (tau + mean(rate - f)))) / (1 + K dt)                                           (2)
//
// (2) is (1) from one call to the next, r taken at the later end: its pole 1 / (1 + K dt) lies between 0 and 1 for any K dt.
// The state belongs to the caller; nothing branches, so a call takes the same time always.
#pragma once

#include <string>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

// `struct NAME_observer_state` holds numbers alone, as many per joint as here, one after another, and one that says whether
// there was a call before: 4 n + 1.
enum class ObserverState { gain, residual, p, rate };
constexpr std::size_t observer_numbers(std::size_t joints) { return 4 * joints + 1; }

// For the header and for the source of a unit with both functions.
std::string observer_declarations(const Unit& unit);
std::string observer_definitions(const Unit& unit);

}  // namespace tauforge::emit
