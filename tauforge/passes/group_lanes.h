// Grouping into lanes, what compilers call superword-level parallelism (SLP): neighbouring results that are one sum of
// products with other numbers in it, as the columns of a regressor are,
//
//   Y[20 + k] = n_x * A[k] + n_y * B[k] + v_x * C[k],   k = 0 ... 3
//
// are to be written as such a loop, and become vectors. As single statements they would take a compiler's luck: gcc 12
// gives up a row of results at the first two that differ in kind.
//
// Exact: a result that lacks a term has a zero in its table, and sums keep the order in which they were recorded, so nothing
// is rounded differently.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

struct LaneNumber {
  expression::NodeIndex node = -1;  // -1: zero
  bool negative = false;
  auto operator<=>(const LaneNumber&) const = default;
};

using LaneTable = std::vector<LaneNumber>;

struct LaneTerm {
  expression::NodeIndex factor = -1;  // of all lanes; -1: one
  bool negative =
      false;  // the whole term: a table is the one of itself and its opposite with fewer signs, so that terms share it
  LaneTable table;  // what each lane multiplies it by
  auto operator<=>(const LaneTerm&) const = default;
};

struct Place {
  std::size_t output = 0, element = 0;
};

struct LaneGroup {
  std::size_t width = 0;
  std::vector<Place> places;    // of the first element; more than one: all alike
  std::vector<LaneTerm> terms;  // in the order of the sum
};

// Empty where there are too few to be worth it.
std::vector<LaneGroup> group_lanes(const expression::Program& program);

// Where the results go that are not part of a group, by their nodes.
std::map<expression::NodeIndex, std::vector<Place>> single_results(const expression::Program& program,
                                                                   const std::vector<LaneGroup>& lanes);

}  // namespace tauforge::passes
