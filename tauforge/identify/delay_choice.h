// The delay of the torques behind the motion, found from the logs. A torque that is commanded and then held comes before the
// motion that it makes, by half the time it is held; one that is filtered, or sent over a bus, comes after. A thousandth of
// a second is enough to mistake viscous friction for inertia: tau(t + d) ~ I qdd + f (qd + d qdd), an error of f d of the
// inertia, with far more certainty than it deserves.
//
//   S(d) = min_x |W(t - d) x - tau(t)|^2      over rows away from reversals, Coulomb friction           (1)
//   d from the parabola through S(c - h), S(c), S(c + h), c moved until it is near                      (2)
//
// One delay for all drives and logs. It is found without each block as well: a delay whose square is not twice its variance
// is not worth a number (Akaike's rule) and none is used, but the intervals know how uncertain it is.
#pragma once

#include <string>
#include <vector>

#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

struct DelayChoice {
  double delay = 0;                  // to be used                                         [s]
  bool fitted = false;               // false: given, or none is used
  double found = 0;                  // also where it is too uncertain to be used          [s]
  std::vector<double> without_each;  // found without each block; empty where none was     [s]
  bool beyond = false;               // the search went further than a delay can be
  std::string reason;
  // observations with delays a step longer and shorter, the motion earlier and later
  ModelColumns columns;
  std::vector<Block> earlier, later;
  double step = 0;  // [s]
};

DelayChoice choose_delay(const robot::Robot& robot, const ModelColumns& parameters,
                         const std::vector<recording::Recording>& logs, const CutoffChoice& filter,
                         const Settings& settings);

// The delays found without each block, relative to the one found with all.
std::vector<double> changes_without_each(const DelayChoice& choice);

// By how much the values of a fit change per second of delay: one number per column of the fit.
// `pull` is of the choice's columns; nothing: a gentle ridge.
Vector change_per_second(const DelayChoice& choice, const ModelColumns& columns, const Fit& fit,
                         const SolverChoice& pull = {});

}  // namespace tauforge::identify
