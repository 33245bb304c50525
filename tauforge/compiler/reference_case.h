// What generated code must give: random inputs, and the templates' answers in double precision.
#pragma once

#include <random>
#include <vector>

#include "tauforge/compiler/pipeline.h"
#include "tauforge/emit/self_test.h"
#include "tauforge/functions/choices.h"

namespace tauforge::compiler {

// Bounds of the random states: positions +-pi rad (or 1 m), velocities, accelerations [rad/s ...], torques [N m].
struct StateBounds {
  double velocity = 2.0, acceleration = 5.0, torque = 50.0;
};

// One case for function `index` of the model that `compile` made from this robot and request.
emit::SelfTestCase reference_case(const robot::Robot& robot, const Request& request, const CompiledModel& model,
                                  std::size_t index, std::mt19937& random, const StateBounds& bounds = {});

// How the templates compute these functions.
functions::Choices reference_choices(const robot::Robot& robot, const Request& request,
                                     const std::vector<Function>& functions);

// What a program reads of a case, in the order of its arguments; `constants` are those of its set-up stage.
std::vector<double> inputs_of(const expression::Program& program, const emit::SelfTestCase& c,
                              const std::vector<double>& constants);

// The twenty cases of a self-test: the same whenever they are asked for. With --within each has its tolerance, else none.
std::vector<emit::SelfTestCase> reference_cases(const robot::Robot& robot, const Request& request,
                                                const CompiledModel& model, std::size_t index);

}  // namespace tauforge::compiler
