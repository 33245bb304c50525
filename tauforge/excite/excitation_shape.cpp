#include "tauforge/excite/excitation_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tauforge/motion/fourier.h"
#include "tauforge/motion/polynomial.h"

namespace tauforge::excite {

namespace {

constexpr double period = 10.0;       // [s] before the speed is chosen
constexpr double least_share = 0.25;  // of its range that a joint moves through
constexpr std::size_t fine = 400;     // samples to find the extremes of a path

struct Extremes {
  std::vector<double> low, high;
};

Extremes extremes(const motion::Trajectory& path) {
  const std::size_t n = path.joints();
  Extremes e{std::vector<double>(n, 1e300), std::vector<double>(n, -1e300)};
  std::vector<double> q(n), qd(n), qdd(n);
  for (std::size_t k = 0; k <= fine; ++k) {
    path.evaluate(path.duration() * static_cast<double>(k) / static_cast<double>(fine), q, qd, qdd);
    for (std::size_t j = 0; j < n; ++j) e.low[j] = std::min(e.low[j], q[j]), e.high[j] = std::max(e.high[j], q[j]);
  }
  return e;
}

// x becomes factor x + shift: this share of the range, placed by a number between 0 and 1.
struct Fit {
  double factor, shift;
};
Fit fit_into(const JointRange& range, double low, double high, double share, double place) {
  const double span = std::max(high - low, 1e-12), wanted = share * (range.upper - range.lower);
  const double factor = wanted / span;
  return {factor, range.lower + place * (range.upper - range.lower - wanted) - factor * low};
}

double share_of(double number) { return least_share + (1.0 - least_share) * number; }

}  // namespace

ExcitationShape::ExcitationShape(const ExcitationOptions& options, std::vector<JointRange> ranges)
    : options_(options), ranges_(std::move(ranges)) {
  const int free = options.form == ExcitationForm::fourier ? 2 * options.harmonics : options.points;
  per_joint_ = static_cast<std::size_t>(free) + 2;  // and how much of the range, and where in it
}

std::shared_ptr<const motion::Trajectory> ExcitationShape::path(std::span<const double> numbers) const {
  return options_.form == ExcitationForm::fourier ? fourier(numbers) : polynomial(numbers);
}

std::shared_ptr<const motion::Trajectory> ExcitationShape::fourier(std::span<const double> numbers) const {
  const std::size_t n = ranges_.size(), L = static_cast<std::size_t>(options_.harmonics);
  std::vector<std::vector<double>> sine(n), cosine(n);
  for (std::size_t j = 0; j < n; ++j) {
    const auto own = numbers.subspan(j * per_joint_, per_joint_);
    for (std::size_t l = 0; l < L; ++l) {
      // positions fall off with the harmonic, so that speeds do not grow with it
      sine[j].push_back(2.0 * own[l] - 1.0);
      cosine[j].push_back(2.0 * own[L + l] - 1.0);
    }
    motion::rest(sine[j], cosine[j]);
  }
  std::vector<double> centre(n, 0.0);
  const Extremes e = extremes(motion::Fourier(period, centre, sine, cosine));
  for (std::size_t j = 0; j < n; ++j) {
    const auto own = numbers.subspan(j * per_joint_, per_joint_);
    const Fit fit = fit_into(ranges_[j], e.low[j], e.high[j], share_of(own[2 * L]), own[2 * L + 1]);
    for (std::size_t l = 0; l < L; ++l) sine[j][l] *= fit.factor, cosine[j][l] *= fit.factor;
    centre[j] = fit.shift;
  }
  return std::make_shared<motion::Fourier>(period, centre, sine, cosine);
}

std::shared_ptr<const motion::Trajectory> ExcitationShape::polynomial(std::span<const double> numbers) const {
  const std::size_t n = ranges_.size(), P = static_cast<std::size_t>(options_.points);
  std::vector<std::vector<double>> points(P, std::vector<double>(n));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < P; ++k) points[k][j] = numbers[j * per_joint_ + k];
  const double step = period / static_cast<double>(P - 1);
  const Extremes e = extremes(motion::Polynomial(points, step));
  for (std::size_t j = 0; j < n; ++j) {
    const auto own = numbers.subspan(j * per_joint_, per_joint_);
    const Fit fit = fit_into(ranges_[j], e.low[j], e.high[j], share_of(own[P]), own[P + 1]);
    for (std::size_t k = 0; k < P; ++k) points[k][j] = fit.factor * points[k][j] + fit.shift;
  }
  return std::make_shared<motion::Polynomial>(points, step);
}

}  // namespace tauforge::excite
