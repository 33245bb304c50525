// What came of a run: samples as they left the loop, and what many of them have in common.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/executive/timing.h"
#include "tauforge/scenario/drive_figures.h"
#include "tauforge/scenario/experiment.h"

namespace tauforge::scenario {

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
  std::vector<control::LoopSample> samples;  // none where somebody else takes them
  std::vector<Truth> truth;                  // one per sample, of the same time; none of a machine that is not virtual
  std::uint64_t sample_count = 0;            // kept or taken
  Nanoseconds last_sample = 0;               // its time
  executive::Timing timing;
  std::vector<Event> events;
  std::uint64_t events_left_out = 0;  // of a run so long that they are too many; the first ones are kept
  std::vector<DriveOutcome> drives;   // from the beginning of the motion on
  std::vector<HomingOutcome> homing;  // per drive, where there was one
  std::optional<Nanoseconds> motion_began;
  std::optional<simulate::EnergyAudit> energy;  // of a virtual robot
  std::uint64_t dropped = 0;                    // samples that did not fit into a ring
  std::uint64_t unusable = 0;                   // results of background tasks that were refused
  std::vector<std::uint64_t> calls;             // of control::control_functions; empty without generated code
  std::optional<Event> stopped;                 // by an alarm or a policy before its end: when, and why
  control::AlarmRecord alarm;                   // the same as numbers
  bool at_rest = false;                         // the stop has done its work
  bool interrupted = false;                     // by somebody, before its end
  // When the integration of the plant gave no numbers any more; samples end there.
  std::optional<Nanoseconds> diverged;

  bool knows_truth() const { return energy.has_value(); }
  Nanoseconds end_time() const { return last_sample; }
};

// Takes samples in the place of Outcome::samples, one after the other; the truth is null where nobody knows it. False: that is
// enough, the run may end.
using SampleTaker = std::function<bool(const control::LoopSample&, const Truth*)>;

// Empties the rings of an experiment into an Outcome; to be called while it runs and once at the end. Where samples are
// taken, its memory does not grow with the run.
class Collector {
 public:
  static constexpr std::size_t most_events = 1000;

  Collector(Experiment& experiment, const Scenario& scenario, Outcome& outcome, SampleTaker taker = {});
  bool enough() const { return enough_; }  // for the taker
  void collect();
  // When the run ends, as far as is known now: the beginning of the motion decides it, or a stop before that.
  Nanoseconds end() const;
  void finish();  // after the run: what is still open, and the figures of drives

 private:
  void notice(const executive::Sample& sample);
  void notice(const control::LoopSample& sample);
  void notice(const control::AlarmRecord& alarm);
  void notice_outputs(const control::LoopSample& sample);
  void look_at_homing();
  void collect_samples();
  bool next_sample();
  void keep(const control::LoopSample& sample, const Truth* truth);
  void note(Event event);

  Experiment& experiment_;
  const Scenario& scenario_;
  Outcome& outcome_;
  SampleTaker taker_;
  DriveFigures figures_;
  std::vector<double> error_of_homing_;  // when it was over, or now
  bool homing_ = true;                   // not over yet
  control::LoopSample sample_;           // that still waits for its truth
  Truth truth_;                          // and the other way round
  bool has_sample_ = false, has_truth_ = false;
  executive::Action action_ = executive::Action::full;
  Nanoseconds longest_start_;
  control::Phase phase_ = control::Phase::moving;
  std::uint64_t digital_ = 0;
  std::size_t rows_ = 0;  // of the log, so far
  bool alarmed_ = false, any_ = false;
  bool enough_ = false;
};

}  // namespace tauforge::scenario
