// A scenario assembled around a machine: the models, the control loop and its background tasks, ready for an executive
// of virtual or of real time.
#pragma once

#include <memory>

#include "tauforge/control/carried_gravity.h"
#include "tauforge/control/template_model.h"
#include "tauforge/executive/measured_run.h"
#include "tauforge/scenario/faulty_clock.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::scenario {

// On the real clock: that clock, and how a thread waits for it.
struct RealTime {
  FaultyMachine::Clock clock = nullptr;
  FaultyTask::Wait wait = nullptr;
};

class Experiment {
 public:
  // Keeps references to the scenario and to the hardware, which has a drive for each of the robot's. `code` is
  // generated code for scenario.robot where it asks for some, else null.
  // `places`: of the rings; to be emptied at least once in half as many releases.
  Experiment(const Scenario& scenario, const Machine& machine, const tauforge_model* code, RealTime real_time = {},
             std::size_t places = ring_places);
  Experiment(const Experiment&) = delete;

  control::Loop& loop() { return *loop_; }
  // What an executive runs: the loop, behind a clock that jumps where the scenario has one.
  executive::SynchronousTask& task();
  void finish() noexcept;  // Loop::finish
  // D with D_i, h, and the set-up of payloads; as far as the scenario has them.
  std::vector<executive::RunRequest::Background> background() const;
  // For how long the run of that task that has begun hangs.
  Nanoseconds hangs(std::size_t task) const { return task < faulty_tasks_.size() ? faulty_tasks_[task]->hangs() : 0; }
  // How often each of control::control_functions was called; empty without generated code.
  std::vector<std::uint64_t> calls() const;
  const Machine& machine() const { return machine_; }
  const control::Guard& guard() const { return *guard_; }
  const control::Sequence& sequence() const { return sequence_; }
  // What comes before the motion takes no longer, if it does not fail [ns].
  Nanoseconds longest_start() const;

  // What comes out while it runs; to be emptied more often than they fill.
  static constexpr std::size_t ring_places = 8192;
  executive::Ring<control::LoopSample> samples;
  executive::Ring<Truth> truth;
  executive::Ring<executive::Sample> timing;

 private:
  std::unique_ptr<control::Model> make_model(const tauforge_model* code) const;
  control::Model& new_model(const tauforge_model* code);
  const control::Model& without_carried_gravity(const control::Model& model);
  void arrange_guard(const tauforge_model* code);
  void arrange_two_rates(const tauforge_model* code, FaultyTask::Wait wait);

  const Scenario& scenario_;
  Machine machine_;
  FaultyMachine hardware_;
  control::Axes axes_;
  motion::Sampled motion_;
  control::Sequence sequence_;
  std::vector<std::unique_ptr<control::Model>> models_;  // one per thread; the first is the synchronous task's
  // of guard and stop, in the same thread: with the payload that is known of, with none, and with the largest
  std::unique_ptr<control::Model> guard_model_, empty_model_, laden_model_;
  std::vector<std::unique_ptr<FaultyModel>> faulty_models_;
  control::OnePass gravity_;
  control::OnePass one_pass_;
  std::unique_ptr<control::CoefficientsTask> coefficients_;
  std::unique_ptr<control::VelocityTask> velocity_;
  std::unique_ptr<control::TwoRate> two_rate_;
  std::vector<std::unique_ptr<FaultyTask>> faulty_tasks_;
  std::unique_ptr<LoadTask> load_;
  std::unique_ptr<control::Controller> law_, fallback_;
  // what guard and stop compute with: models of the synchronous task, without the gravity that drives carry by themselves
  std::vector<std::unique_ptr<control::CarriedGravity>> carried_;
  std::unique_ptr<control::Braking> braking_;
  std::unique_ptr<control::MomentumObserver> observer_, laden_observer_;
  std::unique_ptr<control::PotentiometerCheck> check_;
  std::unique_ptr<control::Guard> guard_;
  std::unique_ptr<control::Stop> stop_;
  executive::Ring<control::LoopSample> own_samples_{4};  // of a loop behind a faulty clock
  std::unique_ptr<control::Loop> loop_;
  std::unique_ptr<FaultyClock> clock_;
};

}  // namespace tauforge::scenario
