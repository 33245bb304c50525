// NAME_friction_step: friction of the drives that grows with the load and remembers (dynamics/friction.h, presliding.h), one
// period after another. The state belongs to the caller; nothing branches, so a call takes the same time always.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tauforge::emit {

struct Unit;

// The numbers of one drive, plain: this module knows no robots.
struct FrictionStepDrive {
  enum class Direction { sign, smooth, memory };
  Direction direction = Direction::sign;
  double width = 1;                  // smooth                            [rad/s or m/s]
  double distance = 1, elastic = 0;  // memory                            [rad or m], [1]
  double coulomb = 0, viscous = 0, offset = 0, load = 0, root = 0, static_level = 0, stribeck_velocity = 1;
  std::vector<std::array<double, 3>> harmonics = {};  // rate, cosine, sine
};

// `struct NAME_friction_state` holds numbers alone: s of every drive, then its last speed.
constexpr std::size_t friction_state_numbers(std::size_t drives) { return 2 * drives; }

// For header and source of a unit with such drives.
std::string friction_step_declarations(const Unit& unit);
std::string friction_step_definitions(const Unit& unit);
// Behind the seam: `friction_step` reads q, qd, tau (without friction) and friction_state: the period [s], then the state;
// its results are the friction torques, then the state after the step.
std::string friction_step_call(const Unit& unit);
std::string friction_step_entry(const Unit& unit);

}  // namespace tauforge::emit
