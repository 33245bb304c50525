// What came of a run: samples as they left the loop, and what many of them have in common.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/executive/timing.h"
#include "tauforge/scenario/experiment.h"

namespace tauforge::scenario {

// One drive over the whole run. Errors are of the arm as it really was, or where nobody knows as its encoders saw it,
// against the motion that was wanted.
struct DriveOutcome {
  double largest_error = 0, rms_error = 0, final_error = 0;  // [rad or m]
  double range = 0;                                          // of the wanted motion, highest - lowest
  double largest_torque = 0, rms_torque = 0;                 // commanded [N m or N]
  double settled = 0;  // from when on the error stayed below 1 % of the largest; < 0: it did not  [s]
};

// What a homing found of one drive.
struct HomingOutcome {
  control::HomingFault fault = control::HomingFault::none;
  double seconds = -1;          // until it was found; below zero: it was not
  std::int64_t revolution = 0;  // k of homing.h
  double residual = 0;          // e - p_k                                        [rad or m]
  double error = 0;             // of its position when all were over, where the truth is known [rad or m]
};

// Something that happened, and when.
struct Event {
  Nanoseconds time = 0;
  std::string what;
};

struct Outcome {
  std::vector<control::LoopSample> samples;
  std::vector<Truth> truth;  // one per sample, of the same time; none of a machine that is not virtual
  executive::Timing timing;
  std::vector<Event> events;
  std::vector<DriveOutcome> drives;   // from the beginning of the motion on
  std::vector<HomingOutcome> homing;  // per drive, where there was one
  std::optional<Nanoseconds> motion_began;
  std::optional<simulate::EnergyAudit> energy;  // of a virtual robot
  std::uint64_t dropped = 0;                    // samples that did not fit into a ring
  std::uint64_t unusable = 0;                   // results of background tasks that were refused
  std::vector<std::uint64_t> calls;             // of control::control_functions; empty without generated code
  std::optional<Event> stopped;                 // by an alarm or a policy before its end: when, and why
  bool interrupted = false;                     // by somebody, before its end
  // When the integration of the plant gave no numbers any more; samples end there.
  std::optional<Nanoseconds> diverged;

  bool knows_truth() const { return energy.has_value(); }
  Nanoseconds end_time() const { return samples.empty() ? 0 : samples.back().time; }
};

// Empties the rings of an experiment into an Outcome; to be called while it runs and once at the end.
class Collector {
 public:
  Collector(Experiment& experiment, const Scenario& scenario, Outcome& outcome);
  void collect();
  // When the run ends, as far as is known now: the beginning of the motion decides it, or a stop before that.
  Nanoseconds end() const;
  void finish();  // after the run: what is still open, and the figures of drives

 private:
  void notice(const executive::Sample& sample);
  void notice(const control::LoopSample& sample);
  void notice_outputs(const control::LoopSample& sample);
  void look_at_homing();
  void keep_pairs();

  Experiment& experiment_;
  const Scenario& scenario_;
  Outcome& outcome_;
  std::deque<control::LoopSample> samples_;  // that still wait for their truth
  std::deque<Truth> truths_;
  executive::Action action_ = executive::Action::full;
  Nanoseconds longest_start_;
  control::Phase phase_ = control::Phase::moving;
  std::uint64_t digital_ = 0;
  std::size_t rows_ = 0;  // of the log, so far
  bool alarmed_ = false, any_ = false;
};

}  // namespace tauforge::scenario
