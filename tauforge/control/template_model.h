// The model of any robot on a fixed base by the formulations themselves, without generated code: slower, but there is
// nothing to compile.
#pragma once

#include "tauforge/control/model.h"
#include "tauforge/functions/computation.h"
#include "tauforge/functions/torque_series.h"
#include "tauforge/robot/robot.h"

namespace tauforge::control {

class TemplateModel : public Model {
 public:
  // Copies what it needs of the robot; takes all its memory here.
  explicit TemplateModel(const robot::Robot& robot);

  void carry(const Payload& payload) noexcept override { payload_.draft() = payload, payload_.publish(); }
  bool refresh() noexcept override;
  std::size_t joints() const noexcept override { return static_cast<std::size_t>(compute_.tree().drives()); }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override;
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override;
  void friction(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept override;
  std::size_t friction_memory() const noexcept override { return 2 * memory_.size(); }
  void friction_step(std::span<const double> q, std::span<const double> qd, std::span<const double> load, double dt,
                     std::span<double> memory, std::span<double> tau) const noexcept override;
  std::size_t equation_size() const noexcept override { return joints() * joints(); }
  void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept override;
  void velocity_torque(std::span<const double> q, std::span<const double> qd,
                       std::span<double> h) const noexcept override;
  void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                   std::span<double> tau) const noexcept override;
  void momentum(std::span<const double> q, std::span<const double> qd,
                std::span<double> p_and_rate) const noexcept override;

 private:
  mutable functions::Computation<double> compute_;
  mutable std::vector<dynamics::PreslidingState<double>> memory_;  // of a step; empty: no friction that grows
  spatial::Inertia<double> last_body_;                             // without payload
  executive::Mailbox<Payload> payload_;
  const Payload* current_ = nullptr;
};

}  // namespace tauforge::control
