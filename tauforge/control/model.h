// What a control law asks of a robot's model, and the signals it works with. Behind it stands generated code (below) or
// anything else that knows torques. Called from the synchronous task: noexcept, without allocation or lock.
#pragma once

#include <cstddef>
#include <span>

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
  virtual std::size_t joints() const noexcept = 0;
  // tau = M(q) qdd + C(q, qd) qd + G(q)   [N m or N]
  virtual void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                                std::span<double> tau) const noexcept = 0;
  // tau = G(q)
  virtual void gravity(std::span<const double> q, std::span<double> tau) const noexcept = 0;
  // For two rates.  M(q), row by row
  virtual void mass_matrix(std::span<const double> q, std::span<double> M) const noexcept = 0;
  // tau = C(q, qd) qd + G(q), with the friction that inverse_dynamics has
  virtual void bias(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept = 0;
};

// A generated model of an arm on a fixed base, generated with inverse_dynamics, gravity, mass_matrix and bias. Without
// state: any number of threads may share it.
class GeneratedModel : public Model {
 public:
  // `constants` is what model.setup filled, or nullptr where there is nothing to set up. Both are kept by reference.
  explicit GeneratedModel(const tauforge_model& model, const void* constants = nullptr)
      : model_(model),
        constants_(constants),
        inverse_dynamics_(tauforge_find(&model, "inverse_dynamics")),
        gravity_(tauforge_find(&model, "gravity")),
        mass_matrix_(tauforge_find(&model, "mass_matrix")),
        bias_(tauforge_find(&model, "bias")) {
    diagnostic::require(
        model.abi == TAUFORGE_MODEL_ABI && !model.floating && inverse_dynamics_ && gravity_ && mass_matrix_ && bias_,
        "a fixed base, inverse_dynamics, gravity, mass_matrix and bias, of this version of model.h");
  }

  std::size_t joints() const noexcept override { return static_cast<std::size_t>(model_.nv); }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override {
    call(*inverse_dynamics_, q, qd, qdd, tau);
  }
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override {
    call(*gravity_, q, {}, {}, tau);
  }
  void mass_matrix(std::span<const double> q, std::span<double> M) const noexcept override {
    call(*mass_matrix_, q, {}, {}, M);
  }
  void bias(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept override {
    call(*bias_, q, qd, {}, tau);
  }

 private:
  void call(const tauforge_function& function, std::span<const double> q, std::span<const double> qd,
            std::span<const double> qdd, std::span<double> result) const noexcept {
    tauforge_state x{};
    x.q = q.data(), x.qd = qd.data(), x.qdd = qdd.data();
    function.call(constants_, &x, result.data());
  }

  const tauforge_model& model_;
  const void* constants_;
  const tauforge_function *inverse_dynamics_, *gravity_, *mass_matrix_, *bias_;
};

}  // namespace tauforge::control
