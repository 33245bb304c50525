// The numbers of a robot as literals that know which parameter they are (expression/origin.h).
//
//   m, h_x, h_y, h_z, I_xx ..   of LINK    mass, first moments, inertia about the origin of its joint's frame, in that frame,
//                                          with all that is fixed to it
//   p_x ..  R_xx ..             of LINK    where its joint's frame stands in the frame before it
//   rotor, viscous, coulomb ..  of DRIVE
#pragma once

#include "tauforge/expression/expr.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

// `parameters`: of `robot`, or what a request left of them.
robot::Parameters<expression::Expr> with_origins(const robot::Robot& robot, const robot::Parameters<double>& parameters,
                                                 expression::Origins& origins);

// What the letters mean, for the comment of a file that uses them.
extern const std::vector<const char*> origin_letters;

}  // namespace tauforge::compiler
