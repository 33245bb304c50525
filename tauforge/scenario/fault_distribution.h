// From which distribution a fault campaign draws: a TOML file.                             docs/fault-campaign.md
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tauforge/files/toml_value.h"
#include "tauforge/scenario/scenario.h"

namespace tauforge::scenario {

// One quantity: uniform between two numbers, logarithmically so, or one of several.
struct Spread {
  enum class Form : std::uint8_t { uniform, logarithmic, one_of };
  Form form = Form::uniform;
  std::vector<double> values{0, 0};  // the two ends, or all
  bool either_sign = false;

  double draw(simulate::Noise& noise) const;
  double least() const, greatest() const;  // without the other sign
};

// A fault is drawn in proportion to its weight.
struct FaultSpread {
  FaultKind kind = FaultKind::payload;
  double weight = 1;
  Spread at{.values = {0.05, 0.95}};  // as a share of the motion
  std::optional<Spread> lasting;      // s; for good where not given
  Spread size;                        // by [s], position [rad or m], probability or factor, whichever the kind has
  std::vector<std::size_t> drives;    // that it may happen to; empty: any
};

// What is drawn besides.
struct Variation {
  bool motion = false;                     // from somewhere to somewhere, within the limits of the joints
  double near_limits = 0;                  // probability of each end of each joint to lie at a limit, `clearance` away
  double clearance = 0.035;                // of all ends from the limits [rad or m]
  Spread speed{.values = {0.2, 0.8}};      // the largest of a joint, as a share of its limit
  Spread seconds{.values = {1.5, 3}};      // that a motion may take
  double torque = 0.7;                     // the largest of a drive that the motion may take, as a share of its limit
  std::vector<std::string> laws;           // one of these; empty: that of the scenario
  std::optional<Spread> payload;           // kg
  std::optional<Spread> payload_share;     // instead: of the mass of the arm
  bool told = true;                        // the model knows it
  std::vector<double> centre{0, 0, 0.05};  // of the payload, in the frame of the last link [m]
};

struct FaultCampaign {
  std::string title;
  Variation vary;
  std::vector<FaultSpread> faults;
  double step = 1e-3;       // of the integrator, where the scenario has none [s]
  double afterwards = 0.5;  // how long a run goes on after its motion [s]
};

// The one of the program, as a file.
const char* usual_campaign();

diagnostic::Result<FaultCampaign> read_fault_campaign(const files::SourceText& source, const Scenario& base);

// What a campaign stands on: a scenario, read, and the file it came from.
struct Base {
  const robot::Robot& robot;  // that the user named
  files::LoadOptions load;
  std::string path;
  files::TomlValue file;
  const Scenario& scenario;
};
diagnostic::Result<Base> base_of(const std::string& path, const robot::Robot& robot, const files::LoadOptions& load,
                                 const Scenario& scenario);

// Kinds that this scenario cannot suffer are left out; their names, with the reason.
std::vector<std::string> leave_out_idle(const Scenario& scenario, FaultCampaign& campaign);

}  // namespace tauforge::scenario
