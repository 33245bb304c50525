#include "tauforge/cli/run_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using executive::LatencyCounts;
using executive::LogHistogram;
using executive::Permission;
using executive::Timing;
using nlohmann::json;

namespace {

constexpr double percents[] = {50, 99, 99.9};

std::string microseconds(double nanoseconds) { return fmt::format("{:.1f}", 1e-3 * nanoseconds); }

std::vector<std::string> row(const std::string& name, const LogHistogram& h) {
  std::vector<std::string> cells{name, microseconds(h.mean())};
  for (const double p : percents) cells.push_back(microseconds(static_cast<double>(h.percentile(p))));
  cells.push_back(microseconds(static_cast<double>(h.largest())));
  return cells;
}

std::vector<std::string> row(const std::string& name, const LatencyCounts& l) {
  std::vector<std::string> cells{name, fmt::format("{}", l.count()), fmt::format("{:.1f}", l.mean())};
  for (const double p : percents) cells.push_back(fmt::format("{}", l.percentile(p)));
  cells.push_back(fmt::format("{}", l.largest()));
  return cells;
}

std::uint64_t overruns(const Timing& t) {
  return t.overruns_by_computation + t.overruns_by_scheduling + t.overruns_by_page_fault + t.overruns_by_machine;
}

// An interrupted run may have measured one side only.
bool compared(const RunReport& r) { return r.yardstick->latency().count() > 0 && r.run.latency.count() > 0; }

double ratio(const RunReport& r) {
  return static_cast<double>(r.run.latency.percentile(99.9)) /
         static_cast<double>(std::max<std::int64_t>(1, r.yardstick->latency().percentile(99.9)));
}

// Steps blamed on computation that took more than ten times what 99 % of all steps take. A control loop does the same work
// in every step, so these were hardly its own doing: the kernel charges interrupts, and what the host of a virtual machine
// takes without saying so, to the thread whose time they took.
std::size_t unlike_others(const executive::MeasuredRun& run) {
  const auto& steps = run.computed_too_long;
  return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [&](const executive::Sample& s) {
    return s.computation() > 10 * run.timing.computation.percentile(99);
  }));
}

std::string computation_text(const executive::MeasuredRun& run) {
  constexpr std::size_t most_shown = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(run.computed_too_long.size(), most_shown); ++k) {
    const executive::Sample& s = run.computed_too_long[k];
    text +=
        paragraph(fmt::format("blamed on computation: at {:.3f} s a step of {} us, {} us of them on the processor",
                              1e-9 * static_cast<double>(s.release), microseconds(static_cast<double>(s.computation())),
                              microseconds(static_cast<double>(s.processor))),
                  "    ");
  }
  if (const std::size_t n = unlike_others(run); n > 0)
    text += paragraph(
        fmt::format("{} of these took more than ten times what 99 % of all steps take: interrupts and the host of a "
                    "virtual machine are charged to the thread whose time they took, and look like computation",
                    n),
        "    ");
  return text;
}

std::string comparison_text(const RunReport& r) {
  const Yardstick& yardstick = *r.yardstick;
  std::string text = "\n" + paragraph(fmt::format("Wake-up latency [us], {} rounds each, one after the other{}{}",
                                                  r.rounds, r.load.empty() ? "" : ", beside ", r.load));
  if (!yardstick.is_cyclictest())
    text += paragraph("there is no comparison with cyclictest: " + yardstick.why_not(), "  ");
  if (!r.run.realtime) text += "  SCHED_FIFO was refused, so both ran at normal priority\n";
  text += table({{"", "wake-ups", "mean", "50 %", "99 %", "99.9 %", "largest"},
                 row("this loop", r.run.latency),
                 row(yardstick.name(), yardstick.latency())},
                "  ");
  if (!compared(r)) return text + "  there is nothing to compare: the run was interrupted\n";
  return text + paragraph(fmt::format("the latency that 99.9 % do not exceed is {:.2f} times that of {}", ratio(r),
                                      yardstick.name()),
                          "  ");
}

json histogram_json(const LogHistogram& h) {
  json result{{"count", h.count()}, {"mean", h.mean()}, {"largest", h.largest()}, {"bins", json::array()}};
  for (const double p : percents) result[fmt::format("p{:g}", p)] = h.percentile(p);
  for (const auto& bin : h.bins()) result["bins"].push_back({bin.first, bin.last, bin.count});
  return result;
}

json values(const LatencyCounts& l) {
  json result{{"count", l.count()}, {"mean", l.mean()}, {"largest", l.largest()}};
  for (const double p : percents) result[fmt::format("p{:g}", p)] = l.percentile(p);
  return result;
}

}  // namespace

std::string timing_text(const RunReport& r) {
  const Timing& t = r.run.timing;
  std::string text = "What the machine granted\n";
  for (const Permission& p : r.run.permissions) text += paragraph(printable(executive::text(p)), "  ", "    ");

  text +=
      "\n" + paragraph(fmt::format("Timing of {} steps, one every {} us{}{} [us]", t.latency.count(),
                                   static_cast<double>(r.period) * 1e-3, r.load.empty() ? "" : ", beside ", r.load));
  std::vector<std::vector<std::string>> rows{{"", "mean", "50 %", "99 %", "99.9 %", "largest"},
                                             row("period", t.period),
                                             row("jitter", t.jitter),
                                             row("wake-up latency", t.latency),
                                             row("computation", t.computation),
                                             row("age of the model", t.model_age)};
  if (t.machine.count() > 0) rows.push_back(row("virtual arm", t.machine));
  for (std::size_t k = 0; k < r.run.background.size(); ++k)
    rows.push_back(row(k < r.background_names.size() ? r.background_names[k] : fmt::format("background task {}", k + 1),
                       r.run.background[k]));
  text += table(rows, "  ");
  text +=
      paragraph(fmt::format("overruns: {} ({} by computation, {} by scheduling, {} by page faults, {} by the virtual "
                            "arm); releases lost: {}",
                            overruns(t), t.overruns_by_computation, t.overruns_by_scheduling, t.overruns_by_page_fault,
                            t.overruns_by_machine, t.lost_releases),
                "  ");
  text += fmt::format("  steps: {} full, {} degraded, {} held, {} stopped\n", t.actions[0], t.actions[1], t.actions[2],
                      t.actions[3]);
  text += computation_text(r.run);
  text += r.run.page_faults < 0 ? std::string("  page faults of the synchronous task could not be counted\n")
                                : fmt::format("  page faults of the synchronous task: {}\n", r.run.page_faults);
  if (r.run.stolen > 0)
    text += fmt::format("  the host of this virtual machine took {:.2f} s away from it\n", r.run.stolen);
  if (r.run.unusable > 0) text += fmt::format("  unusable results of background tasks: {}\n", r.run.unusable);
  if (r.run.dropped > 0) text += fmt::format("  samples of timing that were lost: {}\n", r.run.dropped);
  if (r.yardstick) text += comparison_text(r);
  return text;
}

json timing_json(executive::Nanoseconds period, const Timing& t) {
  return {{"period_ns", period},
          {"steps", t.latency.count()},
          {"timing_ns",
           {{"period", histogram_json(t.period)},
            {"jitter", histogram_json(t.jitter)},
            {"latency", histogram_json(t.latency)},
            {"computation", histogram_json(t.computation)},
            {"virtual_arm", histogram_json(t.machine)},
            {"model_age", histogram_json(t.model_age)}}},
          {"overruns",
           {{"computation", t.overruns_by_computation},
            {"scheduling", t.overruns_by_scheduling},
            {"page_fault", t.overruns_by_page_fault},
            {"virtual_arm", t.overruns_by_machine},
            {"lost_releases", t.lost_releases}}},
          {"actions",
           {{"full", t.actions[0]}, {"degraded", t.actions[1]}, {"hold", t.actions[2]}, {"stop", t.actions[3]}}}};
}

json timing_json(const RunReport& r) {
  json granted = json::array(), background = json::array(), too_long = json::array();
  for (const executive::Sample& s : r.run.computed_too_long)
    too_long.push_back({{"release_ns", s.release}, {"computation_ns", s.computation()}, {"processor_ns", s.processor}});
  for (const Permission& p : r.run.permissions)
    granted.push_back({{"wish", p.wish}, {"granted", p.granted}, {"because", p.because}, {"way_out", p.way_out}});
  for (const LogHistogram& h : r.run.background) background.push_back(histogram_json(h));
  json result = timing_json(r.period, r.run.timing);
  result["timing_ns"]["background"] = background;
  result["overruns"]["computed_too_long"] = too_long;
  result.update({
      {"granted", granted},
      {"realtime", r.run.realtime},
      {"unusable_results", r.run.unusable},
      {"timing_samples_lost", r.run.dropped},
      {"stolen_s", r.run.stolen},
      {"load", r.load},
  });
  if (r.run.page_faults >= 0) result["page_faults"] = r.run.page_faults;
  if (r.yardstick) {
    result["latency_us"] = {{"rounds", r.rounds},
                            {"load", r.load},
                            {"yardstick", r.yardstick->name()},
                            {"this_loop", values(r.run.latency)},
                            {"other", values(r.yardstick->latency())}};
    if (compared(r)) result["latency_us"]["ratio_p99.9"] = ratio(r);
    if (!r.yardstick->is_cyclictest()) result["latency_us"]["no_cyclictest_because"] = r.yardstick->why_not();
  }
  return result;
}

}  // namespace tauforge::cli
