// An incremental encoder with an index pulse, and the card that counts it.
//
// Counts are whole steps of the joint's way since it was switched on; the index pulse is one count wide and comes once
// per revolution of the motor, wherever the motor was mounted. Both are all that a computer gets to see.
#pragma once

#include <cmath>
#include <cstdint>

namespace tauforge::simulate {

struct EncoderSettings {
  double step = 1e-4;                      // way of the joint per count; above zero      [rad or m]
  int sign = 1;                            // -1: counts down where q grows
  std::int64_t counts_per_revolution = 0;  // between two index pulses; 0: no index
  std::int64_t index_at = 0;               // one of the pulses, in counts from q = 0
};

class Encoder {
 public:
  explicit Encoder(const EncoderSettings& settings = {}) noexcept : settings_(settings) {}

  void switch_on(double q) noexcept;
  void follow(double q) noexcept;  // the joint has moved there

  std::int64_t counts() const noexcept { return counts_; }
  std::int64_t index_counts() const noexcept { return index_counts_; }
  std::uint32_t index_pulses() const noexcept { return index_pulses_; }

  // Faults.
  void freeze(bool frozen) noexcept { frozen_ = frozen; }        // a broken wire: it counts no more
  void invert(bool inverted) noexcept { inverted_ = inverted; }  // crossed channels: it counts the other way
  void jump(std::int64_t counts) noexcept {
    slipped_ += counts;
    counts_ += counts;
  }  // pulses that never were

  const EncoderSettings& settings() const noexcept { return settings_; }
  std::int64_t origin() const noexcept { return origin_; }  // what it stood at when switched on, from q = 0

 private:
  std::int64_t steps(double q) const noexcept;

  EncoderSettings settings_;
  std::int64_t origin_ = 0, true_steps_ = 0, slipped_ = 0, counts_ = 0, index_counts_ = 0;
  std::uint32_t index_pulses_ = 0;
  bool frozen_ = false, inverted_ = false;
};

}  // namespace tauforge::simulate
