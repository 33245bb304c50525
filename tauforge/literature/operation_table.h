// The operation table: what every formulation costs on a given robot and on a robot of free symbols with the same
// joints, beside what was printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/expression/count.h"
#include "tauforge/literature/published_counts.h"
#include "tauforge/robot/robot.h"

namespace tauforge::literature {

// One step of a formulation that follows the steps of its paper. Products that several steps form count in each.
struct FormulationStep {
  int step;
  expression::Operations free, given;
  std::string printed;  // for a general arm, "62n-75 / 46n-61"; empty: nothing
};

struct OperationRow {
  std::string function;                                 // inverse_dynamics, mass_matrix ...
  std::string formulation;                              // name in the catalogue
  std::optional<expression::Operations> free;           // on free symbols; absent for trees and floating bases
  std::optional<expression::Operations> free_vertical;  // the same with Z0 = Z1
  expression::Operations given;                         // on this robot
  expression::Operations given_signed;                  // the same by paper 000's rule, every sign counted
  expression::Operations loaded;          // on this robot with any load on its last link, ten moments known at run time
  expression::Trigonometry trigonometry;  // on this robot
  std::vector<PublishedCount> published;
  std::string why_different;
  std::vector<FormulationStep> steps;  // empty where the formulation has none
};

struct OperationTable {
  std::string robot;
  int joints = 0, prismatic = 0;
  std::vector<OperationRow> rows;
  std::vector<std::string> left_out;  // formulations that cannot take this robot, with the reason
};

OperationTable operation_table(const robot::Robot& robot);

// Renaud's example by the steps of his paper, beside the printed step table.
struct StepRow {
  int step;
  expression::Operations ours, printed;
};
struct RenaudExample {
  std::vector<StepRow> steps;
  expression::Operations by_steps, shared, regrouped;  // 181/127 as printed; with sharing; z6 merged into y5
};
RenaudExample renaud_example();

// How the count on free symbols grows: exact values for n revolute joints, and the line through them if there is one.
struct Growth {
  std::string formulation;                 // of inverse dynamics; velocity_torque: of what depends on velocities alone
  std::vector<expression::Operations> at;  // n = first_n ...
  bool linear = false;
  std::string line;  // "105n-118 / 87n-106"
};
constexpr int growth_first_n = 4, growth_last_n = 9;
std::vector<Growth> growth_table();

}  // namespace tauforge::literature
