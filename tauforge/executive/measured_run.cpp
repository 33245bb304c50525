#include "tauforge/executive/measured_run.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tauforge/executive/clock.h"

namespace tauforge::executive {

namespace {

constexpr std::size_t most_kept = 1000;

struct Measuring : Observer {
  Measuring(const RunRequest& wanted, MeasuredRun& sum) : request(wanted), run(sum) {}
  const RunRequest& request;
  MeasuredRun& run;
  RealtimeExecutive* executive = nullptr;
  void observe(std::span<const Sample> news) override {
    for (const Sample& s : news) {
      run.timing.add(s);
      run.latency.add(s.latency());
      if (s.overrun == Overrun::computation && run.computed_too_long.size() < most_kept)
        run.computed_too_long.push_back(s);
    }
    if (!request.observe(news)) executive->stop();
  }
};

// The eighth number of the first line of /proc/stat, in ticks [proc(5)].
double stolen_seconds() {
  std::ifstream file("/proc/stat");
  std::string name;
  file >> name;
  std::uint64_t ticks = 0;
  for (int field = 1; field <= 8; ++field) file >> ticks;
  return file ? static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK)) : 0.0;
}

}  // namespace

void run_measured(const RunRequest& request, MeasuredRun& sum) {
  sum.timing.restart();
  Measuring measuring(request, sum);
  RealtimeExecutive executive(request.task, request.period, request.policies, request.settings, measuring);
  for (const RunRequest::Background& b : request.background) executive.add(*b.task, b.period);
  measuring.executive = &executive;
  const double stolen_before = stolen_seconds();
  executive.run(request.until);
  sum.stolen += stolen_seconds() - stolen_before;
  sum.permissions = executive.permissions();
  sum.realtime = executive.realtime();
  sum.dropped += executive.dropped();
  if (executive.page_faults() >= 0)
    sum.page_faults = std::max<std::int64_t>(sum.page_faults, 0) + executive.page_faults();
  sum.background.resize(std::max(sum.background.size(), executive.background().size()));
  for (std::size_t k = 0; k < executive.background().size(); ++k) {
    sum.unusable += executive.background()[k].unusable;
    sum.background[k].add(executive.background()[k].computation);
  }
}

RunningBackground::RunningBackground(const RunRequest& request, bool realtime) {
  for (const RunRequest::Background& b : request.background) threads_.add(*b.task, b.period);
  threads_.prepare(background_settings(request.settings, realtime));
  threads_.start(clock_now());
}

}  // namespace tauforge::executive
