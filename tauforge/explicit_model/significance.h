// The abbreviated model: terms that hardly matter are left out.                                        [AKB86, sec. 3]
//
// A term is all that one constant contributes to one element, or all that does not vary; its size is the largest
// magnitude it reaches over the operating range. It is dropped when it is
//   below `share` of the greatest term of its element, or                                                 (1)
//   below `share` / 10 of the constant part of a_ii, i the joint concerned (not for gravity).             (2)
// The joint concerned is the row of an element of A (upper half), of several equal ones the row with the smallest limit: an inertia
// a44 that equals -a14 is judged as a44. A Coriolis or centrifugal element that several joints
// use, itself or through an equal one, is judged with the smallest of their limits: so the legible elements of the paper
// come out. Table 3 of the paper (25 calculations) leaves no room for the same care with A.
#pragma once

#include "tauforge/explicit_model/elements.h"
#include "tauforge/explicit_model/operating_range.h"

namespace tauforge::explicit_model {

struct TermSize {
  int element;   // number in the list of elements
  int constant;  // -1: what does not vary
  double size;   // [kg m^2 ... or N m]
  double limit;  // below it a term is dropped
  bool kept;
};

enum class Rule { paper, value };  // of this file, or of by_value.h

struct Abbreviation {
  Rule rule = Rule::paper;
  double share = 0.01;              // of the greatest term, or of the largest torques
  std::vector<Element> elements;    // abbreviated; the same order as the complete ones
  int considered = 0, dropped = 0;  // terms
  int dearer = 0;  // operations without what the rule drops, where they are more than in full: then nothing is dropped
  std::vector<double> joint_constants;  // by the paper's rule: constant part of a_ii
  std::vector<TermSize> terms;          // by the paper's rule: of every element that stands for itself
};

Abbreviation abbreviate(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
                        double share = 0.01);

// The largest magnitude of a sum of products over the range: exact for one product, else searched.
double amplitude(const std::vector<std::pair<Product, double>>& terms, const OperatingRange& range);

}  // namespace tauforge::explicit_model
