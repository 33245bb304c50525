// The structure of a robot: which joint hangs on which, and of what kind. No numbers: those are in
// parameters.h, in any scalar. Templates branch on a Tree and never on a value.
//
// Body i is what joint i moves. Parents come before their children; -1 is the base.
#pragma once

#include <vector>

#include "tauforge/diagnostic/require.h"

namespace tauforge::robot {

using Index = int;

enum class JointType { revolute, prismatic };

// How the friction of a drive depends on its speed; dynamics/friction.h has the formulas.
enum class FrictionKind { coulomb, stribeck, smooth };

// What stores energy on the axis of a joint; dynamics/spring.h has the formulas.
enum class SpringKind { torsion, counterbalance };

struct SpringPlace {
  Index joint = 0;
  SpringKind kind = SpringKind::torsion;

  friend bool operator==(const SpringPlace&, const SpringPlace&) = default;
};

class Tree {
 public:
  static constexpr Index base = -1;

  // Adds the next body; returns its index.
  Index add(JointType type, Index parent) {
    diagnostic::require(parent >= base && parent < size(), "a parent comes before its children");
    joints_.push_back({type, parent});
    return size() - 1;
  }

  Index size() const { return static_cast<Index>(joints_.size()); }
  JointType type(Index i) const { return joint(i).type; }
  bool is_revolute(Index i) const { return type(i) == JointType::revolute; }
  Index parent(Index i) const { return joint(i).parent; }
  bool has_parent(Index i) const { return parent(i) != base; }
  // A chain: every body hangs on the one before it.
  bool is_serial() const {
    for (Index i = 0; i < size(); ++i)
      if (parent(i) != i - 1) return false;
    return true;
  }
  bool all_revolute() const {
    for (Index i = 0; i < size(); ++i)
      if (!is_revolute(i)) return false;
    return true;
  }

  bool floating = false;               // the base moves freely with six degrees of freedom
  bool direct = true;                  // joint coordinates are drive coordinates: q = theta
  std::vector<FrictionKind> friction;  // of each drive; as many as drives
  std::vector<Index> harmonics;        // of its friction over the position, how many; empty: none
  bool loaded_friction = false;        // that of some drive grows with load or speed, or has a memory
  std::vector<SpringPlace> springs;    // on the axes of joints, in their order; mostly none

  Index drives() const { return static_cast<Index>(friction.size()); }
  // Degrees of freedom as the user counts them: base first, then drives.
  Index nv() const { return (floating ? 6 : 0) + drives(); }

  struct Range {  // for (Index i : tree.base_to_tip())
    struct Iterator {
      Index i, step;
      Index operator*() const { return i; }
      Iterator& operator++() {
        i += step;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return i != other.i; }
    };
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  Range base_to_tip() const { return {{0, 1}, {size(), 1}}; }
  Range tip_to_base() const { return {{size() - 1, -1}, {-1, -1}}; }

  friend bool operator==(const Tree&, const Tree&) = default;

 private:
  struct Joint {
    JointType type;
    Index parent;
    friend bool operator==(const Joint&, const Joint&) = default;
  };
  const Joint& joint(Index i) const {
    diagnostic::require(i >= 0 && i < size(), "a body index is within its tree");
    return joints_[static_cast<std::size_t>(i)];
  }
  std::vector<Joint> joints_;
};

}  // namespace tauforge::robot
