#include "tauforge/native/verify_observer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

#include "tauforge/compiler/reference_case.h"
#include "tauforge/emit/observer.h"
#include "tauforge/expression/rounding_bound.h"
#include "tauforge/functions/instances.h"

namespace tauforge::native {

namespace {

using compiler::Function;

constexpr int run = 20;  // steps from one reset to the next

double between(std::mt19937& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random()) / 4294967296.0);
}

// The generated observer, in either precision.
template <class Real> class Generated {
 public:
  Generated(const LoadedModel& model, const std::string& prefix, bool constants, std::size_t n)
      : model_(model), prefix_(prefix), takes_constants_(constants), state_(emit::observer_numbers(n)), r_(n) {}

  bool ok() const { return model_.symbol<void*>(prefix_ + "_momentum_observer") != nullptr; }
  void reset(const std::vector<double>& gains) {
    const auto K = converted(gains);
    model_.symbol<void (*)(Real*, const Real*)>(prefix_ + "_momentum_observer_reset")(state_.data(), K.data());
  }
  const std::vector<Real>& step(const void* constants, const std::vector<double>& q, const std::vector<double>& qd,
                                const std::vector<double>& tau, double dt) {
    const auto a = converted(q), b = converted(qd), c = converted(tau);
    const std::string name = prefix_ + "_momentum_observer";
    if (takes_constants_)
      model_.symbol<void (*)(const void*, Real*, const Real*, const Real*, const Real*, Real, Real*)>(name)(
          constants, state_.data(), a.data(), b.data(), c.data(), static_cast<Real>(dt), r_.data());
    else
      model_.symbol<void (*)(Real*, const Real*, const Real*, const Real*, Real, Real*)>(name)(
          state_.data(), a.data(), b.data(), c.data(), static_cast<Real>(dt), r_.data());
    return r_;
  }

 private:
  static std::vector<Real> converted(const std::vector<double>& values) { return {values.begin(), values.end()}; }

  const LoadedModel& model_;
  std::string prefix_;
  bool takes_constants_;
  std::vector<Real> state_, r_;
};

std::size_t index_of(const compiler::CompiledModel& compiled, const char* name) {
  for (std::size_t i = 0; i < compiled.unit.functions.size(); ++i)
    if (compiled.unit.functions[i].name == name) return i;
  return 0;
}

template <class Real>
double deviation(const robot::Robot& robot, const compiler::Request& request, const compiler::CompiledModel& compiled,
                 const LoadedModel& model, const std::string& prefix, int steps) {
  const std::size_t index = index_of(compiled, "momentum"), n = static_cast<std::size_t>(robot.tree.nv());
  const auto& functions = compiled.unit.functions;
  const bool constants_taken =
      !functions[index].setup.outputs.empty() || !functions[index_of(compiled, "friction")].setup.outputs.empty();
  Generated<Real> generated(model, prefix, constants_taken, n);
  if (!generated.ok()) return std::numeric_limits<double>::infinity();
  std::vector<std::max_align_t> constants(model->constants_size / sizeof(std::max_align_t) + 1);
  std::mt19937 random(7);
  double worst = 0.0;
  std::vector<double> K(n), tau(n), p_0(n), b_last(n), S(n), scale(n);
  std::optional<functions::Computation<double>> compute;
  for (int k = 0; k < steps; ++k) {
    const emit::SelfTestCase c = compiler::reference_case(robot, request, compiled, index, random);
    const bool begins = k % run == 0;
    if (begins) {
      compute.emplace(robot.tree,
                      robot::with_run_time<double>(
                          robot.tree, request.rigid ? robot::bodies_alone(robot.parameters) : robot.parameters,
                          {c.payload, c.gravity, c.inertias, c.friction}));
      if (model->setup) {
        const tauforge_run_time inputs{c.payload.data(), c.gravity.data(), c.inertias.data(), c.friction.data()};
        model->setup(&inputs, constants.data());
      }
      for (double& gain : K) gain = std::exp(between(random, 0.0, 7.0));
      generated.reset(K);
      std::fill(S.begin(), S.end(), 0.0), std::fill(scale.begin(), scale.end(), 0.0);
    }
    for (double& torque : tau) torque = between(random, -10.0, 10.0);
    const double dt = std::exp(between(random, -12.0, -2.0));
    const std::vector<double> both = (*compute)(Function::momentum, {c.q, c.qd, {}}),
                              f = (*compute)(Function::friction, {c.q, c.qd, {}});
    const std::vector<Real>& found = generated.step(constants.data(), c.q, c.qd, tau, dt);
    double P = 0.0, B = 10.0;  // sizes of momenta and torques
    for (std::size_t i = 0; i < n; ++i)
      P = std::max(P, std::abs(both[i])), B = std::max(B, std::abs(both[n + i]) + std::abs(f[i]));
    for (std::size_t i = 0; i < n; ++i) {
      const double b = both[n + i] - f[i];
      double r = 0.0;
      if (begins) {
        p_0[i] = both[i];
      } else {
        S[i] += dt * (tau[i] + 0.5 * (b_last[i] + b));
        r = K[i] * (both[i] - p_0[i] - S[i]) / (1.0 + K[i] * dt);  // of r_k on both sides of the integral
        S[i] += dt * r;
      }
      b_last[i] = b;
      scale[i] = std::max(scale[i], K[i] * (P + dt * B) / (1.0 + K[i] * dt));
      const double off = std::abs(static_cast<double>(found[i]) - r);
      worst = std::max(worst, std::isfinite(off) ? off / scale[i] : std::numeric_limits<double>::infinity());
    }
  }
  return worst;
}

}  // namespace

ObserverCheck verify_observer(const robot::Robot& robot, const compiler::Request& request,
                              const compiler::CompiledModel& compiled, const LoadedModel& model,
                              const std::string& prefix, int steps) {
  ObserverCheck check;
  check.steps = steps;
  check.allowed = 100.0 * expression::unit_roundoff(request.single_precision);
  for (const char* name : {"momentum", "friction"})
    check.allowed += 100.0 * compiled.tolerances.at(index_of(compiled, name)).share();
  check.deviation = request.single_precision ? deviation<float>(robot, request, compiled, model, prefix, steps)
                                             : deviation<double>(robot, request, compiled, model, prefix, steps);
  return check;
}

}  // namespace tauforge::native
