// What goes wrong in a scenario, put between the parts that it happens to. The same in virtual and in real time: each
// fault looks at the time it is told.
#pragma once

#include <limits>
#include <vector>

#include "tauforge/control/model.h"
#include "tauforge/executive/ring.h"
#include "tauforge/executive/task.h"
#include "tauforge/scenario/machine.h"

namespace tauforge::scenario {

// What the arm carries from now on, and when models are to know it.
struct Load {
  Nanoseconds told_at = 0;
  control::Payload payload{};
};

// A machine with faults of its encoders and motors and changes of its payload; keeps the truth where there is one.
//
// A tool of a virtual robot that closes takes its payload, and leaves it when it opens.
// The encoders of a virtual robot lose their pulses themselves, between two readings, too. Of other machines the counts
// that were read are changed; what they carry cannot be changed from here, so faults of the payload do nothing.
class FaultyMachine : public control::Hardware {
 public:
  // Keeps references to the hardware, the scenario and the truth. `clock` tells how long a virtual robot takes to be
  // computed; without it, in virtual time, that takes none.
  using Clock = Nanoseconds (*)();
  FaultyMachine(const Machine& machine, const Scenario& scenario, executive::Ring<Truth>& truth, Clock clock = nullptr);

  std::size_t drives() const noexcept override { return hardware_.drives(); }
  void read(std::int64_t now, control::Reading& reading) noexcept override;
  void write(std::int64_t now, std::span<const double> volts, std::uint64_t digital) noexcept override;
  std::int64_t computing_time() const noexcept override { return computing_time_; }
  // Those that models are told about, in the order in which the arm took them; for one reader.
  executive::Ring<Load>& loads() noexcept { return loads_; }

 private:
  void carry(Nanoseconds now, std::optional<Nanoseconds> told_after) noexcept;
  void jump(std::size_t drive, std::int64_t counts) noexcept;
  void falsify(std::uint64_t frozen, control::Reading& reading) noexcept;
  void keep_truth(Nanoseconds now) noexcept;
  void grasp(Nanoseconds now, std::uint64_t changed, std::uint64_t digital) noexcept;

  control::Hardware& hardware_;
  simulate::VirtualRobot* virtual_robot_;
  const Scenario& scenario_;
  const std::vector<Fault>& faults_;
  std::vector<bool> done_;
  std::vector<bool> switched_;         // outputs of the scenario that were
  std::uint64_t digital_ = 0;          // outputs as written last
  std::vector<std::uint32_t> pulses_;  // of the index, those that arrived
  struct Held {
    spatial::Inertia<double> load;
    std::optional<Nanoseconds> told_after;
  };
  std::array<Held, 64> held_{};                 // by the tools, line by line
  spatial::Inertia<double> base_, known_base_;  // besides: of [plant] or a fault; what models are told of it
  executive::Ring<Load> loads_{64};
  executive::Ring<Truth>& truth_;
  Clock clock_;
  Nanoseconds computing_time_ = 0;
  // of machines that are not virtual
  std::vector<std::int64_t> counts_;   // that were read last
  std::vector<std::int64_t> slipped_;  // what has to be added to them
  bool any_ = false;                   // counts_ are known
};

// A model that can be told to find nothing but NaN.
class FaultyModel : public control::Model {
 public:
  explicit FaultyModel(control::Model& model) : model_(model) {}

  void poison(bool poisoned) noexcept { poisoned_ = poisoned; }
  void carry(const control::Payload& payload) noexcept override { model_.carry(payload); }
  void refresh() noexcept override { model_.refresh(); }
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

// A background task that hangs, or whose model finds NaN.
class FaultyTask : public executive::BackgroundTask {
 public:
  // How a thread waits for so long; without it nothing waits, and the schedule of virtual time asks hangs().
  using Wait = void (*)(Nanoseconds) noexcept;

  // Keeps references to all.
  FaultyTask(executive::BackgroundTask& task, FaultyModel& model, const std::vector<Fault>& faults, Wait wait)
      : task_(task), model_(model), faults_(faults), done_(faults.size()), wait_(wait) {}

  void begin(Nanoseconds now) noexcept override;
  bool finish(Nanoseconds now) noexcept override;
  // For how long the run that has begun hangs.
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
  // Keeps references to the models and to the loads.
  LoadTask(std::vector<control::Model*> models, executive::Ring<Load>& loads)
      : models_(std::move(models)), loads_(loads) {}

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
