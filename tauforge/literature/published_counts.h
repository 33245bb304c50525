// Operation counts that were printed: formulas in n joints, p of them prismatic, and figures for single robots.
#pragma once

#include <string>
#include <vector>

#include "tauforge/expression/count.h"

namespace tauforge::literature {

struct PublishedCount {
  std::string who;                    // whose count, with its key in docs/references.md
  std::string formula;                // "150n-48 / 131n-48"; empty: for one robot only
  expression::Operations operations;  // for the robot asked about
  bool general = true;                // of a general robot; else of exactly this one
  int total = 0;                      // where only the sum was printed; then operations is empty
  bool loaded = false;                // with any load on the last link
  bool sequential = true;             // false: of one processor among several, or with tables made beforehand
};

// Counts printed for a row of the operation table: a formulation of inverse dynamics by its name in the
// catalogue, or "mass_matrix:NAME", "coefficients", "velocity_torque".
std::vector<PublishedCount> published_counts(const std::string& row, int joints, int prismatic,
                                             const std::string& robot);

// The printed count of one step of a formulation, as formulas in n; empty where none was printed.
std::string published_step(const std::string& row, int step);

// In one line, why our count of a general robot differs from the printed one; empty where nothing was printed.
std::string why_different(const std::string& row);

}  // namespace tauforge::literature
