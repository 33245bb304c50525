// The functions of a unit for JavaScript: a browser's page, Node. Always in double precision.
//
//   const tau = inverse_dynamics(q, qd, qdd);           a fresh Float64Array
//   inverse_dynamics(q, qd, qdd, tau);                  into one that is there
//   const constants = setup(payload, gravity);          with run-time inputs: first, and whenever one changes
//   functions.inverse_dynamics.reads                    ["q", "qd", "qdd"], for whoever calls by name
#pragma once

#include <string>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

// All but the exports, to stand inside something else: `functions`, and `setup` where there is a set-up stage.
std::string javascript_functions(const Unit& unit);

// An ECMAScript module.
std::string javascript_module(const Unit& unit);

}  // namespace tauforge::emit
