// How often intervals contain the truth: virtual campaigns of a known arm [IHPH92], identified with default settings.
//
//   benchmarks/coverage [CAMPAIGNS] [VIOLATING] [SEED]          (200, 50 and 1)
//
// CAMPAIGNS with the noise of as many seeds from SEED on; then VIOLATING ones of arms that no model of ours is, a third each with
// friction that ripples along a turn, with friction that rises at low speed and a delay of 28 ms, and with gears that give way
// (20 Hz). One line per parameter. Files of the first ten of each kind are written, read back and scored. Ends with 1 where, of the first kind, the pooled share is not from 90 to 98 %, a parameter has fewer than
// chance explains, a value is outside of its own interval, or a file differs from its score.
#include <cstdlib>

#include "benchmarks/identification_subjects.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/identify/identified_robot.h"
#include "tauforge/literature/coverage.h"

namespace {

using namespace tauforge;
using namespace tauforge::benchmarks;

constexpr int files_judged = 10;
constexpr double honest = 0.95,
                 by_chance = 10000.0;  // one parameter of fifty in 200 sets of campaigns may break its limit

struct Counted {
  literature::Coverage coverage;
  double largest_difference = 0;  // of files from their models
};

// As `tauforge identify` does it, files included.
Identification identified_with_files(const Robot& robot, const literature::Campaign& campaign, Counted& counted) {
  std::vector<Recording> logs;
  for (const auto& log : campaign.trajectories) logs.emplace_back(std::make_shared<const recording::Recording>(log));
  Identification found = value_or_stop(identify_robot(robot, logs));
  for (const auto& [which, written] :
       {std::pair(Written::possible, &found.possible()), std::pair(Written::reduced, &found.reduced())})
    counted.largest_difference =
        std::max(counted.largest_difference, score(found, which, as_read(*written), logs, {}).difference);
  return found;
}

Counted counted(const Robot& robot, literature::CampaignSettings settings, int campaigns, unsigned seed) {
  const robot::Robot& puma = robot.details().robot;
  const literature::Campaign driven = value_or_stop(literature::drive_campaign(puma, settings));
  Counted result;
  for (int k = 0; k < campaigns; ++k) {
    settings.seed = seed + static_cast<unsigned>(k);
    const literature::Campaign campaign = literature::measured(driven, settings);
    const auto truth = literature::named_truth(puma, campaign);
    if (k < files_judged)
      result.coverage.count(identified_with_files(robot, campaign, result).details().found, truth);
    else
      result.coverage.count(value_or_stop(identify::identify(puma, campaign.trajectories)), truth);
  }
  return result;
}

void print(const char* title, const literature::Coverage& c, double seconds) {
  fmt::print("{}: {} campaigns, {:.0f} s\n", title, c.campaigns(), seconds);
  for (const auto& [name, own] : c.parameters())
    fmt::print("  {:8} {:4} of {:4}  {:5.1f} %\n", name, own.inside, own.all, 100.0 * own.share());
  fmt::print("  pooled {:.1f} %, of parameters that the reduced model keeps {:.1f} %\n", 100.0 * c.pooled().share(),
             100.0 * c.kept().share());
}

}  // namespace

int main(int count, char** words) {
  const int campaigns = count > 1 ? std::atoi(words[1]) : 200, violating = count > 2 ? std::atoi(words[2]) : 50;
  const int seed = count > 3 ? std::atoi(words[3]) : 1;
  if (count > 4 || campaigns < 0 || violating < 0 || seed < 1) {
    fmt::print(stderr, "usage: coverage [CAMPAIGNS] [VIOLATING] [SEED]\n");
    return 2;
  }
  const Robot robot = value_or_stop(load(std::string(TAUFORGE_SOURCE_DIR) + "/robots/puma260.toml"));
  Ledger ledger;
  if (campaigns > 0) {
    const Stopwatch watch;
    const Counted found = counted(robot, {}, campaigns, static_cast<unsigned>(seed));
    print("Arms that are as the model says", found.coverage, watch.seconds());
    const double share = 100.0 * found.coverage.pooled().share();
    ledger.condition("pooled", share >= 90.0 && share <= 98.0, fmt::format("{:.1f} % is from 90 to 98 %", share));
    for (const auto& [name, own] : found.coverage.parameters()) {
      const int fewest = literature::fewest_inside(own.all, honest, by_chance);
      ledger.condition(name, own.inside >= fewest, fmt::format("{} of {}, at least {}", own.inside, own.all, fewest));
    }
    ledger.figure("values outside of their interval", found.coverage.values_outside(), "", 0.0);
    ledger.figure("files off their model by", found.largest_difference, "", rounding);
  }
  const std::pair<const char*, literature::CampaignSettings> violations[] = {
      {"Friction that ripples along a turn", {.rippled = true}},
      {"Friction that rises at low speed, torques 28 ms late", {.unmodelled = true}},
      {"Gears that give way", {.gear_hz = 20.0}}};
  constexpr int kinds = static_cast<int>(std::size(violations));
  for (int kind = 0; kind < kinds; ++kind) {
    const auto& [title, settings] = violations[kind];
    const int share = violating / kinds + (kind < violating % kinds ? 1 : 0);
    if (share == 0) continue;
    const Stopwatch watch;
    const Counted found = counted(robot, settings, share, static_cast<unsigned>(seed));
    print(title, found.coverage, watch.seconds());
    ledger.figure("values outside of their interval", found.coverage.values_outside(), "", 0.0);
    ledger.figure("files off their model by", found.largest_difference, "", rounding);
  }
  fmt::print("{} limits broken\n", ledger.broken());
  return ledger.broken() == 0 ? 0 : 1;
}
