// Judges a description by the laws of physics and by common sense. What cannot be (a negative mass) is
// an error; what no rigid body has (a broken triangle inequality) or what looks like a wrong unit is
// a warning: published robots break these rules, and are still computed as written. In a file of
// identified base parameters the physical rules do not apply and become notes.
#pragma once

#include "tauforge/diagnostic/diagnostic.h"
#include "tauforge/robot/description.h"

namespace tauforge::robot {

diagnostic::Findings validate(const Description& description);

// Which physical rule the moments of a body break, if any.
enum class InertiaFault { none, mass_negative, massless_moments, inertia_not_positive, triangle_inequality };

InertiaFault inertia_fault(const InertialDescription& inertial);

}  // namespace tauforge::robot
