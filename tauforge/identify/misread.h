// Why a model misses torques, where columns of a log may have been taken for others: the same fit with two columns exchanged or
// one turned round, and residuals that follow the motion of another drive.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/identify/identify.h"

namespace tauforge::identify {

// The exchange or the sign that explains the torques best, where it leaves less than 0.6 of the error: columns-exchanged.
diagnostic::Findings exchanged_columns(const robot::Robot& robot, const Identification& found,
                                       const std::vector<recording::Recording>& logs);

// Drives among `missed` whose residuals are explained, by a third or more, by inertia and friction of another drive:
// drives-coupled.
diagnostic::Findings coupled_drives(const robot::Robot& robot, const std::vector<Validation>& logs,
                                    const std::vector<std::size_t>& missed);

}  // namespace tauforge::identify
