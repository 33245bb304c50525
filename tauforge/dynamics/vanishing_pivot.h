// Whether finite torques can move a robot where it stands: the pivots of its mass matrix, against their rounding.
//
//   M = U D U', from the last row to the first (solve_symmetric.h)                                    (1)
// D_j is the inertia that row j feels while all rows after it are free. Articulated bodies divide by the same D_j, so
// one test serves every way to forward dynamics. It is what is left of M_jj after non-negative terms were taken away,
// and M_jj is itself a sum, over the bodies that the row moves, of moments moved to its axis. So its rounding error is
// some n eps of what these sums are made of, however little is left:
//
//   E_j = sum |I_b| + 2 |h_b| L_j + |m_b| L_j^2    row that turns; L_j: all lengths between its axis and its bodies   (2)
//   E_j = sum |m_b|                                row that slides
//   E_d = (sum_i |G_id| sqrt E_i)^2 + rotor        drive d, because |M_ik| <= sqrt(E_i E_k)                           (3)
//   |D_j| <= 16 n eps E_j                          nothing is known of D_j, not even its sign                         (4)
//
// Identified moments may stand without a mass; then M is indefinite, more than M_jj is taken away and E_j grows by it.
// Both sides belong to the row: a finger of 1e-6 kg m^2 is measured against its own moments and not against the arm's.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/dynamics/composite_body.h"
#include "tauforge/robot/robot.h"

namespace tauforge::dynamics {

// The moments that a joint moves, without their signs, and the lengths between them and its axis.
struct MovedMoments {
  double m = 0, h = 0, I = 0, L = 0;

  void add(const spatial::Inertia<double>& body);
  void add(const MovedMoments& other, double distance);
  double turning() const { return I + 2.0 * h * L + m * L * L; }  // (2)
};

struct VanishingPivotWorkspace {
  CompositeBodyWorkspace<double> composite_body;
  std::vector<double> q, joint_M, M;  // positions and mass matrix of the joints; mass matrix of the drives
  std::vector<MovedMoments> moved;    // per joint
  std::vector<double> E;              // per row of M
};

// What is asked of pivots: to compute, M has to be invertible; to simulate, a body that can exist has positive ones.
enum class Pivots { not_zero, positive };

// The row, a floating base first, whose pivot vanishes at the drives' positions q; the last one where several do. Nothing:
// M can be inverted, or holds numbers that are not finite.
std::optional<Index> vanishing_pivot(const Tree& tree, const Parameters<double>& par, std::span<const double> q,
                                     VanishingPivotWorkspace& k, Pivots wanted = Pivots::not_zero);

// "joint 'wrist' moves no inertia", for people.
std::string vanishing_pivot_text(const robot::Robot& robot, Index row);

}  // namespace tauforge::dynamics
