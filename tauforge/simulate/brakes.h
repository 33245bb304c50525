// Brakes that fall when their magnet lets go: from the command until they hold takes `delay`; released they are at once.
//
// A watchdog in the amplifiers commands them as well. Times are those of the executive [ns].
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace tauforge::simulate {

class Brakes {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  // What each holds [N m or N], and how long they fall [s].
  Brakes(std::vector<double> torque, double delay, bool engaged)
      : torque_(std::move(torque)),
        holding_(torque_),
        delay_(std::llround(1e9 * delay)),
        commanded_(engaged),
        engaged_(engaged) {}

  void command(std::int64_t now, bool engage) noexcept {
    if (engage == commanded_) return;
    commanded_ = engage;
    if (!engage) engaged_ = false;
    falls_at_ = engage ? now + delay_ : never;
  }
  // When they change by themselves, and that they do.
  std::int64_t falls_at() const noexcept { return falls_at_; }
  void fall() noexcept { engaged_ = true, falls_at_ = never; }

  // A worn brake holds so many times what it should; its switch says nothing of that.
  void wear(std::size_t drive, double factor) noexcept { holding_[drive] = factor * torque_[drive]; }

  bool engaged() const noexcept { return engaged_; }
  const std::vector<double>& torque() const noexcept { return holding_; }  // of engaged ones

 private:
  std::vector<double> torque_, holding_;
  std::int64_t delay_, falls_at_ = never;
  bool commanded_, engaged_;
};

}  // namespace tauforge::simulate
