#include "tauforge/recording/recording.h"

#include <algorithm>

#include "tauforge/diagnostic/require.h"

namespace tauforge::recording {

namespace {

constexpr double gap_in_periods = 10.0;

template <class T> std::vector<T> part(const std::vector<T>& from, std::size_t begin, std::size_t end) {
  if (from.empty()) return {};
  return {from.begin() + static_cast<std::ptrdiff_t>(begin), from.begin() + static_cast<std::ptrdiff_t>(end)};
}

Channels part_of_each(const Channels& from, std::size_t begin, std::size_t end) {
  Channels parts;
  for (const auto& series : from) parts.push_back(part(series, begin, end));
  return parts;
}

}  // namespace

std::vector<Stretch> stretches(const Recording& recording) {
  std::vector<Stretch> found;
  std::size_t begin = 0;
  for (const Gap& gap : recording.gaps) {
    if (gap.after > begin) found.push_back({begin, gap.after});
    begin = gap.after;
  }
  if (recording.samples() > begin) found.push_back({begin, recording.samples()});
  return found;
}

double usual_period(const std::vector<double>& t) {
  if (t.size() < 2) return 0.0;
  std::vector<double> steps(t.size() - 1);
  for (std::size_t k = 0; k + 1 < t.size(); ++k) steps[k] = t[k + 1] - t[k];
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

std::vector<Gap> find_gaps(const std::vector<double>& t, double largest) {
  if (largest <= 0.0) largest = gap_in_periods * usual_period(t);
  std::vector<Gap> gaps;
  for (std::size_t k = 1; k < t.size(); ++k)
    if (t[k] - t[k - 1] > largest) gaps.push_back({k, t[k] - t[k - 1]});
  return gaps;
}

Recording slice(const Recording& from, std::size_t begin, std::size_t end) {
  diagnostic::require(begin <= end && end <= from.samples(), "a slice lies within its recording");
  Recording cut;
  cut.name = from.name, cut.joints = from.joints, cut.effort_kind = from.effort_kind, cut.columns = from.columns;
  cut.first_row = from.first_row + begin;
  cut.t = part(from.t, begin, end);
  cut.q = part_of_each(from.q, begin, end);
  cut.qd = part_of_each(from.qd, begin, end);
  cut.effort = part_of_each(from.effort, begin, end);
  cut.line = part(from.line, begin, end);
  for (const Gap& gap : from.gaps)
    if (gap.after > begin && gap.after < end) cut.gaps.push_back({gap.after - begin, gap.seconds});
  return cut;
}

}  // namespace tauforge::recording
