#include "tauforge/simulate/encoder.h"

#include <algorithm>

namespace tauforge::simulate {

namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

}  // namespace

// From q = 0. A simulation that has run away must not leave the integers.
std::int64_t Encoder::steps(double q) const noexcept {
  const double exact = std::floor(settings_.sign * q / settings_.step + 0.5);
  if (!(std::abs(exact) < 1e15)) return true_steps_;
  return static_cast<std::int64_t>(exact);
}

void Encoder::switch_on(double q) noexcept {
  origin_ = true_steps_ = steps(q);
  slipped_ = counts_ = index_counts_ = 0;
  index_pulses_ = 0;
}

void Encoder::follow(double q) noexcept {
  const std::int64_t before = true_steps_, now = steps(q), turn = settings_.counts_per_revolution;
  true_steps_ = now;
  if (frozen_) {
    slipped_ -= now - before;  // what it did not count is lost for good
    return;
  }
  const std::int64_t direction = inverted_ ? -1 : 1;
  slipped_ -= (1 - direction) * (now - before);  // as with a freeze: from where it stands, not from where the joint is
  counts_ = now - origin_ + slipped_;
  if (turn <= 0 || now == before) return;
  // pulses stand at index_at + k turn: those entered on the way from `before` (left out) to `now` (included)
  const std::int64_t first = settings_.index_at;
  std::int64_t passed, last;
  if (now > before) {
    const std::int64_t k = floor_divide(now - first, turn);
    passed = k - floor_divide(before - first, turn);
    last = first + k * turn;
  } else {
    const std::int64_t k = floor_divide(now - first - 1, turn) + 1;
    passed = floor_divide(before - first - 1, turn) + 1 - k;
    last = first + k * turn;
  }
  if (passed <= 0) return;
  index_pulses_ += static_cast<std::uint32_t>(passed);
  index_counts_ = counts_ - direction * (now - last);
}

}  // namespace tauforge::simulate
