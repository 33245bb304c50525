// A robot of free symbols: what the general operation counts of the papers speak of.
#pragma once

#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

// Modified Denavit-Hartenberg parameters (cosine ca and sine sa of the twist, length a, distance d) and ten moments
// per link, each `symbol("ca", 3)`; gravity g along -z of the base. With `first_axis_vertical` the first joint's axis
// is that of the base frame (Z0 = Z1).
template <Scalar S, class Symbol>
Parameters<S> free_parameters(const Tree& tree, bool first_axis_vertical, Symbol symbol) {
  Parameters<S> par;
  const S o(0.0), one(1.0);
  par.gravity = {o, o, -symbol("g", 0)};
  for (Index i : tree.base_to_tip()) {
    const int k = i + 1;
    const bool vertical = i == 0 && first_axis_vertical;
    const S ca = vertical ? one : symbol("ca", k), sa = vertical ? o : symbol("sa", k);
    const S a = vertical ? o : symbol("a", k), d = vertical ? o : symbol("d", k);
    Pose<S> placement{{one, o, o, o, ca, -sa, o, sa, ca}, {a, o, o}};
    if (tree.is_revolute(i)) placement.p = {a, -(d * sa), d * ca};
    par.placement.push_back(placement);
    par.offset.push_back(o);
    par.body.push_back(
        {symbol("m", k),
         {symbol("x", k), symbol("y", k), symbol("z", k)},
         {symbol("Ixx", k), symbol("Iyy", k), symbol("Izz", k), symbol("Ixy", k), symbol("Iyz", k), symbol("Ixz", k)}});
    par.link_frame.push_back({});
  }
  return par;
}

// The example of paper 002: six revolute joints, twists 0, 90, 0, 90, -90, 90 degrees, lengths a2 and r4; every
// centre of mass on one axis of its frame, no products of inertia.
template <Scalar S, class Symbol> Parameters<S> renaud_parameters(Symbol symbol) {
  Parameters<S> par;
  const S o(0.0), one(1.0);
  par.gravity = {o, o, -symbol("g", 0)};
  const int sine_of_twist[] = {0, 1, 0, 1, -1, 1};
  const char first_moment_axis[] = {'z', 'x', 'y', 'z', 'y', 'z'};
  for (int i = 0; i < 6; ++i) {
    const int k = i + 1;
    const S ca(sine_of_twist[i] == 0 ? 1.0 : 0.0), sa(static_cast<double>(sine_of_twist[i]));
    Pose<S> placement{{one, o, o, o, ca, -sa, o, sa, ca}, {o, o, o}};
    if (i == 2) placement.p.x = symbol("a", 2);
    if (i == 3) placement.p.y = -symbol("r", 4);
    par.placement.push_back(placement);
    par.offset.push_back(o);
    Inertia<S> body;
    body.m = symbol("m", k);
    const char axis = first_moment_axis[i];
    (axis == 'x'   ? body.h.x
     : axis == 'y' ? body.h.y
                   : body.h.z) = symbol(axis == 'x'   ? "x"
                                        : axis == 'y' ? "y"
                                                      : "z",
                                        k);
    body.I.xx = symbol("Ixx", k), body.I.yy = symbol("Iyy", k), body.I.zz = symbol("Izz", k);
    par.body.push_back(body);
    par.link_frame.push_back({});
  }
  return par;
}

}  // namespace tauforge::robot
