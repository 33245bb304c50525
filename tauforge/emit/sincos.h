// Sines and cosines of many angles at once, as the text of a static C99 function that compilers vectorise.
#pragma once

#include <string>
#include <vector>

#include "tauforge/passes/angle_sums.h"

namespace tauforge::emit {

struct SincosOptions {
  std::string function;           // name of the function; every other symbol begins with it
  int count = 0;                  // how many angles; 8 states of n joints have 8 n
  bool single_precision = false;  // float instead of double
  bool copied = false;            // into every function that calls it, where compilers optimise for speed
  bool in_vectors = false;        // for few angles that are computed one by one: sine and cosine need sincos_room
  int states = 1;                 // side by side: angle k of state l is angle[k * states + l]; without in_vectors
  // The last angles, as far as they are made of others before them, and of how many of them the sines and cosines come from
  // those of the others. Numbered as angles of one state.
  std::vector<passes::AngleSum> sums = {};
  passes::SumsByTheorem by_theorem = {};
};

// Elements of the arrays sine and cosine.
int sincos_room(const SincosOptions& options);

// static void FUNCTION(const double angle[COUNT], double sine[COUNT], double cosine[COUNT])
//
// The three arrays do not overlap; without in_vectors they need no padding. Of math.h it uses fabs, sin and cos (fabsf, sinf, cosf).
//
//   |angle| <= 4e4 rad   within 2 ulp of the result, and the same instructions whatever the value (zero, denormal and
//   (float: 1e4 rad)     NaN too); 0 keeps its sign
//   beyond, infinite     sin and cos of math.h, behind one branch for the whole set that is rarely taken
//   NaN                  NaN
//   a sum of others      where it is taken from theirs, within 1e-15 of the exact sum's (float: always, 5e-7), however
//                        large the parts are: a sum that was rounded first would be off by half an ulp of itself
//
// -ffast-math leaves float as it is (every float of the range was tried, tests/emit) and in double the absolute error
// below one rounding of 1 (2.2e-16); what it makes of infinity, NaN and denormal numbers is the compiler's business.
// The rounding direction is to nearest. No count (< 1) gives no text.
std::string sincos_source(const SincosOptions& options);

}  // namespace tauforge::emit
