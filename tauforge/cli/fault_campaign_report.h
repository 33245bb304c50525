// What `tauforge simulate --faults` prints: a table of kinds of faults, and the false alarms.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tauforge/scenario/campaign_summary.h"

namespace tauforge::cli {

struct FaultCampaignReport {
  const scenario::Scenario& scenario;
  const scenario::FaultCampaign& campaign;
  const std::vector<scenario::CampaignRun>& runs;
  scenario::CampaignSummary summary;
  std::vector<std::string> left_out;  // kinds, with the reason
  std::uint64_t seed = 1;
  std::size_t wanted = 0;  // runs; fewer were made where it was interrupted
};

std::string fault_campaign_text(const FaultCampaignReport& report);
// docs/fault-campaign.schema.json
nlohmann::json fault_campaign_json(const FaultCampaignReport& report);
// One run, in words.
std::string run_text(const scenario::CampaignRun& run);

}  // namespace tauforge::cli
