// Degrees live in files, radians everywhere else. Multiples of 90 degrees become exactly the doubles
// k * (pi/2), so that robot/exact_angles recognises them as quarter turns.
#pragma once

#include <optional>
#include <string>

namespace tauforge::files {

double radians_from_degrees(double degrees);

// The degrees of a short decimal number that reads back as exactly this angle, if there is one:
// 90, -45, 68.5, but not the degrees of 0.3 rad.
std::optional<double> short_degrees(double radians);

}  // namespace tauforge::files
