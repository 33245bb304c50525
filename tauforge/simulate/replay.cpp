#include "tauforge/simulate/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace tauforge::simulate {

namespace {

using diagnostic::Position;

// Line 0: the file as a whole.
Position in_file(const recording::Recording& recording, int line) {
  Position at;
  at.source = std::make_shared<const diagnostic::Source>(diagnostic::Source{recording.name, ""});
  at.line = line;
  return at;
}
Position of_sample(const recording::Recording& recording, std::size_t k) {
  return in_file(recording, k < recording.line.size() ? static_cast<int>(recording.line[k]) : 0);
}

}  // namespace

diagnostic::Result<Replay> Replay::of(const recording::Recording& recording, const std::vector<control::Axis>& axes) {
  const Position file = in_file(recording, 0);
  if (recording.samples() == 0)
    return diagnostic::error(file, "recording-empty", "the recording has no samples", "there is nothing to replay");
  if (recording.q.size() != axes.size())
    return diagnostic::error(
        file, "recording-joints",
        fmt::format("the recording has {} joints, the machine {}", recording.q.size(), axes.size()),
        "record and replay the same drives");
  Replay replay;
  replay.drives_ = axes.size();
  replay.volts_.assign(axes.size(), 0.0);
  for (std::size_t k = 0; k < recording.samples(); ++k) {
    const double since = recording.t[k] - recording.t.front();
    if (!(since >= 0 && since < 9e9) || (k > 0 && !(recording.t[k] > recording.t[k - 1])))
      return diagnostic::error(of_sample(recording, k), "recording-time",
                               fmt::format("time {} s of sample {} cannot be replayed", recording.t[k], k + 1),
                               "times increase");
    replay.times_.push_back(std::llround(1e9 * since));
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const double counts = (recording.q[i][k] - axes[i].offset) / axes[i].step;
      if (!(std::abs(counts) < 1e15))
        return diagnostic::error(of_sample(recording, k), "recording-position",
                                 fmt::format("position {} of joint {} does not fit a counter with a step of {}",
                                             recording.q[i][k], i + 1, axes[i].step),
                                 "positions are finite [rad or m]");
      replay.counts_.push_back(std::llround(counts));
    }
  }
  return replay;
}

std::size_t Replay::sample(std::int64_t now) const noexcept {
  const auto later = std::upper_bound(times_.begin(), times_.end(), now);
  return later == times_.begin() ? 0 : static_cast<std::size_t>(later - times_.begin()) - 1;
}

control::CardStatus Replay::read(std::int64_t now, control::Reading& reading) noexcept {
  const auto row = counts_.begin() + static_cast<std::ptrdiff_t>(sample(now) * drives_);
  std::copy(row, row + static_cast<std::ptrdiff_t>(drives_), reading.counts.begin());
  return control::CardStatus::fine;
}

control::CardStatus Replay::write(std::int64_t, const control::Outputs& outputs) noexcept {
  std::copy(outputs.volts.begin(), outputs.volts.end(), volts_.begin());
  digital_ = outputs.digital;
  return control::CardStatus::fine;
}

}  // namespace tauforge::simulate
