// What goes wrong with the tasks of a scenario: models that find NaN, runs that hang or take longer; and the set-up of
// payloads beside the running loop. The same in virtual and in real time: each fault looks at the time it is told.
#pragma once

#include <limits>
#include <vector>

#include "tauforge/control/model.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/task.h"
#include "tauforge/scenario/fault.h"

namespace tauforge::scenario {

// As models are told.
inline control::Payload told(const spatial::Inertia<double>& payload) {
  const auto& [m, h, I] = payload;
  return {m, h.x, h.y, h.z, I.xx, I.yy, I.zz, I.xy, I.yz, I.xz};
}

// What the arm carries from now on, and when models are to know it.
struct Load {
  Nanoseconds told_at = 0;
  control::Payload payload{};
};

// A model that can be told to find nothing but NaN.
class FaultyModel : public control::Model {
 public:
  explicit FaultyModel(control::Model& model) : model_(model) {}

  void poison(bool poisoned) noexcept { poisoned_ = poisoned; }
  void carry(const control::Payload& payload) noexcept override { model_.carry(payload); }
  bool refresh() noexcept override { return model_.refresh(); }
  std::size_t joints() const noexcept override { return model_.joints(); }
  void inverse_dynamics(std::span<const double> q, std::span<const double> qd, std::span<const double> qdd,
                        std::span<double> tau) const noexcept override {
    model_.inverse_dynamics(q, qd, qdd, tau), spoil(tau);
  }
  void gravity(std::span<const double> q, std::span<double> tau) const noexcept override {
    model_.gravity(q, tau), spoil(tau);
  }
  void friction(std::span<const double> q, std::span<const double> qd, std::span<double> tau) const noexcept override {
    model_.friction(q, qd, tau), spoil(tau);
  }
  std::size_t friction_memory() const noexcept override { return model_.friction_memory(); }
  void friction_step(std::span<const double> q, std::span<const double> qd, std::span<const double> load, double dt,
                     std::span<double> memory, std::span<double> tau) const noexcept override {
    model_.friction_step(q, qd, load, dt, memory, tau), spoil(tau);
  }
  void momentum(std::span<const double> q, std::span<const double> qd,
                std::span<double> p_and_rate) const noexcept override {
    model_.momentum(q, qd, p_and_rate), spoil(p_and_rate);
  }
  std::size_t equation_size() const noexcept override { return model_.equation_size(); }
  void background(std::span<const double> q, std::span<double> equation_and_gravity) const noexcept override {
    model_.background(q, equation_and_gravity), spoil(equation_and_gravity);
  }
  void velocity_torque(std::span<const double> q, std::span<const double> qd,
                       std::span<double> h) const noexcept override {
    model_.velocity_torque(q, qd, h), spoil(h);
  }
  void synchronous(std::span<const double> equation, std::span<const double> b, std::span<const double> qdd,
                   std::span<double> tau) const noexcept override {
    model_.synchronous(equation, b, qdd, tau), spoil(tau);
  }

 private:
  void spoil(std::span<double> results) const noexcept {
    if (poisoned_) results.back() = std::numeric_limits<double>::quiet_NaN();
  }
  control::Model& model_;
  bool poisoned_ = false;  // by the thread that computes the model
};

// A background task that hangs, takes longer, or whose model finds NaN.
class FaultyTask : public executive::BackgroundTask {
 public:
  // How a thread waits for so long; without it nothing waits, and the schedule of virtual time asks hangs().
  using Wait = void (*)(Nanoseconds) noexcept;

  // Keeps references to all.
  FaultyTask(executive::BackgroundTask& task, FaultyModel& model, const std::vector<Fault>& faults, Wait wait)
      : task_(task), model_(model), faults_(faults), done_(faults.size()), wait_(wait) {}

  void begin(Nanoseconds now) noexcept override;
  bool finish(Nanoseconds now) noexcept override;
  // For how long the run that has begun hangs, or how much longer it takes.
  Nanoseconds hangs() const noexcept { return hangs_; }

 private:
  executive::BackgroundTask& task_;
  FaultyModel& model_;
  const std::vector<Fault>& faults_;
  std::vector<bool> done_;
  Wait wait_;
  Nanoseconds hangs_ = 0;
};

// Tells models what the arm carries: a set-up beside the running loop.
class LoadTask : public executive::BackgroundTask {
 public:
  // Keeps references to the models, which know `first`, and to the loads.
  LoadTask(std::vector<control::Model*> models, executive::Ring<Load>& loads, const control::Payload& first)
      : models_(std::move(models)), loads_(loads), told_(first), next_(first) {}

  void begin(Nanoseconds now) noexcept override;
  bool finish(Nanoseconds now) noexcept override;

 private:
  std::vector<control::Model*> models_;
  executive::Ring<Load>& loads_;
  Load waiting_;  // for its time
  bool waits_ = false;
  control::Payload told_{}, next_{};
};

}  // namespace tauforge::scenario
