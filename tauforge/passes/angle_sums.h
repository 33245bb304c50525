// Angle sums by the addition theorem. Sines and cosines of all angles that do not wait for another sine are computed
// together, before everything else (emit/sincos.h). Parallel axes turn by sums of angles, q2 + q3: where a vector less is
// needed without them, the sines and cosines of sums come from those of their parts,
//
//   sin(a + b) = sin a cos b + cos a sin b,   cos(a + b) = cos a cos b - sin a sin b,
//
// six operations against some 90 instructions of a vector. (UR10e, -O2: forward dynamics 7 %, mass matrix 10 % less.)
//
// Not exact: within 1e-15. In float they always do, and it is more exact that way: a sum of angles is rounded to half an ulp
// of its size, at 100 rad 4e-6 rad, and with it go two of the seven digits that a float has. Single angles come exact and
// are reduced exactly, so nothing is lost on the way through their sines. (Compensated sums would not survive -ffast-math,
// and few microcontrollers add in double.)
#pragma once

#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::passes {

// angle[of] is angle[a] + angle[b], or the difference.
struct AngleSum {
  int of = 0, a = 0, b = 0;
  bool minus = false;
  auto operator<=>(const AngleSum&) const = default;
};

// Of how many sums, the last ones, the sines and cosines come from those of other angles: on machines with vectors of 16
// and of 32 bytes.
struct SumsByTheorem {
  int narrow = 0, wide = 0;
  auto operator<=>(const SumsByTheorem&) const = default;
};

struct AngleSet {
  std::vector<expression::NodeIndex> nodes;  // angles whose sines and cosines are computed together
  std::vector<AngleSum> sums;                // the last of them, as far as others before them add up to them
  SumsByTheorem by_theorem;
};

struct AngleOptions {
  bool single_precision = false;
  int states = 1;  // side by side
};

// `order`: the statements of the program.
AngleSet angle_sums(const expression::Program& program, const std::vector<expression::NodeIndex>& order,
                    const AngleOptions& options);

// As many as save a vector; in float, and where several states fill the vectors, all.
SumsByTheorem sums_by_theorem(int angles, int sums, const AngleOptions& options);

}  // namespace tauforge::passes
