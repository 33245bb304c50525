// The measurement campaign of [IHPH92] on a virtual PUMA 260: six chosen and four random trajectories are followed by a
// simulated arm (articulated bodies) whose parameters are known, positions and torques are recorded every 28 ms as an
// encoder and a current sensor would give them, and the recordings are identified. The arm: campaign_plant.h.
#pragma once

#include <functional>

#include "tauforge/diagnostic/result.h"
#include "tauforge/literature/campaign_motion.h"
#include "tauforge/literature/paper_recipe.h"

namespace tauforge::literature {

struct CampaignSettings {
  double period = 0.028;       // [s]
  double torque_noise = 0.02;  // standard deviation, of the largest torque of the joint
  double encoder_step = 1e-4;  // [rad]
  unsigned seed = 1;           // of the noise
  bool unmodelled = false;     // friction that rises at low speed (Stribeck) and a delay of the torque by one step
  bool rippled = false;        // dry and viscous friction that rises and falls by a third along a turn of the drive
  double gear_hz = 0.0;  // gears that give way: natural frequency of a joint with its motor held; 0: stiff ones [Hz]
  bool coupled_wrist = false;  // drives 4 and 5 turn the joint after theirs, too; logs are those of the drives
};

// q5 = theta5 + c theta4, q6 = theta6 + c theta5: the paper says that its wrist is coupled, not how; c is assumed.
inline constexpr double wrist_coupling = 0.2;

// The means over ten trajectories still have so much noise in them that a dozen of the 29 small parameters seem to make 1 %.
inline constexpr PaperSettings campaign_recipe{.judged = Judged::together};

// How many trajectories are complete, and which share of all measurements is done. Answering false ends the campaign with
// the complete ones.
using CampaignWatch = std::function<bool(std::size_t complete, double share)>;

struct Campaign {
  robot::Robot plant;         // the arm as it is, but for what the settings add to it
  std::vector<double> truth;  // its base parameters, in the order of the paper's table 1
  std::vector<recording::Recording> trajectories;
  std::size_t planned = 0;  // trajectories
};

// `puma` is robots/puma260.toml: table 2. The noise is the sensors', so the arm moves as if there were none: what was driven
// once can be measured with the noise of any seed.
diagnostic::Result<Campaign> drive_campaign(const robot::Robot& puma, const CampaignSettings& settings = {},
                                            const CampaignWatch& watch = {});
Campaign measured(Campaign driven, const CampaignSettings& settings);
// Both.
diagnostic::Result<Campaign> measure_campaign(const robot::Robot& puma, const CampaignSettings& settings = {},
                                              const CampaignWatch& watch = {});

}  // namespace tauforge::literature
