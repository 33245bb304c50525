#include "tauforge/robot/limbs.h"

#include <algorithm>
#include <utility>

namespace tauforge::robot {

namespace {

constexpr std::size_t fewest_joints = 2, fewest_limbs = 2;

// The body and everything that it carries.
Part branch_of(const Tree& tree, Index root) {
  Part branch;
  for (const Index i : tree.base_to_tip())
    if (i == root || (tree.has_parent(i) && index_in(branch, tree.parent(i)) != Tree::base)) branch.push_back(i);
  return branch;
}

// The branches of a body: those that are alike become groups, the others are looked at one body further out.
void split_branches(const Tree& tree, Index carrier, LimbSplit& split) {
  std::vector<std::pair<Tree, std::vector<Part>>> kinds;
  for (const Index root : tree.base_to_tip()) {
    if (tree.parent(root) != carrier) continue;
    const Part branch = branch_of(tree, root);
    const Tree kind = tree_of(tree, branch);
    auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == kind; });
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {kind, {}});
    known->second.push_back(branch);
  }
  for (const auto& [kind, limbs] : kinds) {
    if (limbs.size() >= fewest_limbs && limbs[0].size() >= fewest_joints) {
      split.groups.push_back({carrier, limbs});
      continue;
    }
    for (const Part& branch : limbs) {
      split.trunk.push_back(branch[0]);
      split_branches(tree, branch[0], split);
    }
  }
}

}  // namespace

Index index_in(const Part& part, Index body) {
  const auto found = std::find(part.begin(), part.end(), body);
  return found == part.end() ? Tree::base : static_cast<Index>(found - part.begin());
}

Tree tree_of(const Tree& tree, const Part& part) {
  Tree result;
  for (const Index i : part) {
    result.add(tree.type(i), tree.has_parent(i) ? index_in(part, tree.parent(i)) : Tree::base);
    if (tree.direct) result.friction.push_back(tree.friction[static_cast<std::size_t>(i)]);
  }
  result.floating = tree.floating, result.direct = tree.direct;
  return result;
}

LimbSplit split_limbs(const Tree& tree) {
  LimbSplit split;
  split_branches(tree, Tree::base, split);
  std::sort(split.trunk.begin(), split.trunk.end());
  return split;
}

}  // namespace tauforge::robot
