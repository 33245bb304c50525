#include "tauforge/identify/log_doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "tauforge/identify/check_logs.h"
#include "tauforge/recording/repeated_rows.h"
#include "tauforge/signals/signal_doctor.h"

namespace tauforge::identify {

using diagnostic::Diagnostic;
using diagnostic::error;
using diagnostic::Findings;
using diagnostic::Severity;
using diagnostic::warning;
using recording::Recording;

namespace {

const std::set<std::string> stop_codes = {"unit-doubtful", "velocity-doubtful", "position-wraps", "effort-constant"};
const std::set<std::string> of_no_concern = {"delay"};  // it is found and taken into account

constexpr double slack = 1.2, slack_of_range = 0.05;  // beyond a limit: controllers overshoot, calibrations are off
constexpr double slowest_share = 0.005;               // of the speed limits: nobody moves so slowly on purpose
constexpr double spike_factor = 25.0;                 // beyond what all but 3 % of the samples do
constexpr double steps_of_a_spike = 5.0;              // of the encoder, at least
constexpr std::size_t frozen_samples = 50;

class Examination {
 public:
  Examination(const robot::Robot& robot, const Recording& log, Findings& to) : robot_(robot), log_(log), to_(to) {}

  void run() {
    Findings seen;
    const signals::SignalReport report = signals::examine(log_, seen);
    for (Diagnostic& finding : seen) take(std::move(finding), report);
    if (log_.effort_kind == recording::Effort::current && !has_gains())
      stop("gains-missing", fmt::format("'{}' holds currents, and robot '{}' has no gains", log_.name, robot_.name),
           "--gains, N m per A of each drive, or gain in the robot's file; accepted, torques are in A");
    for (std::size_t j = 0; j < log_.q.size() && j < report.joints.size(); ++j) {
      if (robot_.tree.direct) judge_limits(j, report.joints[j]);
      judge_spikes(j, log_.q[j], "position", false);
      if (log_.effort.empty()) continue;
      judge_spikes(j, log_.effort[j], "effort", true), judge_frozen(j);
    }
    judge_pace(report);
  }

 private:
  bool has_gains() const {
    return std::any_of(robot_.drive_gain.begin(), robot_.drive_gain.end(), [](double gain) { return gain != 1.0; });
  }
  void stop(const char* code, const std::string& message, const std::string& hint) {
    to_.push_back(error(whole_log(log_.name), code, message, hint));
  }
  const std::string& drive(std::size_t j) const { return robot_.drives[j]; }

  // Warnings of the doctor that make a model mean nothing are errors here.
  void take(Diagnostic finding, const signals::SignalReport&) {
    if (finding.severity != Severity::warning || of_no_concern.contains(finding.code)) return;
    const bool of_velocity = finding.message.find("velocity") != std::string::npos;
    // Drives behind a transmission that the robot's file describes turn as often as their gears make them.
    if (!robot_.tree.direct && finding.code == "unit-doubtful" && finding.message.starts_with("positions of")) return;
    if (stop_codes.contains(finding.code) || (finding.code == "sign-doubtful" && of_velocity))
      finding.severity = Severity::error;
    to_.push_back(std::move(finding));
  }

  void judge_limits(std::size_t j, const signals::JointSignals& s) {
    const auto& limits = robot_.limits[j];
    const std::string units =
        s.highest - s.lowest > 6.0 * std::numbers::pi
            ? "--position-unit deg? motor angles? (joint_to_motor in a layout, or [transmission] of the robot)"
            : "units, zero position or order of the columns? else mend the limits of the robot's file";
    if (limits.lower && limits.upper) {
      const double more = slack_of_range * (*limits.upper - *limits.lower) + 0.02;
      if (s.lowest < *limits.lower - more || s.highest > *limits.upper + more)
        stop("position-beyond-limits",
             fmt::format("'{}': joint {} is at {:.4g} .. {:.4g}, its limits are {:.4g} .. {:.4g}", log_.name, drive(j),
                         s.lowest, s.highest, *limits.lower, *limits.upper),
             units);
    }
    if (limits.velocity && *limits.velocity > 0.0 && s.largest_speed > slack * *limits.velocity)
      stop("speed-beyond-limits",
           fmt::format("'{}': joint {} moves at {:.4g}, its limit is {:.4g} per second", log_.name, drive(j),
                       s.largest_speed, *limits.velocity),
           "units of position and time? --position-unit deg, --time-unit ms");
    const bool torque = log_.effort_kind == recording::Effort::torque;
    if (torque && limits.torque && *limits.torque > 0.0 && s.largest_effort > 2.0 * *limits.torque)
      stop("effort-beyond-limits",
           fmt::format("'{}': drive {} gives {:.4g}, its limit is {:.4g}", log_.name, drive(j), s.largest_effort,
                       *limits.torque),
           "unit of the efforts? --torque-unit 'mN m', or a gear in between");
  }

  // Time in milliseconds makes everything a thousand times slower.
  void judge_pace(const signals::SignalReport& report) {
    double fastest = 0.0, range = 0.0;
    bool known = robot_.tree.direct;
    for (std::size_t j = 0; j < report.joints.size(); ++j) {
      const auto& s = report.joints[j];
      range = std::max(range, s.highest - s.lowest);
      const double limit = known && robot_.limits[j].velocity ? *robot_.limits[j].velocity : 0.0;
      fastest = std::max(fastest, s.largest_speed / (limit > 0.0 ? limit : 2.0));
    }
    if (range > 0.1 && fastest < slowest_share)
      stop("unit-doubtful",
           fmt::format("'{}': no drive ever moves at more than {:.2g} % of its usual speed", log_.name, 100 * fastest),
           "is the time in milliseconds? --time-unit ms");
  }

  // x_k - (x_k-1 + x_k+1) / 2 beside what it is elsewhere, and beside the step in which x is measured: a drive that hardly
  // moves shows little else.
  void judge_spikes(std::size_t j, const std::vector<double>& x, const char* what, bool lone) {
    double step = HUGE_VAL;
    for (std::size_t k = 1; k < x.size(); ++k)
      if (const double change = std::abs(x[k] - x[k - 1]); change > 0.0) step = std::min(step, change);
    if (!std::isfinite(step)) return;
    std::vector<double> bend(x.size(), 0.0);
    for (std::size_t k = 1; k + 1 < x.size(); ++k) bend[k] = std::abs(x[k] - 0.5 * (x[k - 1] + x[k + 1]));
    for (const auto& gap : log_.gaps)
      for (std::size_t k = gap.after > 0 ? gap.after - 1 : 0; k <= gap.after && k < bend.size(); ++k) bend[k] = 0.0;
    std::vector<double> sorted = bend;
    const auto rank = sorted.begin() + static_cast<std::ptrdiff_t>(0.97 * static_cast<double>(sorted.size()));
    if (rank == sorted.end()) return;
    std::nth_element(sorted.begin(), rank, sorted.end());
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    const double limit = std::max(spike_factor * *rank, steps_of_a_spike * step), of_range = 0.02 * (*high - *low);
    std::size_t count = 0, first = 0;
    for (std::size_t k = 1; k + 1 < x.size(); ++k) {
      if (!(bend[k] > limit && bend[k] > of_range)) continue;
      if (bend[k] < std::max(bend[k - 1], bend[k + 1])) continue;  // the neighbour of one
      // an effort may step where friction turns round; a spike comes back as far
      const double up = x[k] - x[k - 1], down = x[k] - x[k + 1];
      if (lone && !(up * down > 0.0 && std::min(std::abs(up), std::abs(down)) > 0.5 * bend[k])) continue;
      if (count++ == 0) first = k;
    }
    if (count > 0)
      stop("spike",
           fmt::format("'{}': {} {} of {} {} far off {} neighbours, the first {:.5g} at {:.4g} s{}", log_.name, count,
                       count == 1 ? what : fmt::format("{}s", what), drive(j), count == 1 ? "is" : "are",
                       count == 1 ? "its" : "their", x[first], log_.t[first],
                       first < log_.line.size() ? fmt::format(" (line {})", log_.line[first]) : ""),
           "leave the rows out, or find out why the sensor failed");
  }

  void judge_frozen(std::size_t j) {
    const auto& x = log_.effort[j];
    std::size_t run = 1, longest = 0, at = 0;
    double moved = 0.0, range = 0.0;
    const auto [low, high] = std::minmax_element(log_.q[j].begin(), log_.q[j].end());
    range = *high - *low;
    for (std::size_t k = 1; k < x.size(); ++k) {
      if (x[k] != x[k - 1]) {
        run = 1, moved = 0.0;
        continue;
      }
      ++run, moved += std::abs(log_.q[j][k] - log_.q[j][k - 1]);
      if (run > longest && moved > 0.02 * range) longest = run, at = k;
    }
    if (longest >= frozen_samples && longest < x.size())
      to_.push_back(warning(whole_log(log_.name), "effort-frozen",
                            fmt::format("'{}': the effort of {} is {:.5g} for {} samples until {:.4g} s while it moves",
                                        log_.name, drive(j), x[at], longest, log_.t[at]),
                            "did the bus lose messages? leave these rows out"));
  }

  const robot::Robot& robot_;
  const Recording& log_;
  Findings& to_;
};

}  // namespace

void accept(Findings& findings, const std::vector<std::string>& accepted) {
  for (Diagnostic& finding : findings)
    if (finding.severity == Severity::error &&
        std::find(accepted.begin(), accepted.end(), finding.code) != accepted.end())
      finding.severity = Severity::warning;
}

Findings examine_logs(const robot::Robot& robot, const std::vector<Recording>& logs,
                      const std::vector<std::string>& accepted) {
  Findings findings = check_logs(robot, logs);
  if (diagnostic::has_error(findings)) return findings;
  std::vector<const recording::Repetition*> again(logs.size(), nullptr);
  const recording::DistinctRows distinct = recording::distinct_rows(logs);
  for (const recording::Repetition& repetition : distinct.repeated) again[repetition.log] = &repetition;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    if (again[k] == nullptr || again[k]->rows < logs[k].samples()) Examination(robot, logs[k], findings).run();
    if (again[k] == nullptr) continue;
    const std::string &name = logs[k].name, &other = logs[again[k]->of].name;
    findings.push_back(warning(whole_log(name), "log-repeated",
                               again[k]->rows == logs[k].samples()
                                   ? fmt::format("'{}' is '{}' once more", name, other)
                                   : fmt::format("{} of the {} rows of '{}' are rows of '{}' once more", again[k]->rows,
                                                 logs[k].samples(), name, other),
                               "they are counted once: the same data again makes nothing more certain"));
  }
  accept(findings, accepted);
  return findings;
}

Findings examine_fresh(const robot::Robot& robot, const std::vector<Recording>& logs,
                       const std::vector<Recording>& fresh, const std::vector<std::string>& accepted) {
  if (fresh.empty()) return {};
  Findings findings = examine_logs(robot, fresh, accepted);
  if (diagnostic::has_error(findings)) return findings;
  std::vector<Recording> all = logs;
  all.insert(all.end(), fresh.begin(), fresh.end());
  for (const recording::Repetition& again : recording::distinct_rows(all).repeated)
    if (again.log >= logs.size() && again.of < logs.size())
      findings.push_back(
          warning(whole_log(all[again.log].name), "validation-seen",
                  fmt::format("{} of the {} rows of '{}' are rows of '{}', which is learned from", again.rows,
                              all[again.log].samples(), all[again.log].name, all[again.of].name),
                  "judge by a log that it has not seen"));
  return findings;
}

Findings examine_pair(const robot::Robot& robot, const Recording& unloaded, const Recording& loaded,
                      const std::vector<std::string>& accepted) {
  std::vector<std::string> also = accepted;
  also.emplace_back("gains-missing");
  Findings findings = examine_logs(robot, {unloaded, loaded}, also);
  std::erase_if(findings, [](const Diagnostic& f) { return f.code == "gains-missing"; });
  return findings;
}

}  // namespace tauforge::identify
