// Modelling choices that leave every torque as it is and change what it costs. A Plan is structure only: enums and
// indices, never a number, so that it can be applied to parameters in any scalar.
//
//   slide     the origin of a revolute joint's frame moves along its axis
//             the axis is at rest in both links: p = p' + c z and turning about z leaves c z as it is
//   alignment the axes of a last link turn about that of its joint, by a constant angle
//             Rz(q) = Rz(q + c) Rz(-c), and nobody beyond the last link sees its axes
//   gauge     what lies on a revolute axis (the pseudo-inertia entries Sigma_zz, h_z, m; all of Sigma at a prismatic joint)
//             moves between a link and its parent, just as much as makes a chosen entry vanish
//             a mass on the axis has the same path in both links; a link that slides turns as its parent, and Sigma is
//             felt through the turning alone
//   head      parallel axes in a row turn by the sum of their angles, seen from the first of the row
//             Rz(a) Rz(b) = Rz(a + b)
//   frame     a link is written in its own frame, or in the one before its joints turned (of the head); composite bodies take
//             the head's for the whole run
//             a wrench and a motion have the same product in any axes: f . v = (R f) . (R v)
//   form      how the moment of a link is computed
//             vee(U Sigma - Sigma U') = J dw + w x J w with J = tr(Sigma) 1 - Sigma, U = [dw]x + [w]x [w]x
//   factoring w_z + qd is taken out of the products that it shares
//             a b + a c = a (b + c)
//   turning   U z or dw is turned by a joint
//             (w x z) x z + z x (w x z) = 0: of the joint's own rate nothing is left in U z
//   disc      a disc square to an axis that stays square to a first axis at rest
//             J = B (1 + e e'): B about the first axis, 2 B about its own; the rest loads no joint (see Disc)
//   squares   w_x^2 + w_y^2 of a link is that of its parent's w, seen before the joint turns
//             a rotation about z keeps lengths in the plane square to it
//   tail      a last link that is a body of revolution about its joint's axis is never rotated
//             Rz(q) Sigma Rz(q)' = Sigma and Rz(q) h = h where Sigma_xx = Sigma_yy, products and h_x, h_y vanish
//   levers    inside a run, p x f is formed on either side of the turn, and the spin of p likewise
//             R (p x f) = (R p) x (R f)
//   shifts    inside a run, a composite comes to the parent's origin before or after it turned
//             R (p h' + h p') R' = (R p) (R h)' + (R h) (R p)'
//   rotor     of a link that is accelerated about its joint's axis by qdd alone, the rotor is part of that moment
//             J_zz qdd + I_rotor qdd = (J_zz + I_rotor) qdd
//   unit      which length is called 1
//             lengths in L and masses times L^2: (m L^2) (p / L)^2 = m p^2; forces come out times L, so it is for revolute
//             joints alone
//   meetings  where the momentum of one joint's unit motion, carried down, meets another joint's motion, carried up
//             M_ij = s_j . I s_i is the same number in every frame between the two
// Each second line is why torques stay; tests/agreement holds every choice against newton_euler.h on random robots.
#pragma once

#include <vector>

#include "tauforge/robot/tree.h"

namespace tauforge::dynamics {

using robot::Index;
using robot::Tree;

enum class Slide {
  none,
  onto_parent,  // the component of the offset from the parent along the axis vanishes
  onto_child,   // the component of the offset to the first child along the axis vanishes
};

// Which entry of a last link's pseudo-inertia vanishes when its axes are turned about z.
enum class Alignment { none, hy, yz, xy };

// What may change sides at a joint: of a revolute one what lies on its axis, of a prismatic one the whole Sigma.
enum class Movable { sigma_zz, h_z, m, sigma };

// Entries of the pseudo-inertia [Sigma h; h' m].
enum class Entry { xx, yy, zz, xy, yz, xz, hx, hy, hz, m };
constexpr int entries = 10;

// Moves so much of `what` from body `joint` to its parent that `zero` vanishes there; with `partner`, the sum or
// difference of the two entries. Movable::sigma always moves as a whole, to zero.
struct GaugeMove {
  enum class Of { body, parent };
  enum class With { nothing, sum, difference };
  Index joint = 0;
  Movable what = Movable::m;
  Of of = Of::body;
  Entry zero = Entry::m;
  With with = With::nothing;
  Entry partner = Entry::m;

  friend bool operator==(const GaugeMove&, const GaugeMove&) = default;
};

enum class LinkFrame { own, before };

enum class LinkForm {
  pseudo_inertia,  // N from U Sigma - Sigma U'
  mixed,           // the same with N_z from the products of the angular velocity
  products,        // J dw + w x J w, the products w_y w_z ... formed once
};

enum class Factoring {
  never,
  at_leaves,  // w_z + qd taken out where the angular acceleration is not passed on
  always,
};

// Of a body that turns, by parallel joints alone, about an axis square to a first axis that stands still: a disc square to
// its own axis, Sigma = diag(B, B, 0), is felt as B by the first joint and as 2 B about its own axis, whatever the angles. So
// much is taken out that one entry vanishes.
enum class Disc { none, xx, yy };

// What a joint turns besides the angular velocity, to know U = [dw]x + [w]x [w]x on its other side.
enum class Turning {
  acceleration,  // dw
  column,        // U z, the field of accelerations along its axis, which is the same on both sides
};

struct LinkPlan {
  Slide slide = Slide::none;
  Alignment alignment = Alignment::none;
  LinkFrame frame = LinkFrame::own;
  LinkForm form = LinkForm::pseudo_inertia;
  Factoring factoring = Factoring::at_leaves;
  Turning turning = Turning::acceleration;
  Disc disc = Disc::none;
  bool joins_run = false;          // its axis is parallel to its parent's: turns by the sum of their angles
  bool shares_squares = false;     // w_x^2 + w_y^2, which a joint does not change, instead of w_y^2
  bool axisymmetric_tail = false;  // a last link that looks the same at every angle of its joint: never rotated
  bool turns_lever = false;        // of a run in own frames: its force turns the parent by a lever seen from itself
  bool spins_lever = false;      // of a run in own frames: what the parent's spin does to the lever is seen from itself
  bool shifts_before = false;    // of a run in own frames: its composite comes to the parent's origin before it turned
  bool rotor_in_moment = false;  // its angular acceleration about z is qdd alone: the rotor is part of that moment

  friend bool operator==(const LinkPlan&, const LinkPlan&) = default;
};

// The component of a joint's offset that is called 1; none: metres. Or that of gravity: as many metres as it falls per
// second squared, for robots whose gravity is a number other than zero.
struct UnitLength {
  static constexpr Index of_gravity = -2;
  Index joint = -1;
  int component = 0;  // x, y, z

  friend bool operator==(const UnitLength&, const UnitLength&) = default;
};

// The entry of the mass matrix that two joints share is computed at a body on the way from the lower joint to the upper,
// in the body's own frame or in the one before its joints turned; `lower` may be the base, for gravity, and then the body
// may be the base too.
struct Meeting {
  Index upper = 0, lower = 0, body = 0;
  LinkFrame frame = LinkFrame::own;

  friend bool operator==(const Meeting&, const Meeting&) = default;
};

struct Plan {
  std::vector<LinkPlan> link;    // one per body
  std::vector<GaugeMove> gauge;  // in the order of application, after the slides
  UnitLength unit;
  LinkForm base_form = LinkForm::pseudo_inertia;  // of a floating base
  std::vector<Meeting> meetings;  // at most one per pair; others meet at the lower joint, gravity at the upper

  friend bool operator==(const Plan&, const Plan&) = default;

  // The joints of the run up to i in one number, 23 for joints 2 and 3: the sine of their sum is S23.
  int run_digits(const Tree& tree, Index i) const {
    const int before = link[static_cast<std::size_t>(i)].joins_run ? run_digits(tree, tree.parent(i)) : 0;
    return before % 10000000 * (i + 1 < 10 ? 10 : 100) + i + 1;
  }

  // The first joint of the run that body i belongs to.
  Index head(const Tree& tree, Index i) const {
    while (link[static_cast<std::size_t>(i)].joins_run) i = tree.parent(i);
    return i;
  }
};

}  // namespace tauforge::dynamics
