// Names and order of the columns that functions read and write; docs/notation.md explains them.
#pragma once

#include <string>
#include <vector>

#include "tauforge/functions/choices.h"
#include "tauforge/functions/function.h"
#include "tauforge/robot/robot.h"

namespace tauforge::functions {

// A column of numbers that a function reads.
struct InputColumn {
  std::string name;       // q:NAME, base_x ...
  std::string numbered;   // q1 ...; empty where there is no such form
  bool optional = false;  // taken as zero where absent
};

// q, qd, qdd of the drives; of a floating base its position, quaternion, twist and acceleration; wrenches on every link
// of the file (optional); tau.
std::vector<InputColumn> input_columns(const robot::Robot& robot, const Reads& reads);

// The columns that describe a state of the robot, whatever a single function reads of them.
std::vector<InputColumn> state_columns(const robot::Robot& robot);

// Whether somebody who wrote this name may have meant an input: q7, tau:elbow, base_x ...
bool looks_like_an_input(const std::string& name);

std::vector<std::string> output_columns(const robot::Robot& robot, Function function, const Choices& choices);

}  // namespace tauforge::functions
