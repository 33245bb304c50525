#include "tauforge/scenario/fault_campaign.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <thread>

#include "tauforge/diagnostic/require.h"
#include "tauforge/dynamics/drive.h"
#include "tauforge/scenario/fault_draw.h"

namespace tauforge::scenario {

namespace {

constexpr double at_rest = 1e-3;      // [rad/s or m/s]
constexpr double longest_stop = 1.0;  // after an alarm [s]

// Looks at each sample of a run while it is made.
class Look {
 public:
  Look(const Scenario& scenario, CampaignRun& run) : plant_(scenario.plant), run_(run) {}

  // False: there is nothing more to see.
  bool operator()(const control::LoopSample& sample, const Truth& truth) {
    run_.seconds = 1e-9 * static_cast<double>(truth.time);
    const double beyond = past_limits(truth);
    run_.excursion = std::max(run_.excursion, beyond);
    // the sample of the alarm itself shows where the arm was when it was noticed
    if (!alarmed_) run_.undetected = std::max(run_.undetected, beyond);
    if (sample.alarm.alarm != control::Alarm::none && !alarmed_) alarmed_ = true, alarm_ = run_.seconds;
    if (!alarmed_) return true;
    bool rests = sample.stop == control::StopPhase::off;  // brakes may still slip then
    for (std::size_t j = 0; j < plant_.drives.size(); ++j) rests = rests && std::abs(truth.qd[j]) < at_rest;
    resting_ = rests ? resting_ + 1 : 0;
    return run_.seconds - alarm_ < longest_stop && resting_ < 100;
  }

 private:
  double past_limits(const Truth& truth) {
    dynamics::to_joints<double>(plant_.tree, plant_.parameters, std::span(truth.q).first(plant_.drives.size()), true,
                                q_);
    double most = 0;
    for (std::size_t i = 0; i < plant_.limits.size(); ++i) {
      const auto& limits = plant_.limits[i];
      const double unit = plant_.tree.is_revolute(static_cast<robot::Index>(i)) ? 180.0 / std::numbers::pi : 100.0;
      if (limits.upper) most = std::max(most, unit * (q_[i] - *limits.upper));
      if (limits.lower) most = std::max(most, unit * (*limits.lower - q_[i]));
    }
    return most;
  }

  const robot::Robot& plant_;
  CampaignRun& run_;
  std::vector<double> q_;
  bool alarmed_ = false;
  double alarm_ = 0;
  int resting_ = 0;
};

// How far the arm goes past a limit before another alarm when no limit is watched.
double past_unwatched_limits(Scenario scenario, const tauforge_model* code) {
  for (double& lower : scenario.guard.positions.lower) lower = -std::numeric_limits<double>::infinity();
  for (double& upper : scenario.guard.positions.upper) upper = std::numeric_limits<double>::infinity();
  CampaignRun run;
  Look look(scenario, run);
  watch(scenario, code, [&](const auto& sample, const Truth* truth) { return look(sample, *truth); });
  return run.undetected;
}

// ... when nothing breaks either; or when friction, which no guard may count on, does not help from the alarm on.
double unguarded(Scenario scenario, Nanoseconds alarm, const tauforge_model* code) {
  scenario.faults.clear();
  if (const double past = past_unwatched_limits(scenario, code); past > 0) return past;
  Fault slips{.kind = FaultKind::friction, .at = alarm, .lasting = std::numeric_limits<Nanoseconds>::max()};
  slips.factor = 0;
  scenario.faults.push_back(slips);
  scenario.guard.observer = false;  // it would see that
  return past_unwatched_limits(scenario, code);
}

}  // namespace

CampaignRun run_one(const CampaignRequest& request, const RunName& name) {
  const Base& base = request.base;
  const DrawnRun drawn = draw_run(base, request.campaign, request.seed, name);
  const auto read = read_scenario(files::source_from_text(base.path, drawn.text), base.robot, base.load);
  diagnostic::require(read.ok(), "what a campaign draws is a scenario");
  const Scenario& scenario = read.value();
  CampaignRun run;
  run.name = name, run.kind = drawn.kind, run.law = drawn.law, run.fault_at = drawn.fault_at;
  for (const Fault& fault : scenario.faults)
    if (fault.kind == drawn.kind)
      run.fault = what_happens(fault, scenario.plant.drives);  // the last: see fault_draw.cpp
  Look look(scenario, run);
  const Outcome outcome =
      watch(scenario, request.code, [&](const auto& sample, const Truth* truth) { return look(sample, *truth); });
  if (outcome.stopped) {
    run.alarm_at = 1e-9 * static_cast<double>(outcome.stopped->time);
    run.alarm = outcome.stopped->what;
  }
  run.diverged = outcome.diverged.has_value();
  if (run.early()) run.unguarded = unguarded(scenario, outcome.stopped->time, request.code);
  return run;
}

std::vector<CampaignRun> run_campaign(const CampaignRequest& request) {
  const std::size_t all = request.runs + request.fault_free;
  std::vector<CampaignRun> runs(all);
  std::vector<std::atomic<bool>> made(all);
  std::atomic<std::size_t> next{0}, count{0};
  const auto work = [&] {
    for (std::size_t k = next++; k < all; k = next++) {
      const bool free = k >= request.runs;
      runs[k] = run_one(request, {free ? k - request.runs : k, free});
      made[k] = true;
      ++count;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < std::max(1u, request.jobs); ++k) threads.emplace_back(work);
  while (next < all) {
    if (!request.progress(count)) next = all;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<CampaignRun> done;
  for (std::size_t k = 0; k < all; ++k)
    if (made[k]) done.push_back(std::move(runs[k]));
  return done;
}

}  // namespace tauforge::scenario
