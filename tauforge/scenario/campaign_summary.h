// What the runs of a fault campaign have in common, kind by kind.
#pragma once

#include "tauforge/scenario/fault_campaign.h"

namespace tauforge::scenario {

// Ways past a limit in degrees or centimetres, as in CampaignRun; times in s.
struct KindSummary {
  FaultKind kind = FaultKind::payload;
  std::size_t runs = 0, detected = 0, harmless = 0, diverged = 0;
  std::size_t missed = 0;                       // past a limit by more than `tolerated` before or without an alarm
  std::optional<double> median, most, largest;  // until an alarm; `most`: 95 % are no later
  double excursion = 0, undetected = 0;
  std::optional<RunName> worst;  // of the largest undetected one; where there is none, of the largest
};

struct CampaignSummary {
  std::vector<KindSummary> kinds;                        // those that occurred, in the order of FaultKind
  std::vector<CampaignRun> false_alarms, needed_alarms;  // without a fault
  double fault_free_seconds = 0;                         // that were moved without a fault, or before it
  double fault_free_excursion = 0;       // the farthest past a limit in them, without an alarm or a fault
  double per_hour = 0, per_hour_95 = 0;  // false alarms; below the second with 95 % confidence

  bool passes() const;
};

constexpr double tolerated = 1.0;  // [deg or cm]

CampaignSummary summarize(const std::vector<CampaignRun>& runs);

}  // namespace tauforge::scenario
