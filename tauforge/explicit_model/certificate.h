// What an abbreviated model can be wrong by: per joint an upper bound of the torque error over the operating range, and
// the largest error that a search finds. The truth lies between the two.
//
//   e_i(q, qd, qdd) = sum dA_ij qdd_j + sum dB_ikl qd_k qd_l + sum dC_ij qd_j^2 + dG_i      d: what was left out   (1)
//   |e_i| <= sum |dA_ij| qdd_j,max + sum |dB_ikl| qd_k,max qd_l,max + ... + |dG_i|                                  (2)
//
// The bound takes (2) over boxes of joint positions, with interval arithmetic, and halves the boxes where it is largest.
#pragma once

#include "tauforge/explicit_model/significance.h"

namespace tauforge::explicit_model {

struct JointError {
  double bound = 0;                // no state in the range is worse [N m, N]
  double found = 0;                // by sampling and climbing: some state is as bad
  double torque = 0;               // the largest torque among the samples, for comparison
  std::vector<double> q, qd, qdd;  // where `found` was found
};

struct Certificate {
  OperatingRange range;
  int samples = 0;
  std::vector<JointError> joints;
};

struct CertificateOptions {
  int samples = 2000;  // joint positions that the search starts from
  int boxes = 60000;   // that the bound may look at, per joint
};

Certificate certificate(const ExplicitModel& model, const std::vector<Element>& complete,
                        const std::vector<Element>& abbreviated, const OperatingRange& range,
                        const CertificateOptions& options = {});

// What was left out: complete less abbreviated, as elements of the same order.
std::vector<Element> difference(const std::vector<Element>& complete, const std::vector<Element>& abbreviated);

}  // namespace tauforge::explicit_model
