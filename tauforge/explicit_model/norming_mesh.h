// Points that tell how large a trigonometric polynomial is between them: a bound from values alone.
//
// Let f have degree m in an angle x, and let |f| be largest at x*. Then (M. Riesz; [BE95], ch. 5)
//   |f(x)| >= max|f| cos(m |x - x*|)      for m |x - x*| <= pi/2                                                    (1)
// The same holds in t, with degree 2m, for x = middle + 2 asin(sin(w/2) cos t) on an arc of half width w < pi
// (Videnskii, Bernstein and Szego), and with degree p in x = middle + w cos t for a polynomial of degree p.          (2)
// Taken one variable after another: if the largest |f| lies in a cell with centre c and half widths h_j in t, then
//   max|f| <= |f(c)| / prod_j cos(m_j h_j)                                                                           (3)
#pragma once

#include <vector>

#include "tauforge/explicit_model/operating_range.h"

namespace tauforge::explicit_model {

class MeshAxis {
 public:
  // A revolute joint with waves of at most `degree` turns, or a sliding one with powers up to `degree`.
  MeshAxis(std::size_t joint, bool revolute, int degree, const Interval& range);

  std::size_t joint() const { return joint_; }
  int degree() const { return degree_; }     // in t
  double length() const { return length_; }  // of t, from 0
  double position(double t) const;           // of the joint
  int cells(double fineness) const;          // whose half width times degree is pi / (2 fineness), or less

 private:
  enum class Kind { circle, arc, line } kind_;
  std::size_t joint_;
  int degree_;
  double middle_, half_, length_;
};

// Times |f| at the centre of such a cell, (3); infinite where a half width is too large to say anything.
double growth(const std::vector<MeshAxis>& axes, const std::vector<double>& half_widths);

}  // namespace tauforge::explicit_model
