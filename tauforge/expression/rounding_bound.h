// How far rounding can take the results of a program from those of exact arithmetic, at given inputs.
//
//   v^_k = v_k + e_k,  |e_k| <= c_k u |v_k|                what the operation of node k adds itself               (1)
//   r^ - r = sum_k (dr/dv_k) e_k                           of a result r, to first order                          (2)
//   |r^ - r| <= sum_k |dr/dv_k| c_k u |v_k|                its bound                                              (3)
//   + u times the largest bound of all results             for the second order: a product of two values that vanish
//                                                          by theory has no error of the first                    (4)
//
//   u         unit roundoff of the precision: 2^-53, float 2^-24
//   dr/dv_k   derivative of the result by an intermediate value, from one sweep backwards per result: w_r = 1,
//             w_a += w_k dv_k/da for every argument a of a node k                                                 (5)
//   c_k       roundings of an operation: 1; of a sine or cosine 4, of 1 rather than of the value (2 ulp, and more where
//             it comes from the addition theorem); of a constant `constant_roundings`,
//             and all of it where Plans may leave it out as a trace (scalar/elementary.h)
//
// Source: [Bau74]; the local errors are those of the running error analysis in [Hig02], section 3.3. That analysis carries
// one bound per value forwards, in one sweep for all results, but forgets that errors come from the same place: every
// rotation lets it grow by |s| + |c|, a chain of joints by a power of that. (3) has the signs inside dr/dv_k and does not
// grow.
#pragma once

#include <vector>

#include "tauforge/expression/program.h"

namespace tauforge::expression {

constexpr double unit_roundoff(bool single_precision) { return single_precision ? 0x1p-24 : 0x1p-53; }

struct Rounded {
  std::vector<double> value, bound;  // of every output, one after another
};

class RoundingBound {
 public:
  // A constant is itself computed, from the robot's numbers in some order.
  static constexpr double constant_roundings = 4.0;

  // `traces`: constants below scalar::trace may be missing from the program that is compared with.
  explicit RoundingBound(const Program& program, bool traces = true);

  // For inputs one after another in the order of the arguments, each off by at most `input_error`.
  Rounded operator()(const std::vector<double>& inputs, const std::vector<double>& input_error, double unit) const;

 private:
  struct Step {
    Operation op;
    int a = -1, b = -1;     // earlier steps
    double constant = 0;    // its value
    std::size_t input = 0;  // its place among the inputs
  };
  std::vector<Step> steps_;   // what the outputs need, arguments before users
  std::vector<int> results_;  // the step of every output
  bool traces_;
};

}  // namespace tauforge::expression
