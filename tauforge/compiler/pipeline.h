// From a robot and a request to the functions of a unit of code. Read this first:
//
//   1 plan     the cheapest modelling choices for what the call computes (search)            torques stay what they are
//   2 record   the formulation, run once with symbols (record_call)                          exact
//   3 split    what set-up inputs alone determine moves into the set-up stage                exact
//   4 factor   common factors and common pairs of sums (factor_sums)                         reassociates: to rounding
//              (not of results that are alike and become vectors)
//   5 order    in sums, what is known last comes last (late_terms_last)                      reassociates: to rounding
//              (not of results that are alike, either)
//   6 drop     on request, parts that matter less than an allowed error (abbreviate)         approximate, and measured
//   7 roll     limbs that are alike are written once, side by side (roll_limbs)                   to rounding
//   8 lanes    results that are alike become vectors: SLP grouping (group_lanes)             exact
//   9 schedule the order of the statements: list scheduling (schedule_statements)            exact
//  10 angles   sines together, those of sums by the addition theorem (angle_sums)            within 1e-15
//  11 zeros    results that are always zero come first (zero_rows)                           exact
//  12 stores   results that are not alike are kept apart (single_stores)                     exact
//  13 emit     C, and what goes with it (emit/)                                              exact
//
// Steps 8 to 12 (lay_out) decide how a program is written down, emit prints what they decided. `pass_list.h` has these names
// for programs; CompileWatch::pass is told what each made of a function (tauforge generate --trace-passes).
//
// With Request::exact steps 1, 4, 5, 6, 7 and 10 are left out, and generated code equals the templates in every bit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/compiler/pass_trace.h"
#include "tauforge/compiler/request.h"
#include "tauforge/compiler/search.h"
#include "tauforge/compiler/tolerance.h"
#include "tauforge/compiler/two_rate.h"
#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/emit/c_unit.h"
#include "tauforge/expression/count.h"
#include "tauforge/robot/robot.h"

namespace tauforge::compiler {

struct FunctionReport {
  std::string name;
  std::optional<expression::Operations> free;  // the plain formulation on free symbols; serial arms only
  expression::Operations plain;                // on this robot
  expression::Operations setup;                // of the set-up stage, which runs once
  expression::Operations run;                  // of every call: the customised count
  int fused = 0;                               // products and sums that a fused multiply-add does together
  expression::Trigonometry trigonometry;
  std::optional<dynamics::Plan> plan;  // with every limb written out
  double worst_error = 0;              // of an abbreviated function, as a share of the largest value of each result
  long long evaluations = 0;           // effort of the searches (SearchResult), with every limb written out
};

struct CompiledModel {
  emit::Unit unit;
  std::vector<FunctionReport> reports;  // one per function of the unit
  std::vector<Tolerance> tolerances;    // likewise
  Plans plans;                          // what the searches found, with every limb written out
  EquationPlaces equation_places;       // of two rates
};

// Whoever wants to know what is being worked on.
struct CompileWatch {
  std::function<void(const std::string&)> stage = {};  // one per call, and one for the two-rate pair
  SearchWatch search = {};                             // may end the searches: the rest is done with little effort
  PassWatch pass = {};                                 // every pass of every function, once that is finished
};

CompiledModel compile(const robot::Robot& robot, const Request& request, const CompileWatch& watch = {});

// Changes whenever the numbers or the structure of the robot change.
std::string source_hash(const robot::Robot& robot);

}  // namespace tauforge::compiler
