#include "tauforge/signals/condense.h"

#include <algorithm>
#include <cmath>

#include "tauforge/signals/differentiate.h"

namespace tauforge::signals {

using recording::Recording;

namespace {

constexpr double share_of_rate = 0.3;
constexpr double settling = 8.0;         // of the periods of the cut-off: what came before is forgotten to about 1e-8
constexpr double gap_in_periods = 10.0;  // as in find_gaps

void append(Recording& to, const Recording& from) {
  to.t.insert(to.t.end(), from.t.begin(), from.t.end());
  const auto each = [](recording::Channels& a, const recording::Channels& b) {
    a.resize(b.size());
    for (std::size_t j = 0; j < b.size(); ++j) a[j].insert(a[j].end(), b[j].begin(), b[j].end());
  };
  each(to.q, from.q), each(to.qd, from.qd), each(to.effort, from.effort);
}

}  // namespace

void Condenser::add(const Recording& piece) {
  if (piece.samples() == 0) return;
  if (period_ == 0.0) {
    period_ = recording::usual_period(piece.t), first_ = piece.t.front();
    if (period_ > 0.0 && how_.rate_hz > 0.0)
      every_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::floor(1.0 / (period_ * how_.rate_hz) + 1e-6)));
    for (Recording* r : {&held_, &result_}) {
      r->name = piece.name, r->joints = piece.joints, r->columns = piece.columns;
      r->effort_kind = piece.effort_kind, r->first_row = piece.first_row;
    }
  }
  const auto reach = static_cast<std::size_t>(settling * static_cast<double>(every_) / share_of_rate);
  for (const auto& stretch : recording::stretches(piece)) {
    const Recording part = recording::slice(piece, stretch.begin, stretch.end);
    if (!held_.t.empty() &&
        part.t.front() - held_.t.back() > gap_in_periods * period_) {  // a gap: what is held ends here
      filter_held(done_, held_.samples());
      held_ = recording::slice(held_, 0, 0), done_ = 0, last_.reset();
    }
    append(held_, part);
    if (held_.samples() < done_ + 2 * reach) continue;
    const std::size_t settled = held_.samples() - reach;
    filter_held(done_, settled);
    const std::size_t forget = settled > reach ? settled - reach : 0;
    held_ = recording::slice(held_, forget, held_.samples());
    done_ = settled - forget;
  }
}

void Condenser::filter_held(std::size_t from, std::size_t to) {
  if (from >= to) return;
  const double begin = held_.t[from], end = held_.t[to - 1] + 0.5 * period_;
  Preparation how;
  if (every_ > 1) how.motion.cutoff_hz = how.effort.cutoff_hz = share_of_rate / (period_ * static_cast<double>(every_));
  how.derivatives = held_.qd.empty() ? Derivatives::filtered : Derivatives::measured_velocity;
  how.rate_hz = 1.0 / period_;
  const Samples s = prepare(held_, how);
  const double step = static_cast<double>(every_) * period_;
  Recording kept;
  kept.q.resize(s.q.size()), kept.qd.resize(held_.qd.size()), kept.effort.resize(s.effort.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double t = s.t[k];
    if (t < begin - 0.5 * period_ || t >= end) continue;
    if (last_ && t < *last_ + step - 0.5 * period_) continue;
    last_ = t;  // counted where it is left out, too: all stretches are on one grid
    if (how_.seconds_of_stretch > 0.0 && std::fmod(t - first_, how_.seconds_between) >= how_.seconds_of_stretch)
      continue;
    kept.t.push_back(t);
    for (std::size_t j = 0; j < s.q.size(); ++j) kept.q[j].push_back(s.q[j][k]);
    for (std::size_t j = 0; j < kept.qd.size(); ++j) kept.qd[j].push_back(s.qd[j][k]);
    for (std::size_t j = 0; j < s.effort.size(); ++j) kept.effort[j].push_back(s.effort[j][k]);
  }
  append(result_, kept);
}

Recording Condenser::finish() {
  filter_held(done_, held_.samples());
  done_ = held_.samples();
  result_.gaps = recording::find_gaps(result_.t, gap_in_periods * static_cast<double>(every_) * period_);
  return std::move(result_);
}

}  // namespace tauforge::signals
