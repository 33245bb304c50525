// Sums of products of sines and cosines, one factor per run of parallel axes, each with a coefficient that is linear in
// constants. With multiples of angles (cos 2q4, not cos^2 q4) a function has one such form only: equal elements are equal
// maps, and derivatives stay inside.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "tauforge/explicit_model/trig_polynomial.h"

namespace tauforge::explicit_model {

// Linear in numbered constants: sorted by number, no zeros.
class Form {
 public:
  using Part = std::pair<int, double>;

  Form() = default;
  static Form of(int constant, double factor = 1.0) { return Form({{constant, factor}}); }
  explicit Form(std::vector<Part> sorted) : parts_(std::move(sorted)) {}

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  void add(const Form& more, double factor);  // what is left of a cancellation by rounding vanishes
  Form scaled(double factor) const;
  double value(const std::function<double(int)>& of_constant) const;

  friend bool operator==(const Form&, const Form&) = default;
  friend auto operator<=>(const Form& a, const Form& b) { return a.parts_ <=> b.parts_; }

 private:
  std::vector<Part> parts_;
};

struct WaveProduct {
  Angle angle = 0;     // multiples of all joints; within a run the first one is positive
  unsigned sines = 0;  // bit r: run r stands with its sine, else with its cosine
  Powers powers = 0;   // of sliding coordinates

  friend auto operator<=>(const WaveProduct&, const WaveProduct&) = default;
};

class TrigSum {
 public:
  using Terms = std::map<WaveProduct, Form>;

  TrigSum() = default;
  // Constants are the products of symbols.
  TrigSum(const TrigPolynomial& polynomial, const Runs& runs);

  const Terms& terms() const { return terms_; }
  bool zero() const { return terms_.empty(); }
  void add(const WaveProduct& product, const Form& form, double factor = 1.0);
  void add(const TrigSum& more, double factor = 1.0);
  TrigSum derivative(int joint, const Runs& runs) const;
  bool depends_on(int joint) const;
  // The values of constants are given; q in joint coordinates.
  double value(const std::vector<double>& q, const Runs& runs, const std::function<double(int)>& of_constant) const;

  friend bool operator==(const TrigSum&, const TrigSum&) = default;
  friend auto operator<=>(const TrigSum& a, const TrigSum& b) { return a.terms_ <=> b.terms_; }

 private:
  Terms terms_;
};

// The part of an angle that belongs to each run, first multiplier positive; sign: what the part was multiplied by.
struct RunPart {
  int run;
  Angle angle;
  int sign;
};
std::vector<RunPart> run_parts(Angle angle, const Runs& runs);

double angle_value(Angle angle, const std::vector<double>& q);

}  // namespace tauforge::explicit_model
