// Where a joint that rests begins to move while its torque grows: what static friction holds.       [AKB86, table 7]
//
//   up, down   mean torque at which it gives way to either side
//   static friction = (up - down)/2,  what the drive carries besides = (up + down)/2                            (1)
//
// With one side alone, what it carries is the torque that the record begins with.
#pragma once

#include <span>
#include <vector>

namespace tauforge::signals {

struct BreakAway {
  double time = 0;      // of the last sample at rest                [s]
  double position = 0;  // where it rested                           [rad or m]
  double torque = 0;    // then                                      [N m or N]
  bool up = true;       // it moved to where q grows
};

// Each time that it rested for at least `rest` seconds and then left by more than three steps of the encoder.
std::vector<BreakAway> break_aways(std::span<const double> t, std::span<const double> q, std::span<const double> tau,
                                   double rest = 0.1);

struct StaticFriction {
  double level = 0, error = 0;  // and its standard error [N m or N]
  double carried = 0;           // [N m or N]
  std::size_t up = 0, down = 0;
};
// (1); at least one break-away. `begin`: the torque that the record begins with.
StaticFriction static_friction(const std::vector<BreakAway>& found, double begin);

}  // namespace tauforge::signals
