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

// One parameter of the full model, and of the reduced one where it is kept.
struct Estimate {
  ParameterName name;
  std::string group;                       // what it stands for: "m6 + m5 + m4 ..."
  bool significant = false;                // kept in the reduced model
  double torque_share = 0;                 // largest torque it makes, relative to the largest of the drive
  double all = 0, all_deviation = 0;       // in the full model, and one standard deviation
  double value = 0, deviation = 0;         // in the reduced model
  Interval interval;                       // of a kept parameter, by the full model
  Summary trajectories_all, trajectories;  // of the logs fitted one by one; count 0 for fewer than three logs
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

struct Identification {
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
  std::vector<double> residual_deviation;  // per drive, of the rows      [N m]
  RelativeError training;                  // of the reduced model, over rows
  std::size_t samples = 0, rows = 0, blocks = 0;
  std::vector<std::string> reasons;  // every choice, in sentences
  // the reduced and weighted observation of the full model, A values = b, row-major: what later steps build upon
  ModelColumns evidence_columns;
  std::vector<double> evidence_A, evidence_b;
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

}  // namespace tauforge::identify
