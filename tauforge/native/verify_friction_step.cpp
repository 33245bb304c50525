#include "tauforge/native/verify_friction_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "tauforge/emit/friction_step.h"
#include "tauforge/expression/rounding_bound.h"
#include "tauforge/functions/torque_series.h"

namespace tauforge::native {

namespace {

constexpr int run = 100;  // steps from one reset to the next

class Walk {  // of one drive
 public:
  Walk(std::mt19937& random, double distance) : random_(random) {
    const double size = std::exp(between(-2.0, 6.0)) * distance;  // from within the spring to far beyond
    for (double& a : amplitude_) a = size * between(-1.0, 1.0);
    for (double& w : rate_) w = between(0.5, 40.0);
  }
  double position(double t) const {
    return amplitude_[0] * std::sin(rate_[0] * t) + amplitude_[1] * std::sin(rate_[1] * t);
  }
  double speed(double t, int step) const {
    if (step % 17 == 16) return 0.0;  // a stop
    return amplitude_[0] * rate_[0] * std::cos(rate_[0] * t) + amplitude_[1] * rate_[1] * std::cos(rate_[1] * t);
  }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / 4294967296.0);
  }

 private:
  std::mt19937& random_;
  double amplitude_[2] = {}, rate_[2] = {};
};

double as_generated(double x, bool single) { return single ? static_cast<double>(static_cast<float>(x)) : x; }

}  // namespace

FrictionStepCheck verify_friction_step(const robot::Robot& robot, const compiler::Request& request,
                                       const tauforge_model& model, int steps) {
  FrictionStepCheck check;
  check.steps = steps;
  check.allowed = 400.0 * expression::unit_roundoff(request.single_precision);
  check.deviation = std::numeric_limits<double>::infinity();
  const tauforge_function* f = tauforge_find(&model, "friction_step");
  const std::size_t n = robot.parameters.drive.size(), state_size = emit::friction_state_numbers(n);
  if (f == nullptr || f->results != n + state_size) return check;
  check.deviation = 0.0;
  std::mt19937 random(11);
  std::vector<double> q(n), qd(n), load(n), state(1 + state_size), result(f->results), expected(n);
  std::vector<dynamics::PreslidingState<double>> memory(n);
  for (int first = 0; first < steps; first += run) {
    std::vector<Walk> walks;
    for (const auto& drive : robot.parameters.drive)
      walks.emplace_back(random, drive.memory ? drive.memory->distance : 0.1);
    std::fill(state.begin(), state.end(), 0.0);
    std::fill(memory.begin(), memory.end(), dynamics::PreslidingState<double>{});
    double t = 0.0, largest = 1e-300, off = 0.0;
    for (int k = 0; k < run; ++k) {
      const double dt = as_generated(walks[0].between(2e-4, 1e-2), request.single_precision);
      t += dt;
      for (std::size_t j = 0; j < n; ++j) {
        q[j] = as_generated(walks[j].position(t), request.single_precision);
        qd[j] = as_generated(walks[j].speed(t, k), request.single_precision);
        load[j] = as_generated(walks[j].between(-50.0, 50.0), request.single_precision);
      }
      tauforge_state x{};
      state[0] = dt;
      x.q = q.data(), x.qd = qd.data(), x.tau = load.data(), x.friction_state = state.data();
      f->call(nullptr, &x, result.data());
      std::copy(result.begin() + static_cast<std::ptrdiff_t>(n), result.end(), state.begin() + 1);
      functions::friction_step(robot.tree, robot.parameters, q, qd, load, dt, memory, expected);
      for (std::size_t j = 0; j < n; ++j) {
        largest = std::max(largest, std::abs(expected[j]));
        const double error = std::abs(result[j] - expected[j]);
        off = std::max(off, std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
      }
    }
    check.deviation = std::max(check.deviation, off / largest);
  }
  return check;
}

}  // namespace tauforge::native
