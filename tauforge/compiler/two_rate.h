// The two rates of [IHPH92, sec. 2] as programs.
//
//   background task 1    D_ij(q), rotors included, and D_i(q)             `background`
//   background task 2    h(q, qd)                                         `velocity_torque`
//   synchronous task     tau_i = b_i + sum_j D_ij qdd_j                   `synchronous`                      (1)
//                        with b = h + D_i, added once per message that arrives, and
//                        friction at the wanted speed                     `friction`
//                        what a torque from outside is seen by            `momentum`
//
// Entries of D that are numbers are literals in (1), and equal ones are passed on once: n products and n sums per joint at
// most. Friction is in neither task: it turns with a speed from one moment to the next.
#pragma once

#include "tauforge/compiler/request.h"
#include "tauforge/expression/program.h"

namespace tauforge::compiler {

// Which entries of D, i n + j, the background passes on, in order.
using EquationPlaces = std::vector<std::size_t>;

// Background task 1 of a program whose outputs are D and DI (Function::coefficients): a struct of the entries that vary
// takes the place of D.
EquationPlaces pass_on(expression::Program& coefficients);

// (1), reading what pass_on() left; `coefficients` is the program before it.
expression::Program synchronous_program(const expression::Program& coefficients);

// The functions that two rates and an observer need, besides those that are asked for.
void add_two_rate_calls(Request& request);
void add_observer_calls(Request& request);

}  // namespace tauforge::compiler
