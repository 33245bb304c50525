#include "tauforge/robot/limb_groups.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tauforge::robot {

namespace {

constexpr std::size_t fewest_joints = 2, fewest_limbs = 2;

// Chains of many thousand joints are read, too: nothing here may look at a whole branch for each of its bodies, or call
// itself once for each.
class Splitter {
 public:
  explicit Splitter(const Tree& tree) : tree_(tree), children_(tree.size()), size_(tree.size(), 1), kind_(tree.size()) {
    for (const Index i : tree.base_to_tip()) children_of(tree.parent(i)).push_back(i);
    for (const Index i : tree.tip_to_base()) {
      kind_[i] = kind_of(i);
      if (tree.has_parent(i)) size_[tree.parent(i)] += size_[i];
    }
  }

  LimbSplit run() {
    LimbSplit split;
    std::vector<Index> carriers{Tree::base};
    while (!carriers.empty()) {
      const Index carrier = carriers.back();
      carriers.pop_back();
      const std::vector<Index> alone = add_groups(carrier, split);
      split.trunk.insert(split.trunk.end(), alone.begin(), alone.end());
      carriers.insert(carriers.end(), alone.begin(), alone.end());
    }
    std::sort(split.trunk.begin(), split.trunk.end());
    std::sort(split.groups.begin(), split.groups.end(),
              [](const LimbGroup& a, const LimbGroup& b) { return a.limbs[0][0] < b.limbs[0][0]; });
    return split;
  }

 private:
  std::vector<Index>& children_of(Index i) { return i == Tree::base ? on_base_ : children_[i]; }

  // Equal for branches that are the same tree, up to the order in which their bodies are numbered.
  int kind_of(Index i) {
    std::vector<int> key{static_cast<int>(tree_.type(i)), tree_.direct ? static_cast<int>(tree_.friction[i]) : 0};
    key.push_back(tree_.direct && !tree_.harmonics.empty() ? tree_.harmonics[i] : 0);
    if (tree_.loaded_friction || !tree_.springs.empty()) key.push_back(i);  // every limb by itself
    for (const Index child : children_[i]) key.push_back(kind_[child]);
    return kinds_.emplace(std::move(key), static_cast<int>(kinds_.size())).first->second;
  }

  // The branches of a body that are alike become groups; the first bodies of the others come back.
  std::vector<Index> add_groups(Index carrier, LimbSplit& split) {
    std::vector<std::vector<Index>> alike;  // roots, in the order of the first of each kind
    std::map<int, std::size_t> place;
    for (const Index root : children_of(carrier)) {
      const auto [known, is_new] = place.emplace(kind_[root], alike.size());
      if (is_new) alike.emplace_back();
      alike[known->second].push_back(root);
    }
    std::vector<Index> alone;
    for (const std::vector<Index>& roots : alike) add_numbered_alike(carrier, roots, split, alone);
    return alone;
  }

  // Body k of one limb has to be body k of the others.
  void add_numbered_alike(Index carrier, const std::vector<Index>& roots, LimbSplit& split, std::vector<Index>& alone) {
    if (roots.size() < fewest_limbs || size_[roots[0]] < fewest_joints) {
      alone.insert(alone.end(), roots.begin(), roots.end());
      return;
    }
    std::vector<std::pair<Tree, std::vector<Part>>> numberings;
    for (const Index root : roots) {
      Part branch = branch_of(root);
      Tree tree = tree_of(tree_, branch);
      auto known = std::find_if(numberings.begin(), numberings.end(), [&](const auto& n) { return n.first == tree; });
      if (known == numberings.end()) known = numberings.insert(numberings.end(), {std::move(tree), {}});
      known->second.push_back(std::move(branch));
    }
    for (auto& [tree, limbs] : numberings) {
      if (limbs.size() >= fewest_limbs)
        split.groups.push_back({carrier, std::move(limbs)});
      else
        alone.push_back(limbs[0][0]);
    }
  }

  // The body and everything that it carries.
  Part branch_of(Index root) const {
    Part branch{root};
    for (std::size_t k = 0; k < branch.size(); ++k) {
      const auto& children = children_[branch[k]];
      branch.insert(branch.end(), children.begin(), children.end());
    }
    std::sort(branch.begin(), branch.end());
    return branch;
  }

  const Tree& tree_;
  std::vector<Index> on_base_;
  std::vector<std::vector<Index>> children_;
  std::vector<std::size_t> size_;  // bodies of the branch that begins with i
  std::vector<int> kind_;          // of that branch
  std::map<std::vector<int>, int> kinds_;
};

}  // namespace

Index index_in(const Part& part, Index body) {
  const auto found = std::lower_bound(part.begin(), part.end(), body);
  return found == part.end() || *found != body ? Tree::base : static_cast<Index>(found - part.begin());
}

Tree tree_of(const Tree& tree, const Part& part) {
  Tree result;
  for (const Index i : part) {
    result.add(tree.type(i), tree.has_parent(i) ? index_in(part, tree.parent(i)) : Tree::base);
    if (tree.direct) result.friction.push_back(tree.friction[i]);
    if (tree.direct && !tree.harmonics.empty()) result.harmonics.push_back(tree.harmonics[i]);
  }
  result.floating = tree.floating, result.direct = tree.direct;
  return result;
}

LimbSplit split_limbs(const Tree& tree) { return Splitter(tree).run(); }

}  // namespace tauforge::robot
