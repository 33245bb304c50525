// What a round of identification tells every place where logs lie (rounds.h): which robot it is about, how logs are prepared,
// which columns their rows have and what the rows are expanded about. A text of some kilobytes (docs/blocks.md); numbers are
// written so that they read back exactly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"
#include "tauforge/identify/model_columns.h"

namespace tauforge::identify {

struct RoundModel {
  std::string robot;                // fingerprint (fingerprint.h)
  std::size_t round = 1;            // counted from one
  double cutoff_hz = 0, delay = 0;  // [Hz], 0: no filter; [s]
  bool measured_velocity = false;   // else differences of positions
  bool offsets = true;
  std::size_t window = 0;  // samples per row; 0: as identification takes them
  std::size_t blocks = 6;  // of each log
  struct Drive {
    FrictionShape friction;
    FrictionGrowthChoice growth;
    bool reversals = false;  // rows near reversals are taken, too
  };
  std::vector<Drive> drives;
  std::vector<std::string> names;  // of the columns
  std::vector<double> values;      // of the columns: what rows are expanded about
};

std::string to_text(const RoundModel& model);
std::string fingerprint(const RoundModel& model);

// `shown` is the name in findings. What is refused: "round-malformed".
diagnostic::Result<RoundModel> read_round_model(const std::string& shown, std::string_view text);

// Parameters and friction of the round, in the order of its values.
ModelColumns columns_of(const robot::Robot& robot, const BaseParameters& base, const RoundModel& model);

}  // namespace tauforge::identify
