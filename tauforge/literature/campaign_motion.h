// The trajectories of the virtual campaign: piecewise polynomials (cubic splines) through points within the joints' ranges,
// at rest at both ends, as long as it takes to reach the largest torque.                          [IHPH92, sec. 4]
#pragma once

#include <functional>
#include <vector>

#include "tauforge/identify/model_columns.h"

namespace tauforge::literature {

class CampaignMotion {
 public:
  // points[k][joint]; they are passed at equal distances of time.
  // One pass from the first to the last takes `pass_duration` [s], the next goes back.
  CampaignMotion(std::vector<std::vector<double>> points, int passes, double pass_duration);

  identify::Motion at(double t) const;  // before the beginning and after the end at rest
  double duration() const { return passes_ * pass_duration_; }
  double pass_duration() const { return pass_duration_; }
  // The same path in another time.
  CampaignMotion with_pass_duration(double duration) const;

 private:
  identify::Motion along_path(double t) const;
  std::vector<std::vector<double>> points_, slopes_;  // [point][joint]; slopes per interval
  int passes_;
  double pass_duration_;
};

// The longest [s] or shortest duration at which no torque exceeds its limit; `torque` gives the drives' torques.
CampaignMotion scaled_to_torque(const CampaignMotion& motion, const std::vector<double>& limits,
                                const std::function<std::vector<double>(const identify::Motion&)>& torque);

// Six chosen trajectories and `random` drawn ones, for six joints with these ranges [rad].
std::vector<CampaignMotion> campaign_motions(const std::vector<double>& lower, const std::vector<double>& upper,
                                             int random, unsigned seed);

}  // namespace tauforge::literature
