// Limbs that are alike, computed side by side: the limb is written once, as a static function whose lanes are the limbs,
// and compilers make vectors of them. A function with such limbs has three stages:
//
//   before   what the motion of the carriers alone determines                base, trunk
//   limbs    per group, every limb: its own results, and its wrench on the carrier
//   after    the trunk, with the wrenches of all limbs                       the other results
//
// A group's carrier is the body that its limbs hang on, the robot's base or a torso; a limb calls its motion `base`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tauforge/expression/count.h"
#include "tauforge/expression/program.h"

namespace tauforge::emit {

struct RolledLimbs {
  // Of one limb. Arguments: `base` (from the carrier's motion, the same for all limbs), `number` (its own), and some of
  // the function's, one element per joint of the limb. Outputs: the function's result, one element per joint, and
  // `wrench` on the carrier.
  expression::Program program;
  std::vector<std::vector<double>> numbers;  // for each element of `number` one per limb
  std::vector<std::vector<int>> joints;      // for each joint of the limb the robot's, one per limb

  std::size_t limbs() const { return joints.front().size(); }
  std::size_t lanes() const { return limbs() + limbs() % 2; }  // an odd one out is computed twice
};

struct RolledFunction {
  // Reads the function's arguments; an output `base` per group, and `trunk`. Any may be absent.
  expression::Program before;
  std::vector<RolledLimbs> groups;
  // Reads `trunk`, a `wrench` per group, and the function's arguments; its output holds some elements of the result.
  expression::Program after;
  std::vector<int> rows;             // which ones
  std::map<std::string, int> first;  // the element of the first joint, of arguments and the result
};

// Names of the arrays of group g of so many.
std::string base_array(const RolledFunction& function, std::size_t group);
std::string wrench_array(const RolledFunction& function, std::size_t group);
inline constexpr const char* trunk_array = "trunk";

// What a call runs: every limb counts. What is written down: the limb counts once.
expression::Operations operations_run(const RolledFunction& function);
expression::Operations operations_written(const RolledFunction& function);
int fused_run(const RolledFunction& function);
expression::Trigonometry trigonometry_run(const RolledFunction& function);

// The result for arguments by name, element by element as the emitted code computes it.
std::vector<double> evaluate(const RolledFunction& function, std::size_t result_size,
                             const std::map<std::string, std::vector<double>>& arguments);

}  // namespace tauforge::emit
