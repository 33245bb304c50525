// Numbers of a robot that a user of generated code may change while it runs: which ones, and how they enter.
#pragma once

#include <span>

#include "tauforge/robot/parameters.h"

namespace tauforge::robot {

struct RunTime {
  bool payload = false;   // ten moments of what the last link carries, in that link's frame
  bool gravity = false;   // the acceleration, in the world
  bool inertias = false;  // ten moments of every link, in its own frame; a floating base first
  bool friction = false;  // per drive: coulomb, viscous, offset

  bool any() const { return payload || gravity || inertias || friction; }
};

constexpr Index moments = 10;  // m, first moments x y z, inertia xx yy zz xy yz xz about the frame's origin
constexpr Index friction_numbers = 3;

template <Scalar S> Inertia<S> inertia_of(std::span<const S> m) {
  return {m[0], {m[1], m[2], m[3]}, {m[4], m[5], m[6], m[7], m[8], m[9]}};
}

template <Scalar S> struct RunTimeValues { std::vector<S> payload, gravity, inertias, friction; };

// The robot with these numbers in place of its own; empty lists change nothing. A payload comes on top.
template <Scalar S> Parameters<S> with_run_time(const Tree& tree, Parameters<S> par, const RunTimeValues<S>& values) {
  const auto part = [](const std::vector<S>& all, Index k, Index size) {
    return std::span<const S>(all).subspan(static_cast<std::size_t>(k * size), static_cast<std::size_t>(size));
  };
  if (!values.gravity.empty()) par.gravity = {values.gravity[0], values.gravity[1], values.gravity[2]};
  if (!values.inertias.empty()) {
    Index next = 0;
    if (tree.floating) par.base = inertia_of(part(values.inertias, next++, moments));
    for (std::size_t i = 0; i < par.body.size(); ++i)
      par.body[i] = moved(par.link_frame[i], inertia_of(part(values.inertias, next++, moments)));
  }
  if (!values.friction.empty())
    for (Index j = 0; j < tree.drives(); ++j) {
      const auto numbers = part(values.friction, j, friction_numbers);
      auto& drive = par.drive[static_cast<std::size_t>(j)];
      drive.coulomb = numbers[0], drive.viscous = numbers[1], drive.offset = numbers[2];
    }
  if (!values.payload.empty())
    par.body.back() = par.body.back() + moved(par.link_frame.back(), inertia_of(part(values.payload, 0, moments)));
  return par;
}

}  // namespace tauforge::robot
