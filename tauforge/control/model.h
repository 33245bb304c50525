// What a control law asks of a robot's model, and the signals it works with. Behind it stands generated code (below) or
// anything else that knows torques. Called from the synchronous task: noexcept, without allocation or lock.
//
// Every thread that computes has a model of its own. What the arm carries may change while it runs: some other thread, one
// per model, calls carry(), which does the work of a set-up and publishes its result; the computing thread takes it up by
// refresh(), between two computations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tauforge/diagnostic/require.h"
#include "tauforge/executive/mailbox.h"
#include "tauforge/model.h"

namespace tauforge::control {

struct State {
  std::span<const double> q, qd;  // measured [rad or m, and per second]
};

struct Reference {
  std::span<const double> q, qd, qdd;  // wanted
};

// m, first moments x y z, inertia xx yy zz xy yz xz, in the last link's frame, as in model.h     [kg, kg m, kg m^2]
using Payload = std::array<double, 10>;

class Model {
 public:
  virtual ~Model() = default;
  virtual void carry(const Payload& payload) noexcept = 0;
  virtual void refresh() noexcept = 0;
  virtual std::size_t joints() const noexcept = 0;
  // tau = M(q) qdd + C(q, qd) qd + G(q) + f(q, qd)   [N m or N]
  virtual void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                std::span<double> tau) const noexcept = 0;
  // tau = G(q)
  virtual void gravity(std::span<const double> q, std::span<double> tau) const noexcept = 0;
  // tau = f(q, qd), of the drives
  virtual void friction(std::span<const double> q, std::span<const double> qd,
                        std::span<double> tau) const noexcept = 0;

  // For two rates [IHPH92, sec. 2]. Of D(q) what synchronous() reads, equation_size() numbers, then D_i = G(q)
  virtual std::size_t equation_size() const noexcept = 0;
  virtual void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept = 0;
  // h = C(q, qd) qd
  virtual void velocity_torque(std::span<const double> q, std::span<const double> qd,
                               std::span<double> h) const noexcept = 0;
  // tau = D qdd + b
  virtual void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                           std::span<double> tau) const noexcept = 0;
};

// The functions that GeneratedModel calls; `tauforge generate --two-rate` writes them all.
inline constexpr std::array control_functions = {"inverse_dynamics", "gravity",         "friction",
                                                 "background",       "velocity_torque", "synchronous"};

// A generated model of an arm on a fixed base with all control_functions; what it may be told at run time is its payload.
class GeneratedModel : public Model {
 public:
  // Keeps a reference.
  explicit GeneratedModel(const tauforge_model& model)
      : model_(model), constants_(std::vector<double>((model.constants_size + sizeof(double) - 1) / sizeof(double))) {
    diagnostic::require(model.abi == TAUFORGE_MODEL_ABI && !model.floating, "a fixed base, of this version of model.h");
    diagnostic::require((model.setup_reads & ~TAUFORGE_PAYLOAD) == 0, "nothing to be set up but a payload");
    for (std::size_t k = 0; k < control_functions.size(); ++k) {
      functions_[k] = tauforge_find(&model, control_functions[k]);
      diagnostic::require(functions_[k] != nullptr, "a generated model has the functions of control");
    }
    carry({});
    refresh();
  }

  // Without effect on code that was generated without.
  void carry(const Payload& payload) noexcept override {
    if (!model_.setup) return;
    tauforge_run_time inputs{};
    inputs.payload = payload.data();
    model_.setup(&inputs, constants_.draft().data());
    constants_.publish();
  }
  void refresh() noexcept override { current_ = constants_.latest().data(); }
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

 private:
  struct Asked {
    const double *q = nullptr, *qd = nullptr, *qdd = nullptr, *equation = nullptr, *b = nullptr;
  };
  void call(std::size_t function, const Asked& asked, std::span<double> result) const noexcept {
    static constexpr double no_wrench[6] = {};
    tauforge_state x{};
    x.wrench = no_wrench;
    x.q = asked.q, x.qd = asked.qd, x.qdd = asked.qdd, x.equation = asked.equation, x.b = asked.b;
    functions_[function]->call(current_, &x, result.data());
    ++calls_[function];
  }

  const tauforge_model& model_;
  executive::Mailbox<std::vector<double>> constants_;  // what `setup` fills
  const void* current_ = nullptr;
  mutable std::array<std::uint64_t, control_functions.size()> calls_{};
  std::array<const tauforge_function*, control_functions.size()> functions_{};
};

}  // namespace tauforge::control
