#include "tauforge/identify/observed_logs.h"

#include <algorithm>
#include <optional>

#include "tauforge/identify/gathered_blocks.h"
#include "tauforge/recording/repeated_rows.h"
#include "tauforge/signals/moving_part.h"

namespace tauforge::identify {

LogsToFit logs_to_fit(const std::vector<recording::Recording>& given, const Settings& settings) {
  LogsToFit result;
  for (const recording::LogPart& part : recording::distinct_rows(given).parts) {  // the same again says nothing new
    const bool whole = part.first == 0 && part.last == given[part.log].samples();
    recording::Recording log = whole ? given[part.log] : recording::slice(given[part.log], part.first, part.last);
    result.logs.push_back(settings.cut_standstill ? signals::moving_part(log) : std::move(log));
    result.of.push_back(part.log);
  }
  return result;
}

namespace {

Observations observed(const PreparedLogs& prepared, const ModelColumns& columns, const std::vector<double>& about,
                      const std::vector<signals::Samples>* instruments) {
  const auto& [robot, logs, samples, filter, settings, unused] = prepared;
  ColumnEvaluator evaluator(robot, columns, about), of_instruments(robot, columns, about);
  const BlockPlan blocks = plan_blocks(samples, settings.blocks);
  GatheredBlocks gathered(blocks);
  Observations o;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const signals::NearReversals near =
        signals::near_reversals(samples[k], signals::blurred_samples(filter.preparation, samples[k].period));
    ObservationPlan plan{filter.window, blocks.of_log[k], rows_between_blocks, 1, &near};
    std::optional<InstrumentMotion> beside;
    if (instruments != nullptr)
      plan.instruments =
          &beside.emplace(InstrumentMotion{of_instruments, (*instruments)[k], static_cast<int>(columns.size())});
    gathered.add(k, observe(evaluator, samples[k], torques(robot, logs[k], samples[k]), plan, k));
  }
  o.away = gathered.take();
  for (const Block& block : o.away) o.blocks.push_back(with_reversals(block));
  if (!o.blocks.empty()) o.all = merged(o.blocks);
  return o;
}

}  // namespace

Observations observe_logs(const PreparedLogs& prepared, const ModelColumns& columns, const std::vector<double>& about) {
  return observed(prepared, columns, about, nullptr);
}

Observations observe_logs_with_instruments(const PreparedLogs& prepared, const ModelColumns& columns,
                                           const std::vector<double>& about) {
  return observed(prepared, columns, about, prepared.instruments);
}

Observations without_blurred_rows(Observations observed, const std::vector<FrictionShape>& friction) {
  for (std::size_t j = 0; j < friction.size(); ++j) {
    if (friction[j].form == FrictionForm::presliding) continue;
    std::size_t left = 0;
    for (const Block& block : observed.away) left += block.drives[j].rows;
    if (2 * left < observed.all.drives[j].rows) continue;
    observed.all.drives[j] = observed.away.front().drives[j];
    for (std::size_t b = 0; b < observed.blocks.size(); ++b) {
      observed.blocks[b].drives[j] = observed.away[b].drives[j];
      if (b > 0) observed.all.drives[j] = merged(observed.all.drives[j], observed.away[b].drives[j]);
    }
  }
  return observed;
}

}  // namespace tauforge::identify
