// The cheapest Plan for a robot: plans are proposed, recorded and counted. Deterministic; effort is a number of
// evaluations, not seconds.
#pragma once

#include "tauforge/dynamics/plan.h"
#include "tauforge/expression/count.h"
#include "tauforge/expression/program.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

struct SearchOptions {
  int evaluations = 20000;  // at most so many programs are recorded and counted
};

struct SearchResult {
  dynamics::Plan plan;
  expression::Operations operations;  // of the recorded program, customised count
  int evaluations = 0;
};

SearchResult search_plan(const robot::Tree& tree, const robot::Parameters<double>& par,
                         const SearchOptions& options = {});

// Inverse dynamics of the bodies by planned_newton_euler, numbers as literals.
expression::Program trace_planned(const robot::Tree& tree, const robot::Parameters<double>& par,
                                  const dynamics::Plan& plan);

}  // namespace tauforge::compiler
