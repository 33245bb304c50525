// One function of one robot on rows of numbers, by name: what `tauforge evaluate` and tables in other languages stand on.
// Inputs and outputs are named columns (columns.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/functions/columns.h"
#include "tauforge/functions/computation.h"
#include "tauforge/functions/torque_series.h"

namespace tauforge::functions {

struct EvaluationRequest {
  Function function = Function::inverse_dynamics;
  std::string formulation;  // empty: the default
  bool rigid = false;       // bodies alone: no rotor inertia, no friction
  std::string link;         // of jacobian, lumped ones too; empty: the last
};

// The names of the formulations that a function may go through; the first is the default.
std::vector<std::string> formulations_of(Function function);

class Evaluator {
 public:
  // Null, with the reason in `why_not`, where the robot is beyond the reach of the function or the formulation, or has no
  // such link. The formulation is one of the function's own.
  static std::unique_ptr<Evaluator> make(const robot::Robot& robot, const EvaluationRequest& request,
                                         std::string& why_not);

  void evaluate(std::span<const double> inputs, std::span<double> outputs);
  // The row of time t [s] of a series: friction with a memory remembers the rows before.
  void evaluate(double t, std::span<const double> inputs, std::span<double> outputs);

  std::vector<InputColumn> inputs;
  std::vector<std::string> outputs;
  std::string singular;  // why the mass matrix of the last row cannot be inverted, so that its results mean nothing

 private:
  Evaluator(const robot::Robot& robot, const Parameters<double>& par, const EvaluationRequest& request,
            const Choices& choices);
  void read(std::span<const double> row);
  void write(std::span<double> out) const;

  robot::Robot robot_;
  const FunctionInfo& info_;
  Computation<double> compute_;
  std::vector<double> q_, qd_, qdd_, wrench_, tau_, results_;
  dynamics::VanishingPivotWorkspace pivots_;
  std::optional<TorqueSeries> series_;  // of inverse dynamics with friction that remembers
};

}  // namespace tauforge::functions
