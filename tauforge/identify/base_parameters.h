// Which parameters move the torques, and how the others hide in them.                             [IHPH92, sec. 4]
//
// The regressor D at 100 random states; its columns D_k are taken one at a time in a given order. When the smallest
// singular value of those taken falls to nothing, the new column depends on the others:
//
//   sum_k alpha_k D_k + alpha_n D_n = 0                       (27)
//   D_n = - sum_k alpha_k / alpha_n D_k                       (28)
//   eta_k := eta_k - eta_n alpha_k / alpha_n                  (29)
//
// so parameter n is dropped and each kept one takes its share. pivoted_base_parameters lets a QR factorisation with
// column pivoting choose which columns to keep; the count is the same, the choice is the best conditioned one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tauforge/identify/parameter_names.h"

namespace tauforge::identify {

struct Share {
  Index kept;          // a column that was kept
  double coefficient;  // of it in the dropped column, so of the dropped parameter in the group of the kept one
};

struct DroppedColumn {
  Index column;
  std::vector<Share> shares;  // D_column = sum coefficient D_kept; empty: the parameter moves nothing
};

struct BaseParameters {
  std::vector<Index> kept;             // columns of the regressor, in the order they were taken
  std::vector<DroppedColumn> dropped;  // in the order they were met
  double smallest = 0, largest = 0;    // singular values of the kept columns, each scaled to length one
};

// For the robot's geometry and its gravity. Deterministic.
BaseParameters ordered_base_parameters(const robot::Robot& robot, std::span<const Index> order);
BaseParameters pivoted_base_parameters(const robot::Robot& robot, std::span<const Index> columns);

// What each kept parameter stands for: eta_k + sum coefficient eta_dropped; in the order of `kept`.
std::vector<double> grouped(const BaseParameters& base, std::span<const double> all);

// "+1 m6 -0.2032 y4", and the group of a kept parameter: "m6 + m5 + m4 + m3 ...".
std::string shares_text(const DroppedColumn& dropped, std::span<const ParameterName> names);
std::string group_text(const BaseParameters& base, std::size_t kept, std::span<const ParameterName> names);

}  // namespace tauforge::identify
