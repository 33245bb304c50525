// A requested C function as a program: arguments as the request wants them, one output per result. `origins` is told where
// its constants come from.
#pragma once

#include "tauforge/compiler/request.h"
#include "tauforge/expression/program.h"
#include "tauforge/functions/choices.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

expression::Program record_call(const robot::Robot& robot, const Request& request, const Call& call,
                                const functions::Choices& choices, expression::Origins* origins = nullptr);

// The robot that searches look at: what stays an input is generic, so that nothing vanishes or coincides by accident.
robot::Robot with_generic_inputs(const robot::Robot& robot, const Request& request);

}  // namespace tauforge::compiler
