// The shape of every drive's friction, chosen by the error on blocks that were left out.
//
// Widths are tried on a ladder: of smooth and Stribeck friction in shares of the drive's usual speed, of presliding friction
// in shares of its range of motion. A width is a fitted number, so it has to earn its place: at first all drives share one shape;
// then a drive may take another form, with the width that form has elsewhere or the best one; a width of its own must
// lower the error by a hundredth. Growth with the load and with the root of the speed is likewise tried for all drives at
// once, with every shape; which drives keep it is a matter of significance later.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/cross_validate.h"

namespace tauforge::identify {

// Shapes that are tried, one list per drive and all lists equally long: the same place means the same step of a ladder.
struct FrictionLadder {
  std::vector<std::vector<FrictionShape>> shapes;  // [drive][step]
  struct Columns {
    int level = -1, load = -1, root = -1, rest = -1;  // of the model; -1: there is none
  };
  std::vector<std::vector<Columns>> columns;  // likewise
};

// `range` [rad] and `speed` [rad/s] of each drive in the logs; `growth` are the parts that get columns.
FrictionLadder friction_ladder(const robot::Robot& robot, const std::vector<FrictionForm>& forms,
                               const std::vector<double>& range, const std::vector<double>& speed,
                               FrictionGrowthChoice growth, ModelColumns& columns);

struct FrictionChoice {
  std::vector<std::size_t> step;  // per drive
  FrictionGrowthChoice growth;
  double error = 0;  // cross-validated
  std::string reason;
};

// `others` are the columns that every model has.
FrictionChoice choose_friction(const CrossValidation& trial, const FrictionLadder& ladder,
                               const std::vector<int>& others);

// `others` and the chosen friction columns.
std::vector<int> with_friction(const FrictionLadder& ladder, const FrictionChoice& choice,
                               const std::vector<int>& others);

// How many different widths the friction columns among these have: fitted numbers.
std::size_t fitted_widths(const FrictionLadder& ladder, const FrictionChoice& choice, const ModelColumns& columns,
                          const std::vector<int>& kept);

}  // namespace tauforge::identify
