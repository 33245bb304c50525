// What a printed model can be wrong by: per joint an upper bound of the torque error over the operating range, and the
// largest error that a search finds. The truth lies between the two.
//
//   e_i(q, qd, qdd) = torque of the complete model - torque of the printed one                                   (1)
//
// Terms that were left out and numbers that were rounded are both in (1). Over accelerations and speeds the maximum at given
// positions is that of torque_polynomial.h; over positions the bound comes from the values of (1) on a norming mesh, whose
// cells are halved where the bound is largest. The search climbs from the worst points of the mesh.
#pragma once

#include "tauforge/explicit_model/alive.h"
#include "tauforge/explicit_model/torque_polynomial.h"

namespace tauforge::explicit_model {

struct JointError {
  double bound = 0;                // no state in the range is worse [N m, N]
  double found = 0;                // some state is as bad
  double torque = 0;               // the largest torque that a search found, for comparison
  std::vector<double> q, qd, qdd;  // where `found` was found
};

struct Certificate {
  OperatingRange range;
  std::vector<JointError> joints;
};

struct CertificateOptions {
  double mesh_points = 4e5;  // of positions, per joint
  int cells = 30000;         // halved afterwards, per joint
  int starts = 12;           // of the search, per joint
  double enough = 1.15;      // bound over found: nothing is refined beyond
  Alive alive = {};
};

// The largest |e| of one joint.
JointError largest(const TorquePolynomial& error, const std::vector<bool>& revolute,
                   const CertificateOptions& options = {});

// The largest torques that a search finds, by joint.
std::vector<double> largest_torques(const ExplicitModel& model, const std::vector<Element>& complete,
                                    const OperatingRange& range, const Alive& alive = {});

Certificate certificate(const ExplicitModel& model, const std::vector<Element>& complete,
                        const std::vector<Element>& printed, const OperatingRange& range,
                        const std::vector<double>& torques, const CertificateOptions& options = {});

}  // namespace tauforge::explicit_model
