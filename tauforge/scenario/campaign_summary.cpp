#include "tauforge/scenario/campaign_summary.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tauforge::scenario {

namespace {

// The k-th smallest with k = ceil(share n): at least that share is no larger.
double quantile(const std::vector<double>& sorted, double share) {
  const auto k = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(k, 1, sorted.size()) - 1];
}

// Poisson: the rate at which so few events or fewer had a probability of 5 %, by bisection.
double upper_mean(std::size_t events) {
  double low = 0, high = 10 + 3 * static_cast<double>(events);
  for (int k = 0; k < 60; ++k) {
    const double mean = 0.5 * (low + high);
    double term = std::exp(-mean), sum = term;
    for (std::size_t i = 1; i <= events; ++i) sum += term *= mean / static_cast<double>(i);
    (sum > 0.05 ? low : high) = mean;
  }
  return high;
}

void add(const CampaignRun& run, KindSummary& kind, std::vector<double>& delays) {
  ++kind.runs;
  kind.detected += run.detected(), kind.harmless += run.harmless(), kind.diverged += run.diverged;
  kind.missed += run.undetected > tolerated;
  if (run.detected()) delays.push_back(*run.alarm_at - run.fault_at);
  if (run.undetected > kind.undetected || (kind.undetected == 0 && run.excursion > kind.excursion))
    kind.worst = run.name;
  kind.undetected = std::max(kind.undetected, run.undetected);
  kind.excursion = std::max(kind.excursion, run.excursion);
}

}  // namespace

CampaignSummary summarize(const std::vector<CampaignRun>& runs) {
  CampaignSummary summary;
  std::map<FaultKind, std::pair<KindSummary, std::vector<double>>> kinds;
  for (const CampaignRun& run : runs) {
    summary.fault_free_seconds += run.fault_free_seconds();
    if (run.early()) (run.needed() ? summary.needed_alarms : summary.false_alarms).push_back(run);
    if (!run.kind) {
      summary.fault_free_excursion = std::max(summary.fault_free_excursion, run.undetected);
    } else if (!run.early()) {  // a run that ended before its fault says nothing of it
      auto& [kind, delays] = kinds[*run.kind];
      kind.kind = *run.kind;
      add(run, kind, delays);
    }
  }
  for (auto& [key, value] : kinds) {
    auto& [kind, delays] = value;
    std::sort(delays.begin(), delays.end());
    if (!delays.empty())
      kind.median = quantile(delays, 0.5), kind.most = quantile(delays, 0.95), kind.largest = delays.back();
    summary.kinds.push_back(kind);
  }
  const double hours = summary.fault_free_seconds / 3600.0;
  if (hours > 0) {
    summary.per_hour = static_cast<double>(summary.false_alarms.size()) / hours;
    summary.per_hour_95 = upper_mean(summary.false_alarms.size()) / hours;
  }
  return summary;
}

bool CampaignSummary::passes() const {
  const auto fine = [](const KindSummary& kind) { return kind.undetected <= tolerated && kind.diverged == 0; };
  return false_alarms.empty() && fault_free_excursion <= tolerated && std::all_of(kinds.begin(), kinds.end(), fine);
}

}  // namespace tauforge::scenario
