// The observation of several logs for one set of columns, block by block (observation.h), with the rows near reversals apart.
#pragma once

#include <vector>

#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/least_squares.h"

namespace tauforge::identify {

// What models are fitted to: logs, how they are prepared, and what that gave.
struct PreparedLogs {
  const robot::Robot& robot;
  const std::vector<recording::Recording>& logs;
  const std::vector<signals::Samples>& samples;
  const CutoffChoice& filter;
  const Settings& settings;
  const std::vector<signals::Samples>* instruments = nullptr;  // per log, at the same times; nothing: least squares
};

// Logs as they are fitted: rows that repeat others are left out, and so are the still ends where settings say so.
struct LogsToFit {
  std::vector<recording::Recording> logs;
  std::vector<std::size_t> of;  // which of those that were given, per log
};
LogsToFit logs_to_fit(const std::vector<recording::Recording>& given, const Settings& settings);

struct Observations {
  std::vector<Block> blocks;
  std::vector<Block> away;  // without the rows near reversals
  Block all;
};

// `about`: see model_columns.h. The columns of instruments follow those of the model (instruments.h).
Observations observe_logs(const PreparedLogs& prepared, const ModelColumns& columns,
                          const std::vector<double>& about = {});
Observations observe_logs_with_instruments(const PreparedLogs& prepared, const ModelColumns& columns,
                                           const std::vector<double>& about);

// Friction without a memory is a jump, or nearly one, that differences and filters have blurred: rows near reversals go.
// With a memory it is learned there. A drive that hardly does anything but turn round keeps all it has.
Observations without_blurred_rows(Observations observed, const std::vector<FrictionShape>& friction);

}  // namespace tauforge::identify
