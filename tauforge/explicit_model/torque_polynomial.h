// One torque, or the error of one, as waves of the joint positions with speeds and accelerations beside them.
//
//   e(q, qd, qdd) = sum_j a_j(q) qdd_j + sum_{k<=l} b_kl(q) qd_k qd_l + g(q)                               (1)
//   a_j, b_kl, g  = sum_w Re(c_w exp(i w.q)) q_s^p                w whole numbers, q_s sliding coordinates     (2)
//
// For given positions the largest |e| over accelerations is exact, each at its limit. Over speeds, off the diagonal (1) is
// linear in every speed by itself, so it is largest in a corner; squares are bounded one by one:
//   max |e| <= sum |a_j| qdd_j,max + max over signs of (g + max_corners sum_{k<l} b_kl qd_k qd_l + sum max(0, b_kk qd_k^2))  (3)
#pragma once

#include <array>
#include <complex>
#include <map>
#include <vector>

#include "tauforge/explicit_model/elements.h"
#include "tauforge/explicit_model/operating_range.h"

namespace tauforge::explicit_model {

struct Wave {
  Angle angle = 0;  // never negative: Re(c e^-iu) is Re(conj(c) e^iu)
  Powers powers = 0;
  friend auto operator<=>(const Wave&, const Wave&) = default;
};
using Waves = std::map<Wave, std::complex<double>>;

Waves waves_of(const NumberSum& sum);
void add(Waves& sum, const Waves& more, double factor);  // what rounding leaves of a cancellation vanishes

// Of every element that stands for itself: complete less printed, empty for the others.
std::vector<Waves> waves_of(const std::vector<Element>& elements);
std::vector<Waves> difference(const std::vector<Element>& complete, const std::vector<Element>& printed);

class TorquePolynomial {
 public:
  // The part that `waves` have in one torque. `structure` says which element goes where and with what factor.
  TorquePolynomial(const std::vector<Element>& structure, const std::vector<Waves>& waves, int joint,
                   const OperatingRange& range);

  bool empty() const { return rates_.empty(); }
  std::size_t terms() const;  // complex coefficients
  int degree(int joint) const { return degree_[static_cast<std::size_t>(joint)]; }
  int power(int joint) const { return power_[static_cast<std::size_t>(joint)]; }
  double sum_of_magnitudes() const;  // no state of the range is above it

  struct Coefficient {
    int wave;
    std::complex<double> c;  // times the largest rate: all that follows is for rates from -1 to 1
  };
  struct Rate {
    int k = -1, l = -1;  // qdd_k (l = -1), qd_k qd_l with k <= l, or 1 (both -1)
    std::vector<Coefficient> terms;
  };
  const std::vector<Rate>& rates() const { return rates_; }
  const std::vector<Wave>& waves() const { return waves_; }
  const OperatingRange& range() const { return range_; }

  std::vector<double> values(const std::vector<double>& q) const;  // of the rates
  double magnitude(const std::vector<double>& values) const;       // sum: not below (3)
  double upper(const std::vector<double>& values) const;           // (3)
  // The largest |e| that an ascent in the speeds finds: a state as bad as that is qd, qdd.
  double worst(const std::vector<double>& values, int starts, std::vector<double>* qd = nullptr,
               std::vector<double>* qdd = nullptr) const;

 private:
  OperatingRange range_;
  int n_;
  std::vector<int> degree_, power_;
  std::vector<Wave> waves_;
  std::vector<Digits> digits_;
  std::vector<Rate> rates_;
};

}  // namespace tauforge::explicit_model
