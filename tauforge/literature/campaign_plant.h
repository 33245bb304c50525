// The arm of the virtual campaign as it is, which no controller knows.
//
// It has the 23 parameters of table 2 of [IHPH92] and 29 small ones, drawn once, whose largest torque is between 0.2 % and
// 0.9 % of the largest torque of a joint: below the paper's limit of 1 %.
#pragma once

#include <string>

#include "tauforge/diagnostic/result.h"
#include "tauforge/identify/base_parameters.h"
#include "tauforge/literature/campaign_motion.h"
#include "tauforge/robot/description.h"

namespace tauforge::literature {

// The six chosen and four random trajectories, as fast as the motors of the PUMA 260 allow.
std::vector<motion::ToAndFro> campaign_motions_of(const robot::Robot& puma, unsigned seed = 1992);

// The refusal of a robot.
diagnostic::Findings campaign_refusal(const robot::Robot& robot, const std::string& why);

// Why the campaign cannot be repeated with a robot: it is not built like the PUMA 260, has other base parameters than table
// 1, or is too heavy for the motors. Empty: it can.
std::string why_no_campaign(const robot::Robot& robot);

// `puma` is robots/puma260.toml: table 2. Refused where no arm with such small parameters could exist.
diagnostic::Result<robot::Robot> campaign_plant(const robot::Robot& puma, const identify::BaseParameters& base);

// The same as a file has it; `description` is the one that `puma` was assembled of.
diagnostic::Result<robot::Description> campaign_arm(const robot::Description& description, const robot::Robot& puma);

}  // namespace tauforge::literature
