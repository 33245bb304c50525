// Explicit models within an error or a budget, beside tauforge.h: what abbreviates them, what they cost, how wrong they may be.
#pragma once

#include "tauforge/tauforge.h"

namespace tauforge {

// At most one of error, budget and DeriveSettings::share abbreviates a model, with a certificate.
struct AbbreviateSettings {
  std::optional<double> error = {};  // the cheapest model within this share of the largest torques
  std::optional<int> budget = {};    // the best model of at most so many operations
  bool trade_off = false;            // also what errors from 0.1 to 20 % save
};

// Tells its stages, and asks about every 50 ms within them.
Result<Derivation> derive_robot(const Robot& robot, const DeriveSettings& settings,
                                const AbbreviateSettings& abbreviate, const Progress& progress);

struct DerivationFigures {
  struct TradePoint {
    double error = 0;    // that is allowed, as a share of the largest torques
    int operations = 0;  // of the cheapest model within it
    std::vector<double>
        bounds;  // of its torques, by joint                                                     [N m, N]
  };
  int operations = 0;              // of one evaluation of the complete model
  std::optional<int> abbreviated;  // of the abbreviated one
  std::vector<double> torques;  // the largest that a search found, by joint                                  [N m, N]
  std::vector<double> bounds;   // no torque of the abbreviated model is wrong by more; empty: there is none  [N m, N]
  std::vector<TradePoint> trade_off;
};
DerivationFigures figures_of(const Derivation& derivation);

}  // namespace tauforge
