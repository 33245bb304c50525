// The step in which a signal was measured or written, when it has one.
#pragma once

#include <optional>
#include <span>

namespace tauforge::signals {

// The largest step of which all but a few values are whole multiples apart; nothing for a signal without one, or with
// fewer than ten different values.
std::optional<double> resolution(std::span<const double> signal);

}  // namespace tauforge::signals
