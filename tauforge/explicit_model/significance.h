// The abbreviated model: terms that hardly matter are left out.                                        [AKB86, sec. 3]
//
// A term is all that one constant contributes to one element, or all that does not vary; its size is the largest
// magnitude it reaches over the operating range. It is dropped when it is
//   below `share` of the greatest term of its element, or                                                 (1)
//   below `share` / 10 of the constant part of a_ii, i the joint concerned (not for gravity).             (2)
// The joint concerned is the row of an element of A (upper half). A Coriolis or centrifugal element that several joints
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

struct Abbreviation {
  double share = 0.01;
  std::vector<double> joint_constants;  // constant part of a_ii
  std::vector<Element> elements;        // abbreviated; the same order as the complete ones
  std::vector<TermSize> terms;          // of every element that stands for itself
  int dropped() const;
};

Abbreviation abbreviate(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
                        double share = 0.01);

// The largest magnitude of a sum of products over the range: exact for one product, else searched.
double amplitude(const std::vector<std::pair<Product, double>>& terms, const OperatingRange& range);

}  // namespace tauforge::explicit_model
