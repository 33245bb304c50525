// What a control law asks of a robot's model, and the signals it works with. Behind it stands generated code (below) or
// anything else that knows torques. Called from the synchronous task: noexcept, without allocation or lock.
//
// Every thread that computes has a model of its own. What the arm carries may change while it runs: some other thread, one
// per model, calls carry(), which does the work of a set-up and publishes its result; the computing thread takes it up by
// refresh(), between two computations.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tauforge/control/constants.h"
#include "tauforge/diagnostic/require.h"
#include "tauforge/model.h"

namespace tauforge::control {

struct State {
  std::span<const double> q, qd;  // measured [rad or m, and per second]
};

struct Reference {
  std::span<const double> q, qd, qdd;  // wanted
};

class Model {
 public:
  virtual ~Model() = default;
  virtual void carry(const Payload& payload) noexcept = 0;
  virtual bool refresh() noexcept = 0;  // true: there was something new
  virtual std::size_t joints() const noexcept = 0;
  // tau = M(q) qdd + C(q, qd) qd + G(q) + f(q, qd)   [N m or N]
  virtual void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                std::span<double> tau) const noexcept = 0;
  // tau = G(q)
  virtual void gravity(std::span<const double> q, std::span<double> tau) const noexcept = 0;
  // tau = f(q, qd), of the drives
  virtual void friction(std::span<const double> q, std::span<const double> qd,
                        std::span<double> tau) const noexcept = 0;

  // Friction that grows with the load or remembers its way, one period after another: how many numbers it remembers, 0
  // where friction() is all there is. A memory of zeros knows nothing.
  virtual std::size_t friction_memory() const noexcept { return 0; }
  // `load`: torques without friction; dt since the last step [s]; the memory moves on.
  virtual void friction_step(std::span<const double> /*q*/, std::span<const double> /*qd*/,
                             std::span<const double> /*load*/, double /*dt*/, std::span<double> /*memory*/,
                             std::span<double> /*tau*/) const noexcept {}

  // For two rates [IHPH92, sec. 2]. Of D(q) what synchronous() reads, equation_size() numbers, then D_i = G(q)
  virtual std::size_t equation_size() const noexcept = 0;
  virtual void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept = 0;
  // h = C(q, qd) qd
  virtual void velocity_torque(std::span<const double> q, std::span<const double> qd,
                               std::span<double> h) const noexcept = 0;
  // tau = D qdd + b
  virtual void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                           std::span<double> tau) const noexcept = 0;

  // p = M(q) qd, then what changes it besides torques: dp/dt = tau - f + rate, rate = dT/dq - G; twice joints() numbers
  virtual void momentum(std::span<const double> q, std::span<const double> qd,
                        std::span<double> p_and_rate) const noexcept = 0;
};

// The functions that GeneratedModel calls; `tauforge generate --two-rate` writes them all.
inline constexpr std::array control_functions = {"inverse_dynamics", "gravity",     "friction", "background",
                                                 "velocity_torque",  "synchronous", "momentum"};

// A generated model of an arm on a fixed base with all control_functions; what it may be told at run time is its payload.
class GeneratedModel : public Model {
 public:
  // Keeps a reference.
  explicit GeneratedModel(const tauforge_model& model) : model_(model), constants_(model) {
    diagnostic::require(model.abi == TAUFORGE_MODEL_ABI && !model.floating, "a fixed base, of this version of model.h");
    diagnostic::require((model.setup_reads & ~TAUFORGE_PAYLOAD) == 0, "nothing to be set up but a payload");
    for (std::size_t k = 0; k < control_functions.size(); ++k) {
      functions_[k] = tauforge_find(&model, control_functions[k]);
      diagnostic::require(functions_[k] != nullptr, "a generated model has the functions of control");
    }
    step_ = tauforge_find(&model, "friction_step");
    if (step_ != nullptr) step_state_.resize(1 + friction_memory()), step_result_.resize(step_->results);
    carry({});
    refresh();
  }

  void carry(const Payload& payload) noexcept override { constants_.carry(payload); }
  bool refresh() noexcept override { return constants_.refresh(); }
  // How often each of control_functions was called.
  std::span<const std::uint64_t> calls() const { return calls_; }

  std::size_t joints() const noexcept override { return static_cast<std::size_t>(model_.nv); }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override {
    call(0, {.q = q.data(), .qd = qd.data(), .qdd = qdd.data()}, tau);
  }
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override {
    call(1, {.q = q.data()}, tau);
  }
  void friction(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept override {
    call(2, {.q = q.data(), .qd = qd.data()}, tau);
  }
  std::size_t friction_memory() const noexcept override { return step_ == nullptr ? 0 : step_->results - joints(); }
  void friction_step(std::span<const double> q, std::span<const double> qd, std::span<const double> load, double dt,
                     std::span<double> memory, std::span<double> tau) const noexcept override {
    step_state_[0] = dt;
    std::copy(memory.begin(), memory.end(), step_state_.begin() + 1);
    tauforge_state x{};
    x.q = q.data(), x.qd = qd.data(), x.tau = load.data(), x.friction_state = step_state_.data();
    step_->call(constants_.current(), &x, step_result_.data());
    std::copy_n(step_result_.begin(), tau.size(), tau.begin());
    std::copy_n(step_result_.begin() + static_cast<std::ptrdiff_t>(tau.size()), memory.size(), memory.begin());
  }
  std::size_t equation_size() const noexcept override { return functions_[3]->results - joints(); }
  void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept override {
    call(3, {.q = q.data()}, equation_and_gravity);
  }
  void velocity_torque(std::span<const double> q, std::span<const double> qd,
                       std::span<double> h) const noexcept override {
    call(4, {.q = q.data(), .qd = qd.data()}, h);
  }
  void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                   std::span<double> tau) const noexcept override {
    call(5, {.qdd = qdd.data(), .equation = equation.data(), .b = b.data()}, tau);
  }
  void momentum(std::span<const double> q, std::span<const double> qd,
                std::span<double> p_and_rate) const noexcept override {
    call(6, {.q = q.data(), .qd = qd.data()}, p_and_rate);
  }

 private:
  struct Asked {
    const double *q = nullptr, *qd = nullptr, *qdd = nullptr, *equation = nullptr, *b = nullptr;
  };
  void call(std::size_t function, const Asked& asked, std::span<double> result) const noexcept {
    static constexpr double no_wrench[6] = {};
    tauforge_state x{};
    x.wrench = no_wrench;
    x.q = asked.q, x.qd = asked.qd, x.qdd = asked.qdd, x.equation = asked.equation, x.b = asked.b;
    functions_[function]->call(constants_.current(), &x, result.data());
    ++calls_[function];
  }

  const tauforge_model& model_;
  Constants<> constants_;  // what `setup` fills
  mutable std::array<std::uint64_t, control_functions.size()> calls_{};
  std::array<const tauforge_function*, control_functions.size()> functions_{};
  const tauforge_function* step_ = nullptr;               // friction_step, where the robot has it
  mutable std::vector<double> step_state_, step_result_;  // of its calls: period and memory; torques and memory
};

}  // namespace tauforge::control
