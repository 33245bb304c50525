// How many operations a program costs, by the rules of the papers. What no output needs is not counted,
// nor what depends on parameters alone (it is computed once, off line), nor sines and cosines.
#pragma once

#include <map>

#include "tauforge/expression/program.h"

namespace tauforge::expression {

struct Operations {
  int multiplications = 0;  // divisions, square roots and the like count as one each
  int additions = 0;        // subtractions too

  Operations& operator+=(const Operations& more) {
    multiplications += more.multiplications;
    additions += more.additions;
    return *this;
  }
  friend bool operator==(const Operations&, const Operations&) = default;
  int total() const { return multiplications + additions; }
};

struct CountingRule {
  const char* name;
  bool unary_minus_is_addition = false;  // paper 000 counts every sign it prints
  bool doubling_is_addition = false;     // 2 x = x + x
  bool angle_sums_count = false;         // q2 + q3 inside a sine
};

// Paper 000, Appendix A: every * and every + or -, unary ones too.
inline constexpr CountingRule rule_000{"000", true, false, false};
// Papers 002, 003, 004: signs are free.
inline constexpr CountingRule rule_002{"002", false, false, false};
// "Customised count" of generated code: signs free, 2 x is an addition, sums of angles count.
inline constexpr CountingRule rule_customised{"customised", false, true, true};

Operations count(const Program& program, const CountingRule& rule);

// Everything that is computed, the set-up stage too.
Operations count_all(const Program& program);

struct StepCount {
  std::map<int, Operations> steps;  // by step number
  Operations total;                 // a node that several steps compute counts in each, as papers count by hand
  Operations shared;                // what sharing between steps saves: total - shared is count()
};
StepCount count_by_step(const Program& program, const CountingRule& rule);

// Pairs of a product and the sum that alone uses it: machines with fused multiply-add do each in one instruction, so a
// program is total() - fused instructions long.
int count_fused(const Program& program);

struct Trigonometry {
  int sines = 0, cosines = 0;
};
Trigonometry count_trigonometry(const Program& program);

}  // namespace tauforge::expression
