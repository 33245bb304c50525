// What the campaign found, beside what [IHPH92] printed.
#pragma once

#include <string>

#include "tauforge/literature/campaign.h"

namespace tauforge::cli {

// Tables 1 and 2, how the fits are conditioned, and the torques that hold the arm.
std::string campaign_text(const literature::Campaign& campaign, const literature::PaperIdentification& found);

}  // namespace tauforge::cli
