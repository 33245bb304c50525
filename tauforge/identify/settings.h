// What a user of identification may fix; everything left open is chosen by the program from the logs it is given.
#pragma once

#include <optional>
#include <vector>

#include "tauforge/identify/friction_shape.h"
#include "tauforge/identify/solver.h"
#include "tauforge/signals/differentiate.h"

namespace tauforge::identify {

// By which rule of significance.h columns are dropped.
enum class Significance { left_out_error, torque_share, t_test };

// Regularisation towards the robot's file (prior_metric.h).
struct PriorChoice {
  std::optional<double> strength;  // nothing: by the error on left-out blocks
};

// How values are found from rows: instruments.h has the second and the third.
enum class Method { least_squares, instrumental_variables, direct };

struct Settings {
  std::optional<double> cutoff_hz;  // of the zero-phase filter of the motion; 0: none
  std::optional<signals::Derivatives> derivatives;
  std::optional<double> delay;        // of the torques behind the motion                            [s]
  std::optional<std::size_t> window;  // samples per row of the observation
  std::size_t trim = 0;               // samples dropped at both ends of every stretch
  bool cut_standstill = true;         // the still parts at both ends of a log are left out
  // Stribeck's friction on request only: a drive that is slow in one block alone shows its level at rest nowhere else.
  std::vector<FrictionForm> friction = {FrictionForm::coulomb, FrictionForm::smooth, FrictionForm::presliding};
  FrictionGrowthChoice growth = {true, true};  // of friction with the load and with the root of the speed is tried
  bool offsets = true;                         // a constant torque per drive is tried
  Significance significance = Significance::left_out_error;
  double tolerance = 0.01;  // left_out_error: the smallest model this close to the best; torque_share: the least share
  std::optional<SolverChoice> solver;  // of the full and of the reduced model; nothing: regularisation.h chooses
  std::optional<PriorChoice> prior;    // instead of a solver; no column is left out then
  std::size_t blocks = 12;             // in all; at least one per log
  double confidence = 0.95;
  Method method = Method::least_squares;
  std::optional<double> reference_hz;  // of instruments: the logged position below it leads the simulated loop
};

}  // namespace tauforge::identify
