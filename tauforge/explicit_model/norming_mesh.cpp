#include "tauforge/explicit_model/norming_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tauforge::explicit_model {

namespace {

constexpr double pi = 3.14159265358979323846;

}  // namespace

MeshAxis::MeshAxis(std::size_t joint, bool revolute, int degree, const Interval& range)
    : joint_(joint), middle_(0.5 * (range.low + range.high)), half_(0.5 * (range.high - range.low)) {
  kind_ = !revolute ? Kind::line : half_ < pi ? Kind::arc : Kind::circle;
  degree_ = kind_ == Kind::arc ? 2 * degree : degree;
  length_ = kind_ == Kind::circle ? 2 * pi : pi;
  if (kind_ == Kind::circle) half_ = pi;
}

double MeshAxis::position(double t) const {
  switch (kind_) {
    case Kind::circle: return middle_ - pi + t;
    case Kind::arc: return middle_ + 2 * std::asin(std::sin(half_ / 2) * std::cos(t));
    case Kind::line: return middle_ + half_ * std::cos(t);
  }
  return middle_;
}

int MeshAxis::cells(double fineness) const {
  return std::max(1, static_cast<int>(std::ceil(fineness * degree_ * length_ / pi - 1e-9)));
}

double growth(const std::vector<MeshAxis>& axes, const std::vector<double>& half_widths) {
  double product = 1;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const double turn = axes[a].degree() * half_widths[a];
    if (turn >= pi / 2) return std::numeric_limits<double>::infinity();
    product /= std::cos(turn);
  }
  return product;
}

}  // namespace tauforge::explicit_model
