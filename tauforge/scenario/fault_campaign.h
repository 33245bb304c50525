// A fault campaign: thousands of runs of a scenario, each with one fault whose kind, drive, time and size are drawn from a
// stated distribution, and runs without one. What the guard finds, how soon, and how far the arm went past the limits of
// its joints meanwhile; how often it alarms for nothing.                                     docs/fault-campaign.md
//
// Every run is a scenario file (fault_draw.h): the base with another motion, law, payload and fault. It depends on the
// seed and the number of the run alone, so neither the number of threads nor that of runs changes it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tauforge/scenario/fault_distribution.h"
#include "tauforge/scenario/simulate.h"

namespace tauforge::scenario {

// Which run: a number from 0 among those with a fault, or among those without.
struct RunName {
  std::size_t number = 0;
  bool fault_free = false;

  friend bool operator==(const RunName&, const RunName&) = default;
};
std::string to_text(const RunName& name);  // "17" or "free:3"
std::optional<RunName> run_named(const std::string& text);

// What came of one run. Ways past a limit are in degrees of joints that turn, in centimetres of those that slide.
struct CampaignRun {
  RunName name;
  std::optional<FaultKind> kind;
  std::string fault, law;          // in words
  std::optional<double> alarm_at;  // s
  std::string alarm;               // which
  double fault_at = 0;             // s; of a run without a fault: its end
  double excursion = 0;            // the farthest past a limit
  double undetected = 0;           // ... before or without an alarm
  double unguarded = 0;   // of an alarm without a fault: ... if limits were not watched, and friction did not help
  double seconds = 0;     // that were simulated
  bool diverged = false;  // the plant could not be integrated any more

  bool detected() const { return kind && alarm_at && *alarm_at >= fault_at; }
  bool early() const { return alarm_at && *alarm_at < fault_at; }  // it says nothing of the fault
  bool false_alarm() const { return early() && unguarded <= 0; }
  bool needed() const { return early() && unguarded > 0; }  // no fault, but the law itself leads past a limit
  bool harmless() const { return kind && !alarm_at && excursion <= 0 && !diverged; }
  double fault_free_seconds() const { return std::min(alarm_at.value_or(seconds), fault_at); }
};

struct CampaignRequest {
  const Base& base;
  const FaultCampaign& campaign;
  const tauforge_model* code = nullptr;  // where the scenario asks for generated code
  std::uint64_t seed = 1;
  std::size_t runs = 1000, fault_free = 100;
  unsigned jobs = 1;
  // Asked now and then by the calling thread with the number of runs made so far; false: no more.
  std::function<bool(std::size_t)> progress = [](std::size_t) { return true; };
};

// In the order of their numbers, those with a fault first; all of them, or those made before it was interrupted.
std::vector<CampaignRun> run_campaign(const CampaignRequest& request);
// One of them.
CampaignRun run_one(const CampaignRequest& request, const RunName& name);

}  // namespace tauforge::scenario
