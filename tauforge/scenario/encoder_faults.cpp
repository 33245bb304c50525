#include "tauforge/scenario/encoder_faults.h"

#include <algorithm>
#include <cmath>

namespace tauforge::scenario {

namespace {

constexpr std::uint64_t seed_of_noise = 0x5eed5eed;

// How many readings reach back far enough.
std::size_t readings_needed(const Scenario& scenario) {
  Nanoseconds latest = 0;
  for (const Fault& fault : scenario.faults)
    if (fault.kind == FaultKind::encoder_delayed) latest = std::max(latest, fault.by);
  return latest > 0 ? static_cast<std::size_t>(latest / scenario.executive.period) + 2 : 0;
}

}  // namespace

EncoderFaults::EncoderFaults(std::size_t drives, const Scenario& scenario, simulate::VirtualRobot* robot)
    : states_(drives),
      robot_(robot),
      noise_(scenario.machine.seed ^ seed_of_noise),
      counts_(drives),
      slipped_(drives),
      times_(readings_needed(scenario)),
      history_(times_.size() * drives) {}

void EncoderFaults::clear() noexcept { std::fill(states_.begin(), states_.end(), State{}); }

void EncoderFaults::suffer(std::size_t drive, const Fault& fault) noexcept {
  State& state = states_[drive];
  if (fault.kind == FaultKind::sensor_freezes) state.frozen = true;
  if (fault.kind == FaultKind::encoder_inverted) state.inverted = !state.inverted;
  if (fault.kind == FaultKind::encoder_noisy) state.noise = std::max(state.noise, fault.counts);
  if (fault.kind == FaultKind::encoder_delayed) state.late = std::max(state.late, fault.by);
}

void EncoderFaults::begin_reading() noexcept {
  for (std::size_t j = 0; robot_ && j < states_.size(); ++j) {
    robot_->freeze_encoder(j, states_[j].frozen);
    robot_->invert_encoder(j, states_[j].inverted);
  }
}

void EncoderFaults::jump(std::size_t drive, std::int64_t counts) noexcept {
  if (robot_)
    robot_->jump_encoder(drive, counts);
  else
    slipped_[drive] += counts;
}

void EncoderFaults::falsify(Nanoseconds now, control::Reading& reading) noexcept {
  for (std::size_t j = 0; !robot_ && j < states_.size(); ++j) {
    const std::int64_t counted = reading.counts[j], direction = states_[j].frozen ? 0 : states_[j].inverted ? -1 : 1;
    if (any_) slipped_[j] -= (1 - direction) * (counted - counts_[j]);  // lost for good
    counts_[j] = counted;
    reading.counts[j] += slipped_[j];
  }
  any_ = true;
  if (!times_.empty()) {
    const std::size_t place = readings_++ % times_.size();
    times_[place] = now;
    std::copy(reading.counts.begin(), reading.counts.end(),
              history_.begin() + static_cast<std::ptrdiff_t>(place * states_.size()));
  }
  for (std::size_t j = 0; j < states_.size(); ++j) {
    if (states_[j].late > 0) reading.counts[j] = counts_before(now - states_[j].late, j);
    if (states_[j].noise > 0)
      reading.counts[j] += std::llround((2 * noise_.uniform() - 1) * static_cast<double>(states_[j].noise));
  }
}

// The last that had been read by then, or the oldest that is still known.
std::int64_t EncoderFaults::counts_before(Nanoseconds time, std::size_t drive) const noexcept {
  const std::size_t known = std::min(readings_, times_.size());
  for (std::size_t back = 1;; ++back) {
    const std::size_t place = (readings_ - back) % times_.size();
    if (times_[place] <= time || back == known) return history_[place * states_.size() + drive];
  }
}

}  // namespace tauforge::scenario
