// A model of an arm whose drives carry gravity by themselves, as if it had none but that of its payload: what remains for
// guard and stop to reckon with. Everything is less by the gravity of a second model, that of the arm alone.
#pragma once

#include <vector>

#include "tauforge/control/model.h"

namespace tauforge::control {

class CarriedGravity : public Model {
 public:
  // Keeps references; computed by one thread.
  CarriedGravity(const Model& model, const Model& alone) : model_(model), alone_(alone), G_(model.joints()) {}

  void carry(const Payload&) noexcept override {}
  bool refresh() noexcept override { return false; }
  std::size_t joints() const noexcept override { return model_.joints(); }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override {
    model_.inverse_dynamics(q, qd, qdd, tau), add(q, -1.0, tau);
  }
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override {
    model_.gravity(q, tau), add(q, -1.0, tau);
  }
  void friction(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept override {
    model_.friction(q, qd, tau);
  }
  void momentum(std::span<const double> q, std::span<const double> qd,
                std::span<double> p_and_rate) const noexcept override {
    model_.momentum(q, qd, p_and_rate), add(q, 1.0, p_and_rate.subspan(joints()));
  }
  std::size_t equation_size() const noexcept override { return model_.equation_size(); }
  void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept override {
    model_.background(q, equation_and_gravity), add(q, -1.0, equation_and_gravity.subspan(equation_size()));
  }
  void velocity_torque(std::span<const double> q, std::span<const double> qd,
                       std::span<double> h) const noexcept override {
    model_.velocity_torque(q, qd, h);
  }
  void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                   std::span<double> tau) const noexcept override {
    model_.synchronous(equation, b, qdd, tau);
  }

 private:
  void add(std::span<const double> q, double sign, std::span<double> values) const noexcept {
    alone_.gravity(q, G_);
    for (std::size_t j = 0; j < G_.size(); ++j) values[j] += sign * G_[j];
  }
  const Model &model_, &alone_;
  mutable std::vector<double> G_;
};

}  // namespace tauforge::control
