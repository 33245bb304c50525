#include "tauforge/explicit_model/certificate.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <random>

#include "tauforge/explicit_model/mesh_values.h"
#include "tauforge/explicit_model/norming_mesh.h"

namespace tauforge::explicit_model {

namespace {

constexpr std::size_t asked_every = 1024;  // points of a mesh

struct Point {
  double size;
  std::vector<double> q;
  bool operator>(const Point& other) const { return size > other.size; }
};

// The few worst points of many.
class Worst {
 public:
  explicit Worst(std::size_t most) : most_(most) {}
  double least() const { return points_.size() < most_ ? 0.0 : points_.front().size; }
  void add(Point point) {
    if (points_.size() == most_ && point.size <= points_.front().size) return;
    points_.push_back(std::move(point));
    std::push_heap(points_.begin(), points_.end(), std::greater<>());
    if (points_.size() <= most_) return;
    std::pop_heap(points_.begin(), points_.end(), std::greater<>());
    points_.pop_back();
  }
  const std::vector<Point>& points() const { return points_; }

 private:
  std::size_t most_;
  std::vector<Point> points_;
};

// Uphill, one joint at a time.
void climb(const TorquePolynomial& error, Point point, JointError& result) {
  const int starts = 1 << std::min<int>(static_cast<int>(point.q.size()), 6);
  const auto& range = error.range().q;
  const auto size = [&](const std::vector<double>& q, int s) { return error.worst(error.values(q), s); };
  double best = size(point.q, starts);
  for (double step = 0.3; step > 1e-4;) {
    bool better = false;
    for (std::size_t j = 0; j < point.q.size(); ++j) {
      if (error.degree(static_cast<int>(j)) == 0 && error.power(static_cast<int>(j)) == 0) continue;
      for (const double sign : {1.0, -1.0}) {
        std::vector<double> near = point.q;
        near[j] = std::clamp(near[j] + sign * step, range[j].low, range[j].high);
        if (const double s = size(near, 4); s > best) best = s, point.q = near, better = true;
      }
    }
    if (!better) step /= 2;
  }
  std::vector<double> qd, qdd;
  const double found = error.worst(error.values(point.q), starts, &qd, &qdd);
  if (found <= result.found) return;
  result.found = found, result.q = point.q, result.qd = qd, result.qdd = qdd;
}

void search(const TorquePolynomial& error, int samples, int starts, JointError& result, const Alive& alive) {
  std::mt19937_64 random(1986);  // the same certificate for the same robot
  Worst worst(static_cast<std::size_t>(starts));
  for (int s = 0; s < samples; ++s) {
    std::vector<double> q;
    for (const Interval& x : error.range().q)
      q.push_back(std::uniform_real_distribution<double>(x.low, x.high)(random));
    worst.add({error.worst(error.values(q), 2), q});
    ask(alive);
  }
  for (const Point& p : worst.points()) {
    climb(error, p, result);
    ask(alive);
  }
}

int samples_for(const TorquePolynomial& error) {
  return static_cast<int>(std::clamp(3e6 / (1 + static_cast<double>(error.terms())), 30.0, 1000.0));
}

struct Cell {
  double bound;
  std::vector<double> t, half;
  bool operator<(const Cell& other) const { return bound < other.bound; }
};

}  // namespace

JointError largest(const TorquePolynomial& error, const std::vector<bool>& revolute,
                   const CertificateOptions& options) {
  JointError result;
  const std::size_t n = revolute.size();
  result.q.assign(n, 0.0), result.qd = result.qdd = result.q;
  if (error.empty()) return result;
  search(error, samples_for(error), std::min(options.starts, 4), result, options.alive);

  const double at_most = error.sum_of_magnitudes();
  std::vector<MeshAxis> axes;
  for (std::size_t j = 0; j < n; ++j)
    if (const int degree = std::max(error.degree(static_cast<int>(j)), error.power(static_cast<int>(j))); degree > 0)
      axes.emplace_back(j, revolute[j], degree, error.range().q[j]);
  // a coarse mesh says little in six dimensions: there more points are worth their time
  const double points = axes.size() > 5 ? 12 * options.mesh_points : options.mesh_points;
  const MeshValues mesh(error, axes, points);
  if (!mesh.possible()) {  // too many joints, or terms
    result.bound = at_most * (1 + 1e-12);
    return result;
  }
  const double grown = growth(axes, mesh.half_widths());
  double discarded = options.enough * result.found;  // cells below are not looked at again
  Worst worst(static_cast<std::size_t>(options.starts));
  std::vector<Cell> cells;
  std::size_t visited = 0;
  const auto most_cells = static_cast<std::size_t>(4 * options.cells);
  mesh.visit([&](const std::vector<double>& t, const std::vector<double>& values) {
    if (++visited % asked_every == 0) ask(options.alive);
    const double magnitude = error.magnitude(values);
    if (magnitude * grown <= discarded && magnitude <= worst.least()) return;
    const double upper = error.upper(values);
    if (upper > worst.least()) worst.add({upper, mesh.positions(t)});
    if (upper * grown <= discarded) return;
    cells.push_back({upper * grown, t, mesh.half_widths()});
    if (cells.size() < most_cells) return;  // the better half is kept
    const auto middle = cells.begin() + static_cast<std::ptrdiff_t>(most_cells / 2);
    std::nth_element(cells.begin(), middle, cells.end(), [](const Cell& a, const Cell& b) { return b < a; });
    discarded = std::max(discarded, middle->bound);
    cells.erase(middle, cells.end());
  });
  for (const Point& p : worst.points()) climb(error, p, result);

  discarded = std::max(discarded, options.enough * result.found);
  std::priority_queue<Cell> open(std::less<Cell>(), std::move(cells));
  const int budget =
      static_cast<int>(std::clamp(6e7 / (1 + static_cast<double>(error.terms())), 0.0, 1.0 * options.cells));
  for (int looked = 0; looked < budget && !open.empty() && open.top().bound > discarded; ++looked) {
    const Cell cell = open.top();
    open.pop();
    if (looked % 64 == 0) ask(options.alive);
    std::size_t widest = 0;
    for (std::size_t a = 1; a < axes.size(); ++a)
      if (axes[a].degree() * cell.half[a] > axes[widest].degree() * cell.half[widest]) widest = a;
    for (const double side : {-0.5, 0.5}) {
      Cell half = cell;
      half.t[widest] += side * cell.half[widest];
      half.half[widest] *= 0.5;
      half.bound = std::min(cell.bound, error.upper(error.values(mesh.positions(half.t))) * growth(axes, half.half));
      if (half.bound > discarded) open.push(std::move(half));
    }
  }
  const double bound = open.empty() ? discarded : std::max(discarded, open.top().bound);
  result.bound = std::max(result.found, std::min(bound, at_most)) * (1 + 1e-12);  // rounding of the sums
  return result;
}

std::vector<double> largest_torques(const ExplicitModel& model, const std::vector<Element>& complete,
                                    const OperatingRange& range, const Alive& alive) {
  const std::vector<Waves> waves = waves_of(complete);
  std::vector<double> torques;
  for (int i = 0; i < model.n; ++i) {
    const TorquePolynomial torque(complete, waves, i, range);
    JointError result;
    if (!torque.empty()) search(torque, samples_for(torque), torque.terms() > 20'000 ? 2 : 6, result, alive);
    torques.push_back(result.found);
  }
  return torques;
}

Certificate certificate(const ExplicitModel& model, const std::vector<Element>& complete,
                        const std::vector<Element>& printed, const OperatingRange& range,
                        const std::vector<double>& torques, const CertificateOptions& options) {
  Certificate result;
  result.range = range;
  const std::vector<Waves> error = difference(complete, printed);
  for (int i = 0; i < model.n; ++i) {
    result.joints.push_back(largest(TorquePolynomial(complete, error, i, range), model.revolute, options));
    result.joints.back().torque = torques[static_cast<std::size_t>(i)];
  }
  return result;
}

}  // namespace tauforge::explicit_model
