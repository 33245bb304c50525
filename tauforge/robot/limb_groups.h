// Limbs that are alike: branches of one body with the same joints in the same order, as the legs of a quadruped on its
// base, or the arms of a humanoid on its torso. Only the structure is compared; their numbers may differ.
#pragma once

#include <vector>

#include "tauforge/robot/parameters.h"
#include "tauforge/robot/tree.h"

namespace tauforge::robot {

// The bodies of a part of a robot in ascending order, so parents first.
using Part = std::vector<Index>;

// At least two limbs of at least two joints.
struct LimbGroup {
  Index carrier = Tree::base;  // the body that they hang on
  std::vector<Part> limbs;
};

struct LimbSplit {
  std::vector<LimbGroup> groups;
  Part trunk;  // everything else; the base and all carriers belong to it
};

// The largest groups: what is part of a limb is not divided again. Without groups: no limb is like another one.
LimbSplit split_limbs(const Tree& tree);

// The part as a tree of its own; what hangs on no body of the part hangs on its base.
Tree tree_of(const Tree& tree, const Part& part);

// Where a body comes in its part; the base where it does not.
Index index_in(const Part& part, Index body);

// Its numbers; those of robots whose coordinates are those of the drives.
template <Scalar S> Parameters<S> parameters_of(const Parameters<S>& par, const Part& part) {
  Parameters<S> result;
  result.gravity = par.gravity, result.base = par.base;
  for (const Index i : part) {
    const auto k = static_cast<std::size_t>(i);
    result.placement.push_back(par.placement[k]);
    result.offset.push_back(par.offset[k]);
    result.body.push_back(par.body[k]);
    result.link_frame.push_back(par.link_frame[k]);
    result.drive.push_back(par.drive[k]);
    result.q0.push_back(par.q0[k]);
  }
  return result;
}

}  // namespace tauforge::robot
