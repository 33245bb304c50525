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
    par.body.push_back({symbol("m", k),
                        {symbol("x", k), symbol("y", k), symbol("z", k)},
                        {symbol("Ixx", k), symbol("Iyy", k), symbol("Izz", k), symbol("Ixy", k), symbol("Iyz", k), symbol("Ixz", k)}});
    par.link_frame.push_back({});
  }
  return par;
}

}  // namespace tauforge::robot
