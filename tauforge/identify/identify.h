// Identification: from logs of a robot to a small model of its torques that says how certain it is. identify.cpp is the
// recipe, step by step.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/settings.h"
#include "tauforge/identify/statistics.h"
#include "tauforge/identify/torque_model.h"

namespace tauforge::identify {

// One parameter of the full model, and of the reduced one where it is kept; or one that the logs do not tell.
struct Estimate {
  ParameterName name;
  std::string group;                  // what it stands for: "m6 + m5 + m4 ..."
  bool significant = false;           // kept in the reduced model
  bool from_file = false;             // refused, or held by a prior: the robot's file decides, no interval
  double described = 0;               // as the robot's file has it
  double share_of_logs = 1;           // where a prior pulls: what the logs have in the value; below a half: from_file
  double torque_share = 0;            // largest torque it makes, relative to the largest of the drive
  double all = 0, all_deviation = 0;  // in the full model, and one standard deviation
  Interval interval;                  // by the full model; where the sign is physical it ends at zero
  double unbounded = 0;               // in the full model, had no number a sign
  double value = 0, deviation = 0;    // in the reduced model
  Summary trajectories_all, trajectories;  // of the logs fitted one by one; count 0 for fewer than three logs

  bool is_combination() const { return group != name.name; }
  std::string meaning() const { return is_combination() ? group : name.meaning; }
};

// A direction that the logs say nothing about.
struct Refusal {
  ParameterName name;
  double value = 0;  // left as the robot's file has it
  std::string why;
};

struct Conditioning {
  std::size_t columns = 0;
  double smallest = 0, largest = 0;  // singular values of the weighted columns
  double number() const { return smallest > 0.0 ? largest / smallest : 0.0; }
};

// One step of leaving columns out.
struct ReductionStep {
  std::size_t columns = 0;
  double error = 0;      // on left-out blocks, weighted     [1]
  std::string left_out;  // empty: none yet
};

// A part of a log, and the reduced model that had no part of it: neither in its numbers nor in a choice.
struct LeftOut {
  std::size_t log = 0;
  double begin = 0, end = 0;  // [s]
  TorqueModel model;
};

// What held the fit to the robot's file (prior_metric.h).
struct PriorUse {
  double strength = 0;                  // 0: no prior was asked for
  std::vector<double> scales;           // of numbers of drives, per column of the regressor; zero for bodies
  std::vector<double> friction_scales;  // of their friction's levels, per drive
  std::vector<std::string> replaced;    // links whose body cannot exist: the measure there is that of a ball
};

// How instruments were found (instruments.h).
struct InstrumentUse {
  int rounds = 0;           // 0: least squares
  bool direct = false;      // they are the regressors
  bool settled = false;     // the last round moved the torques by less than a thousandth
  double moved = 0;         // by the last round, of the torques
  double reference_hz = 0;  // the logged position below it was the reference
};

// Whether least squares and instrumental variables differ by more than chance (hausman.h).
struct HausmanTest {
  std::string why_not;                   // there is no test; empty: there is one
  double statistic = 0;                  // F
  std::size_t columns = 0, freedom = 0;  // its degrees of freedom
  double p = 1;                          // probability of as much by chance
  double reference_hz = 0;               // as of InstrumentUse

  bool biased() const { return why_not.empty() && p < 0.01; }
};

struct Identification {
  PriorUse prior;
  InstrumentUse instruments;
  BaseParameters base;
  TorqueModel model;                // the reduced one
  TorqueModel full;                 // with every parameter that the logs excite
  std::vector<Estimate> estimates;  // of the full model
  std::vector<Refusal> refusals;
  std::vector<FrictionShape> friction;  // per drive
  std::vector<CutoffTrial> cutoffs;
  std::vector<ReductionStep> reduction;
  SolverChoice full_solver, reduced_solver;
  Conditioning before, after;
  double scaled_condition = 0;             // of the full model's columns of length one
  double cost_of_signs = 0;                // of numbers that may not be negative: by what share the residuals grow
  bool delay_beyond = false;               // the search for a delay ran out of what one can be
  std::vector<double> residual_deviation;  // per drive, of the rows      [N m]
  RelativeError training;                  // of the reduced model, over rows
  std::size_t samples = 0, rows = 0, blocks = 0;
  std::size_t window = 1;            // samples per row
  std::vector<std::string> reasons;  // every choice, in sentences
  std::vector<LeftOut> left_out;     // block by block
  // the reduced and weighted observation of the full model, A values = b, row-major: what later steps build upon; refused
  // columns are among them, with the weight by which they are held where the robot's file has them, others with 0
  ModelColumns evidence_columns;
  std::vector<double> evidence_A, evidence_b, evidence_held;
};

using Progress = std::function<void(const std::string& what)>;

diagnostic::Result<Identification> identify(const robot::Robot& robot, const std::vector<recording::Recording>& logs,
                                            const Settings& settings = {}, const Progress& progress = {});

// The error of a model on a log it has not seen: torques as they were measured, unfiltered.
struct Validation {
  std::string log;
  signals::Samples samples;
  recording::Channels torque, prediction;
  RelativeError error;
};
Validation validate(const robot::Robot& robot, const TorqueModel& model, const recording::Recording& log);
// The same of a robot as its file has it.
Validation validate(const robot::Robot& robot, const signals::Preparation& preparation,
                    const recording::Recording& log);

// Of the logs that a model was fitted to: every block predicted by a fit without it.
std::vector<Validation> cross_validated(const robot::Robot& robot, const Identification& found,
                                        const std::vector<recording::Recording>& logs);

}  // namespace tauforge::identify
