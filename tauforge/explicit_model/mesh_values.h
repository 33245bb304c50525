// A torque polynomial at every point of a norming mesh: one axis after another is summed, so that the last one costs a few
// multiplications per point however many terms there are.
#pragma once

#include <complex>
#include <functional>
#include <vector>

#include "tauforge/explicit_model/norming_mesh.h"
#include "tauforge/explicit_model/torque_polynomial.h"

namespace tauforge::explicit_model {

class MeshValues {
 public:
  // As fine as `most_points` allow.
  MeshValues(const TorquePolynomial& polynomial, const std::vector<MeshAxis>& axes, double most_points);

  bool possible() const { return possible_; }  // false: not even the coarsest mesh has so few points
  const std::vector<double>& half_widths() const { return half_; }
  std::vector<double> positions(const std::vector<double>& t) const;  // of the joints

  // `seen` gets t along the axes, and the values of the polynomial's rates.
  using Seen = std::function<void(const std::vector<double>& t, const std::vector<double>& values)>;
  void visit(const Seen& seen) const;

 private:
  using Complex = std::complex<double>;
  int size_of(std::size_t axis) const;  // basis functions: waves from -m to m, or powers
  void sum(std::size_t axis, const std::vector<Complex>& tensor, std::vector<double>& t, const Seen& seen) const;

  const TorquePolynomial& polynomial_;
  const std::vector<MeshAxis>& axes_;
  std::vector<int> cells_;
  std::vector<double> half_;
  bool possible_ = false;
};

}  // namespace tauforge::explicit_model
