#include "tauforge/robot/limb_groups.h"

#include <gtest/gtest.h>

namespace tauforge::tests {
namespace {

using robot::Index;
using robot::JointType;
using robot::Tree;

// Adds a chain of these joints, r or p, with Coulomb friction; returns its last body.
Index add_chain(Tree& tree, Index carrier, const char* joints) {
  for (; *joints; ++joints) {
    carrier = tree.add(*joints == 'r' ? JointType::revolute : JointType::prismatic, carrier);
    tree.friction.push_back(robot::FrictionKind::coulomb);
  }
  return carrier;
}

TEST(Limbs, OfAQuadrupedAreOneGroupOnItsBase) {
  Tree tree;
  tree.floating = true;
  for (int leg = 0; leg < 4; ++leg) add_chain(tree, Tree::base, "rrr");
  const auto split = split_limbs(tree);
  ASSERT_EQ(split.groups.size(), 1u);
  EXPECT_EQ(split.groups[0].carrier, Tree::base);
  ASSERT_EQ(split.groups[0].limbs.size(), 4u);
  EXPECT_EQ(split.groups[0].limbs[2], (robot::Part{6, 7, 8}));
  EXPECT_TRUE(split.trunk.empty());
}

TEST(Limbs, OfAHumanoidAreLegsOnItsBaseAndArmsOnItsTorso) {
  Tree tree;
  tree.floating = true;
  for (int leg = 0; leg < 2; ++leg) add_chain(tree, Tree::base, "rrrrr");
  const Index torso = add_chain(tree, Tree::base, "r");
  const Index head = add_chain(tree, torso, "rr");
  for (int arm = 0; arm < 2; ++arm) add_chain(tree, torso, "rrrr");
  const auto split = split_limbs(tree);
  ASSERT_EQ(split.groups.size(), 2u);
  EXPECT_EQ(split.groups[0].limbs[1], (robot::Part{5, 6, 7, 8, 9}));
  EXPECT_EQ(split.groups[1].carrier, torso);
  EXPECT_EQ(split.groups[1].limbs[0], (robot::Part{13, 14, 15, 16}));
  EXPECT_EQ(split.trunk, (robot::Part{torso, head - 1, head}));
}

TEST(Limbs, AreNotDividedAgain) {
  Tree tree;
  for (int arm = 0; arm < 2; ++arm) {
    const Index hand = add_chain(tree, Tree::base, "rrr");
    for (int finger = 0; finger < 2; ++finger) add_chain(tree, hand, "rr");
  }
  const auto split = split_limbs(tree);
  ASSERT_EQ(split.groups.size(), 1u);
  EXPECT_EQ(split.groups[0].limbs[0].size(), 7u);
}

TEST(Limbs, ThatDifferInStructureAreNotAlike) {
  for (const char* other : {"rr", "rrp", "rrrr"}) {
    Tree tree;
    add_chain(tree, Tree::base, "rrr");
    add_chain(tree, Tree::base, other);
    EXPECT_TRUE(split_limbs(tree).groups.empty()) << other;
  }
  Tree smooth;
  add_chain(smooth, Tree::base, "rrr");
  add_chain(smooth, Tree::base, "rrr");
  smooth.friction[4] = robot::FrictionKind::smooth;
  EXPECT_TRUE(split_limbs(smooth).groups.empty()) << "friction of another kind is another formula";
}

TEST(Limbs, OfOneJointAreTooSmall) {
  Tree tree;
  for (int wheel = 0; wheel < 4; ++wheel) add_chain(tree, Tree::base, "r");
  const auto split = split_limbs(tree);
  EXPECT_TRUE(split.groups.empty());
  EXPECT_EQ(split.trunk.size(), 4u);
}

// Branches of one shape whose bodies come in another order.
TEST(Limbs, OfOtherNumberingAreNotAlike) {
  Tree tree;
  for (int arm = 0; arm < 2; ++arm) add_chain(tree, Tree::base, "r");
  const Index first = add_chain(tree, 0, "r");
  add_chain(tree, 0, "r");
  add_chain(tree, first, "r");
  const Index second = add_chain(tree, 1, "r");
  add_chain(tree, second, "r");
  add_chain(tree, 1, "r");
  EXPECT_TRUE(split_limbs(tree).groups.empty());
  EXPECT_EQ(split_limbs(tree).trunk.size(), 8u);
}

// A cubic or even a recursive way would not come to an end on these.
TEST(Limbs, OfVeryLongChainsAndVeryWideStarsAreFound) {
  constexpr int joints = 10000;
  Tree chain, star, comb;
  for (int i = 0; i < joints; ++i) {
    add_chain(chain, i - 1, "r");
    add_chain(star, Tree::base, "r");
  }
  for (int i = 0; i < joints / 2; ++i) add_chain(comb, Tree::base, "rp");
  for (const Tree* tree : {&chain, &star}) {
    const auto split = split_limbs(*tree);
    EXPECT_TRUE(split.groups.empty());
    EXPECT_EQ(split.trunk.size(), static_cast<std::size_t>(joints));
    EXPECT_EQ(tree_of(*tree, split.trunk), *tree);
  }
  const auto split = split_limbs(comb);
  ASSERT_EQ(split.groups.size(), 1u);
  EXPECT_EQ(split.groups[0].limbs.size(), static_cast<std::size_t>(joints / 2));
}

TEST(Limbs, BecomeTreesOfTheirOwn) {
  Tree tree;
  tree.floating = true;
  const Index torso = add_chain(tree, Tree::base, "p");
  add_chain(tree, torso, "rpr");
  const Tree limb = tree_of(tree, {1, 2, 3});
  EXPECT_EQ(limb.size(), 3);
  EXPECT_FALSE(limb.has_parent(0)) << "its carrier is its base";
  EXPECT_EQ(limb.parent(2), 1);
  EXPECT_FALSE(limb.is_revolute(1));
  EXPECT_EQ(limb.drives(), 3);
}

}  // namespace
}  // namespace tauforge::tests
