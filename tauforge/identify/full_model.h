// The full model for one choice of friction: what the logs hardly move is refused, everything else is fitted to all blocks.
// Resamples ask for it again where they choose another friction.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tauforge/identify/excited.h"
#include "tauforge/identify/friction_choice.h"
#include "tauforge/identify/identify.h"
#include "tauforge/identify/observed_logs.h"
#include "tauforge/identify/prior_metric.h"
#include "tauforge/identify/regularisation.h"
#include "tauforge/identify/settled_fit.h"

namespace tauforge::identify {

// What the choice is made of, and where the fit begins.
struct FrictionTrials {
  ModelColumns columns;  // parameters, then friction in every shape
  std::size_t parameters = 0;
  FrictionLadder ladder;
  std::vector<double> about;  // per column
  Vector weights;             // per drive
  Liveliness motion;
  std::shared_ptr<const PriorMetric> prior = {};  // nothing: none was asked for
};

struct FullModel {
  ModelColumns columns;                 // parameters, then the chosen friction; places in `fit` and rows are those here
  std::vector<FrictionShape> friction;  // per drive
  std::vector<NotExcited> not_excited;
  std::vector<int> refused_columns;
  std::vector<Refusal> refusals;  // of these
  SettledFit settled;             // by rows with the torques of refused columns taken away
  Regularisation regularisation;
  Fit fit;           // to those rows, with signs
  Vector unbounded;  // its values, had no number a sign
};

FullModel full_model(const PreparedLogs& prepared, const BaseParameters& base, const FrictionTrials& trials,
                     const FrictionChoice& friction);

// The rows that later steps build upon, as Identification::evidence_* has them; result.rows is known.
void keep_evidence(const FullModel& model, Identification& result);

// Rows of the model expanded about these values, refused columns taken away; with instruments, of their second stage.
Rows rows_about(const PreparedLogs& prepared, const FullModel& model, const std::vector<double>& values);

// Values of each log alone, of both models. Where blocks hold several logs (block_plan.h) the logs are observed once more, one
// by one and with the columns of the full model only, expanded about its fit.
struct Resampled;
void fit_each_log_alone(const PreparedLogs& prepared, const FullModel& model, Resampled& full, Resampled& kept);

// Which of these columns of a model cannot be negative.
std::vector<bool> positive_of(const robot::Robot& robot, const BaseParameters& base, const ModelColumns& columns,
                              const std::vector<int>& some);

// As a model of torques. Refused columns keep their value; those of the value zero are left out where the fewest numbers are
// wanted.
TorqueModel torque_model(const FullModel& model, const std::vector<int>& columns, const Vector& values, bool fewest,
                         std::size_t widths, const signals::Preparation& preparation);

}  // namespace tauforge::identify
