#include "tauforge/robot/limbs.h"

#include <algorithm>
#include <utility>

namespace tauforge::robot {

namespace {

constexpr std::size_t fewest_joints = 2, fewest_limbs = 2;

Index index_in(const Part& part, Index body) {
  const auto found = std::find(part.begin(), part.end(), body);
  return found == part.end() ? Tree::base : static_cast<Index>(found - part.begin());
}

Index root_of(const Tree& tree, Index i) {
  while (tree.has_parent(i)) i = tree.parent(i);
  return i;
}

}  // namespace

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
  std::vector<Part> branches;
  for (const Index root : tree.base_to_tip()) {
    if (tree.has_parent(root)) continue;
    Part branch;
    for (const Index i : tree.base_to_tip())
      if (root_of(tree, i) == root) branch.push_back(i);
    branches.push_back(std::move(branch));
  }
  std::vector<std::pair<Tree, std::vector<Part>>> kinds;
  for (const Part& branch : branches) {
    const Tree kind = tree_of(tree, branch);
    auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == kind; });
    if (known == kinds.end()) known = kinds.insert(kinds.end(), {kind, {}});
    known->second.push_back(branch);
  }
  LimbSplit split;
  for (const auto& [kind, limbs] : kinds) {
    if (limbs.size() >= fewest_limbs && limbs[0].size() >= fewest_joints)
      split.groups.push_back(limbs);
    else
      for (const Part& branch : limbs) split.trunk.insert(split.trunk.end(), branch.begin(), branch.end());
  }
  std::sort(split.trunk.begin(), split.trunk.end());
  return split;
}

}  // namespace tauforge::robot
