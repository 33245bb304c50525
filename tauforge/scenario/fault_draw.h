// One run of a fault campaign, drawn: a scenario as a file's text, which `tauforge simulate` runs as well.
#pragma once

#include "tauforge/scenario/fault_campaign.h"

namespace tauforge::scenario {

struct DrawnRun {
  std::string text;  // of the scenario
  std::optional<FaultKind> kind;
  double fault_at = 0;  // s; of a run without a fault: the end
  std::string law;
};

DrawnRun draw_run(const Base& base, const FaultCampaign& campaign, std::uint64_t seed, const RunName& name);

}  // namespace tauforge::scenario
