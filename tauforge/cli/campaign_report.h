// What the campaign found over the seeds of its noise, beside what [IHPH92] printed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tauforge/cli/recipe_report.h"
#include "tauforge/literature/campaign.h"

namespace tauforge::cli {

struct CampaignReport {
  RecipeReport recipe;                    // one draw per seed
  unsigned first_seed = 1;                // the others follow
  std::size_t measured = 0, planned = 0;  // trajectories
};
CampaignReport campaign_report(const literature::Campaign& campaign, unsigned first_seed);  // without draws

// Tables 1, 2 and 3, how often the significant parameters are the paper's, how the fits are conditioned, and the torques that
// hold the arm.
std::string campaign_text(const CampaignReport& report);
nlohmann::json campaign_json(const CampaignReport& report);

}  // namespace tauforge::cli
