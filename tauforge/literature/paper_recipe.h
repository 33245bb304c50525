// Identification exactly as [IHPH92, sec. 4] does it: every trajectory is fitted alone by weighted least squares, estimates
// are compared over the trajectories (tables 1 and 2), parameters whose torque never reaches 1 % of the largest are
// dropped, and the rest is fitted again.
//
// The 1 % rule judges estimates, and noise alone can lift an estimate above 1 %. So it is applied to the fit of all
// trajectories together, which is the most certain one, and what that fit cannot tell from zero is dropped as well.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/identify.h"

namespace tauforge::literature {

struct PaperEstimate {
  identify::ParameterName name;
  bool significant = false;
  double torque_share = 0;                      // the largest over trajectories and drives
  double together = 0, together_deviation = 0;  // of all trajectories in one fit; deviation by leaving each one out
  identify::Summary all;                        // table 1
  identify::Summary significant_alone;          // table 2; count 0 where dropped
};

struct PaperIdentification {
  identify::BaseParameters base;
  std::vector<PaperEstimate> estimates;  // in the order of base.kept
  identify::Conditioning before, after;  // of the trajectory that is conditioned worst: each is fitted alone
  identify::Conditioning together_before, together_after;  // of all trajectories in one matrix
  std::size_t trajectories = 0;
};

struct PaperSettings {
  std::size_t trim = 15;          // samples at both ends
  std::size_t from_reversal = 2;  // samples around every change of direction of a drive, left out of its rows
  double share = 0.01;
  double confidence = 0.99;  // that a parameter is not zero
};

PaperIdentification paper_identification(const robot::Robot& robot,
                                         const std::vector<recording::Recording>& trajectories,
                                         const PaperSettings& settings = {});

}  // namespace tauforge::literature
