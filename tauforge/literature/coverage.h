// Whether intervals are honest: identification of virtual campaigns, whose arm is known, and how often the interval of each
// parameter contains the truth.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tauforge/identify/identify.h"
#include "tauforge/literature/campaign.h"

namespace tauforge::literature {

// The arm's parameters by the names that identify gives them. What the arm does not have is zero and not among them.
std::map<std::string, double> named_truth(const robot::Robot& puma, const Campaign& campaign);

class Coverage {
 public:
  struct OfParameter {
    int inside = 0, all = 0;  // intervals with the truth in them
    double share() const { return all > 0 ? static_cast<double>(inside) / all : 0.0; }
  };

  void count(const identify::Identification& found, const std::map<std::string, double>& truth);

  const std::map<std::string, OfParameter>& parameters() const { return parameters_; }
  OfParameter kept() const { return kept_; }       // of parameters that the reduced model has
  OfParameter pooled() const;                      // of all
  int values_outside() const { return outside_; }  // estimates that do not lie in their own interval
  int campaigns() const { return campaigns_; }

 private:
  std::map<std::string, OfParameter> parameters_;
  OfParameter kept_;
  int outside_ = 0, campaigns_ = 0;
};

// The fewest of `all` intervals that contain the truth where each does with probability `p`, but for one case in
// `in_how_many`: the quantile of the binomial distribution.
int fewest_inside(int all, double p, double in_how_many);

}  // namespace tauforge::literature
