// Which choices a Plan has for a given robot. The numbers decide what is possible (parallel axes, entries that can be
// made to vanish, links that look the same from all sides); the Plan itself holds none.
#pragma once

#include <vector>

#include "tauforge/dynamics/planned/plan.h"
#include "tauforge/robot/parameters.h"

namespace tauforge::dynamics {

struct LinkChoices {
  std::vector<Slide> slides;          // none among them
  std::vector<Alignment> alignments;  // none among them
  bool may_join_run = false;          // its axis is parallel to its parent's
  bool may_be_before = false;         // it turns
  bool quarter_turn = false;          // it is placed by a quarter turn about x: runs that begin here may share squares
  bool may_be_tail = false;           // a leaf that looks the same at every angle
  bool may_be_disc = false;           // it turns about an axis square to the first one, which stands still
  bool may_hold_rotor = false;        // its angular acceleration about its axis is its own alone, and it has a rotor

  friend bool operator==(const LinkChoices&, const LinkChoices&) = default;
};

std::vector<LinkChoices> link_choices(const Tree& tree, const robot::Parameters<double>& par);

// Takes back choices that are not among these, as another robot's may be, or that the plan's other choices have made
// impossible (squares shared in a run whose head moved).
void take_back_impossible(const Tree& tree, const std::vector<LinkChoices>& choices, Plan& plan);

// Takes back what changed slides have left undefined: a unit length that is too short, moves that reach no entry.
void take_back_undefined(const Tree& tree, const robot::Parameters<double>& par, Plan& plan);

// Khalil's regrouping as a gauge: everything movable goes to the parent, from the tips down.
std::vector<GaugeMove> regrouping(const Tree& tree);

// Every single move that makes an entry of a body or of its parent vanish, seen from what the plan leaves.
std::vector<GaugeMove> possible_moves(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par,
                                      Index joint);

// Every length of the robot that could be called 1, after the plan's slides.
std::vector<UnitLength> unit_lengths(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par);

// Every component of gravity that could be the unit.
std::vector<UnitLength> gravity_units(const robot::Parameters<double>& par);

// The plan with its origins slid in all combinations that differ in their offsets, at most so many.
std::vector<Plan> slide_variants(const Tree& tree, const std::vector<LinkChoices>& choices,
                                 const robot::Parameters<double>& par, const Plan& plan, std::size_t most);

// The offsets between joints after the plan's slides; plans with equal offsets slide alike.
std::vector<double> offsets(const Tree& tree, const Plan& plan, const robot::Parameters<double>& par);

}  // namespace tauforge::dynamics
