// Instrumental variables: what to do about regressors that have noise in them, of encoders and of the feedback that hands it to
// the torques. Least squares of  tau = W x + e  is biased by W' e != 0; with instruments Z that are like W without the noise
//
//   What_j = Z_j (Z_j' Z_j)^-1 Z_j' W_j      per drive j: what the instruments tell of its columns          (1)
//   x      = (What' W)^-1 What' tau          = least squares of tau on What                                 (2)
//
// is not. By the second form of (2) rows with What in the place of W are all that the rest of the recipe needs: weights, signs,
// columns that matter, fits without a block. Z are the same columns along the motion of the identified robot in a closed loop
// (closed_loop.h), found anew until the torques of the fit move by less than a thousandth: IDIM-IV.        [JVG14]
//
// Direct identification has Z itself in the place of What: the torques that the simulated arm asks of its drives are to be
// those that were measured, and the motion that was measured is the reference alone. DIDIM                 [GJV13]
//
// A log says neither what controlled its arm nor what the arm was to do, so the reference is the logged position below
// `reference_hz`: noise of positions above that is in no instrument, noise below still is.
#pragma once

#include <functional>

#include "tauforge/identify/full_model.h"

namespace tauforge::identify {

// (Z' Z)^-1 Z' W of one drive, from the triangle of [W | Z | tau]; columns of Z that depend on others add nothing.
Matrix first_stage(const DriveRows& both);
// Of observe_logs_with_instruments: Z becomes (1), by all blocks.
void predict_by_instruments(Observations& observed);
// (1) in the place of the columns.
Block second_stage(const Block& both);

// A quarter of the cut-off of the logs where nothing was asked for.
double reference_hz_of(const signals::Preparation& preparation, double period, const std::optional<double>& asked);
std::vector<signals::Samples> references(const std::vector<recording::Recording>& logs, signals::Preparation how,
                                         double reference_hz);
// Of all logs; the log whose loop did not follow its reference is named instead. `before_log` may throw, to end it.
diagnostic::Result<std::vector<signals::Samples>> simulated_loops(const robot::Robot& robot,
                                                                  const std::vector<recording::Recording>& logs,
                                                                  const std::vector<signals::Samples>& references,
                                                                  const std::function<void()>& before_log = {});

struct InstrumentedModel {
  std::vector<signals::Samples> motion;  // that the instruments are of, per log
  FullModel model;
  InstrumentUse use;
};
// From the fit of least squares on.
diagnostic::Result<InstrumentedModel> instrumented_model(PreparedLogs prepared, const BaseParameters& base,
                                                         const FrictionTrials& trials, const FrictionChoice& friction,
                                                         const FullModel& least_squares);

}  // namespace tauforge::identify
