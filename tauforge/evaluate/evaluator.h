// One function of one robot, asked by name, on rows of numbers: what `tauforge evaluate` and the language
// bindings stand on. Inputs and outputs are named columns in drive coordinates, a floating base first.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tauforge/dynamics/function.h"
#include "tauforge/robot/robot.h"

namespace tauforge::evaluate {

using dynamics::Function;

// One that can be evaluated, and how.
struct FunctionInfo {
  Function function;
  const char* name;
  const char* meaning;
  std::vector<std::string> formulations;  // the first is the default
};
const std::vector<FunctionInfo>& functions();

struct Request {
  Function function = Function::inverse_dynamics;
  std::string formulation;  // empty: the default
  bool rigid = false;       // bodies alone: no rotor inertia, no friction
  std::string link;         // of jacobian, lumped ones too; empty: the last
};

// A column of numbers that the function reads.
struct InputColumn {
  std::string name;       // q:NAME, base_x ...
  std::string numbered;   // q1 ...; empty where there is no such form
  bool optional = false;  // taken as zero where absent
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  virtual void evaluate(std::span<const double> inputs, std::span<double> outputs) = 0;

  std::vector<InputColumn> inputs;
  std::vector<std::string> outputs;
  std::string singular;  // why the mass matrix of the last row cannot be inverted, so that its results mean nothing
};

// The columns that describe a state of the robot, whatever a single function reads of them.
std::vector<InputColumn> state_columns(const robot::Robot& robot);

// Null, with the reason in `why_not`, where the robot is beyond the formulation's reach or has no such link. The formulation
// is one of the function's own.
std::unique_ptr<Evaluator> make_evaluator(const robot::Robot& robot, const Request& request, std::string& why_not);

}  // namespace tauforge::evaluate
