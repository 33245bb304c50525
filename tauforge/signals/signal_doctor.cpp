#include "tauforge/signals/signal_doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "tauforge/signals/differentiate.h"
#include "tauforge/signals/resolution.h"
#include "tauforge/signals/signal_fit.h"

namespace tauforge::signals {

using diagnostic::Findings;
using diagnostic::note;
using diagnostic::Position;
using diagnostic::warning;
using recording::Effort;
using recording::Recording;

namespace {

constexpr double pi = std::numbers::pi;
constexpr double standstill_speed = 0.01;  // of the joint's largest
constexpr double standstill_warned = 0.9;  // a joint that stands still this often is hardly excited
constexpr double saturated_often = 0.002;  // of the samples
constexpr double friction_shows = 0.5;     // of what turning round leaves over that friction must explain
constexpr std::size_t shortest_flat = 4;   // samples at the extreme in a row: clipped, not chance

class Doctor {
 public:
  Doctor(const Recording& r, Findings& findings) : r_(r), findings_(findings) {
    source_ = std::make_shared<const diagnostic::Source>(diagnostic::Source{r.name, ""});
  }

  SignalReport examine() {
    report_.samples = r_.samples();
    report_.gaps = r_.gaps;
    if (r_.samples() < 2) return report_;
    judge_times();
    const double rate = 1.0 / report_.usual_period;
    samples_ = prepare(r_, {.motion = {4, 0.1 * rate}, .effort = {4, 0.1 * rate}});
    if (!r_.qd.empty())
      measured_ = prepare(r_, {.derivatives = Derivatives::measured_velocity, .motion = {4, 0.1 * rate}});
    for (std::size_t j = 0; j < r_.joint_count(); ++j) judge_joint(j);
    judge_ends();
    judge_fit();
    return report_;
  }

 private:
  Position at(std::size_t sample) const {
    return {source_, sample < r_.line.size() ? static_cast<int>(r_.line[sample]) : 0, 0, 1};
  }
  Position file() const { return {source_, 0, 0, 1}; }
  void warn(const Position& where, const char* code, const std::string& message, const std::string& hint) {
    findings_.push_back(warning(where, code, message, hint));
  }

  void judge_times() {
    report_.duration = r_.t.back() - r_.t.front();
    report_.usual_period = recording::usual_period(r_.t);
    report_.shortest_period = report_.longest_period = report_.usual_period;
    double squares = 0.0;
    std::size_t count = 0, longest_at = 0;
    for (const auto& stretch : recording::stretches(r_))
      for (std::size_t k = stretch.begin + 1; k < stretch.end; ++k) {
        const double period = r_.t[k] - r_.t[k - 1], off = period - report_.usual_period;
        if (period > report_.longest_period) longest_at = k;
        report_.longest_period = std::max(report_.longest_period, period);
        report_.shortest_period = std::min(report_.shortest_period, period);
        squares += off * off, ++count;
      }
    report_.jitter = count > 0 ? std::sqrt(squares / static_cast<double>(count)) / report_.usual_period : 0.0;
    if (report_.jitter > 0.02)
      findings_.push_back(
          note(at(longest_at), "jitter",
               fmt::format("time stamps are {:.3g} to {:.3g} ms apart, usually {:.3g} ms",
                           1e3 * report_.shortest_period, 1e3 * report_.longest_period, 1e3 * report_.usual_period),
               "signals are brought to a uniform grid before they are differentiated"));
    for (std::size_t g = 0; g < r_.gaps.size() && g < 5; ++g)
      warn(at(r_.gaps[g].after), "gap",
           fmt::format("nothing was recorded for {:.3g} s before this", r_.gaps[g].seconds),
           "each stretch between gaps is treated by itself");
    if (r_.gaps.size() > 5) warn(file(), "gap", fmt::format("{} more gaps", r_.gaps.size() - 5), "");
    if (report_.usual_period >= 0.5)
      warn(file(), "unit-doubtful", fmt::format("a sample comes every {:.4g} s", report_.usual_period),
           "is the time in milliseconds? time_unit = \"ms\"");
    else if (report_.usual_period < 1e-6)
      warn(file(), "unit-doubtful", fmt::format("a sample comes every {:.3g} s", report_.usual_period),
           "a robot is not sampled faster than a million times a second: time_unit?");
  }

  void judge_joint(std::size_t j) {
    JointSignals s;
    s.name = r_.joints[j];
    const auto [low, high] = std::minmax_element(r_.q[j].begin(), r_.q[j].end());
    s.lowest = *low, s.highest = *high;
    for (const double v : samples_.qd[j]) s.largest_speed = std::max(s.largest_speed, std::abs(v));
    s.position_step = resolution(r_.q[j]);
    judge_position(j, s);
    judge_velocity(j, s);
    if (!r_.effort.empty()) judge_effort(j, s);
    report_.joints.push_back(std::move(s));
  }

  void judge_position(std::size_t j, JointSignals& s) {
    if (s.highest == s.lowest) {
      s.standstill = 1.0;
      warn(file(), "joint-still", fmt::format("joint {} never moves", s.name),
           "nothing that depends on its motion can be identified");
      return;
    }
    std::size_t still = 0;
    for (const double v : samples_.qd[j])
      if (std::abs(v) < standstill_speed * s.largest_speed) ++still;
    s.standstill = samples_.size() > 0 ? static_cast<double>(still) / static_cast<double>(samples_.size()) : 0.0;
    if (s.standstill > standstill_warned)
      warn(file(), "joint-still",
           fmt::format("joint {} stands still in {:.0f} % of the samples", s.name, 100.0 * s.standstill),
           "what depends on its motion will hardly be identified");
    if (s.highest - s.lowest > 12.0 * pi)
      warn(file(), "unit-doubtful", fmt::format("positions of joint {} span {:.4g}", s.name, s.highest - s.lowest),
           "degrees? position_unit = \"deg\"; motor angles? joint_to_motor = [...]");
    find_wraps(j, s);
    if (!s.position_step) return;
    const double noise = *s.position_step / std::sqrt(12.0) / (std::sqrt(2.0) * report_.usual_period);
    if (noise > 0.05 * s.largest_speed)
      findings_.push_back(
          note(file(), "quantised",
               fmt::format("positions of joint {} come in steps of {:.3g}: unfiltered differences carry a "
                           "noise of {:.2g} per second, {:.0f} % of the largest speed",
                           s.name, *s.position_step, noise, 100.0 * noise / s.largest_speed),
               "filter before differentiating"));
  }

  void find_wraps(std::size_t j, const JointSignals& s) {
    if (s.highest - s.lowest > 12.0 * pi) return;  // in other units a turn is nothing
    for (std::size_t k = 1; k < r_.samples(); ++k)
      if (std::abs(std::abs(r_.q[j][k] - r_.q[j][k - 1]) - 2.0 * pi) < 0.3) {
        warn(at(k), "position-wraps",
             fmt::format("joint {} jumps by a turn, from {:.4g} to {:.4g}", s.name, r_.q[j][k - 1], r_.q[j][k]),
             "unwrap the positions: velocities across the jump are wrong");
        return;
      }
  }

  // Measured velocities must be the derivatives of positions.
  void judge_velocity(std::size_t j, JointSignals& s) {
    if (r_.qd.empty() || s.largest_speed == 0.0) return;
    double both = 0.0, own = 0.0, other = 0.0;
    for (std::size_t k = 0; k < measured_.size(); ++k) {
      both += measured_.qd[j][k] * samples_.qd[j][k];
      own += samples_.qd[j][k] * samples_.qd[j][k];
      other += measured_.qd[j][k] * measured_.qd[j][k];
    }
    if (own == 0.0 || other == 0.0) {
      warn(file(), "velocity-doubtful", fmt::format("the velocity of joint {} is zero while it moves", s.name), "");
      return;
    }
    s.velocity_ratio = both / own;
    const double alike = both / std::sqrt(own * other), ratio = *s.velocity_ratio;
    if (std::abs(alike) < 0.9)
      warn(file(), "velocity-doubtful",
           fmt::format("the velocity of joint {} is not the derivative of its position (correlation {:.2f})", s.name,
                       alike),
           "are the columns in the same order?");
    else if (ratio < 0.0)
      warn(file(), "sign-doubtful",
           fmt::format("the velocity of joint {} has the opposite sign of its position's derivative", s.name), "");
    else if (std::abs(ratio - 1.0) > 0.1)
      warn(file(), "unit-doubtful",
           fmt::format("the velocity of joint {} is {:.3g} times the derivative of its position", s.name, ratio),
           std::abs(ratio * pi / 180.0 - 1.0) < 0.1  ? "degrees per second? velocity_unit = \"deg/s\""
           : std::abs(ratio * pi / 30.0 - 1.0) < 0.1 ? "revolutions per minute? velocity_unit = \"rpm\""
                                                     : "units of position, velocity or time do not agree");
  }

  void judge_effort(std::size_t j, JointSignals& s) {
    const auto& x = r_.effort[j];
    s.effort_step = resolution(x);
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    s.largest_effort = std::max(std::abs(*low), std::abs(*high));
    if (*low == *high) {
      warn(file(), "effort-constant", fmt::format("the effort of joint {} is always {:.4g}", s.name, *low),
           "is this the right column?");
      return;
    }
    const double near = std::max(1e-9 * s.largest_effort, 0.5 * s.effort_step.value_or(0.0));
    std::size_t flat = 0, first = 0, run = 0;
    for (std::size_t k = 0; k <= x.size(); ++k) {
      const bool extreme =
          k < x.size() && (x[k] >= *high - near || x[k] <= *low + near) && std::abs(x[k]) > 0.5 * s.largest_effort;
      if (extreme) {
        ++run;
        continue;
      }
      if (run >= shortest_flat) {
        if (flat == 0) first = k - run;
        flat += run;
      }
      run = 0;
    }
    s.saturated = static_cast<double>(flat) / static_cast<double>(x.size());
    if (s.saturated > saturated_often)
      warn(at(first), "effort-saturated",
           fmt::format("the effort of joint {} stays at its extreme of {:.4g} in {:.1f} % of the samples", s.name,
                       s.largest_effort, 100.0 * s.saturated),
           "the drive was at its limit: what it could not give is not in the log");
  }

  // Rest at both ends says nothing about inertia and weighs friction wrongly.
  void judge_ends() {
    report_.last_moving = r_.samples() - 1;
    std::vector<double> speed(samples_.size(), 0.0);
    for (std::size_t j = 0; j < r_.joint_count(); ++j)
      for (std::size_t k = 0; k < samples_.size(); ++k)
        if (report_.joints[j].largest_speed > 0.0)
          speed[k] = std::max(speed[k], std::abs(samples_.qd[j][k]) / report_.joints[j].largest_speed);
    const auto moves = [](double v) { return v >= standstill_speed; };
    const auto first = std::find_if(speed.begin(), speed.end(), moves);
    if (first == speed.end()) return;
    const double begin = samples_.t[static_cast<std::size_t>(first - speed.begin())];
    const auto last = std::find_if(speed.rbegin(), speed.rend(), moves);
    const double end = samples_.t[static_cast<std::size_t>(speed.rend() - last) - 1];
    report_.first_moving = static_cast<std::size_t>(std::lower_bound(r_.t.begin(), r_.t.end(), begin) - r_.t.begin());
    report_.last_moving = static_cast<std::size_t>(std::upper_bound(r_.t.begin(), r_.t.end(), end) - r_.t.begin()) - 1;
    const double rest = 1.0 - (end - begin) / std::max(report_.duration, 1e-300);
    if (rest > 0.02)
      findings_.push_back(
          note(at(report_.first_moving), "rest-at-ends",
               fmt::format("nothing moves in {:.0f} % of the recording, before line {} and after line {}", 100.0 * rest,
                           line_of(report_.first_moving), line_of(report_.last_moving)),
               fmt::format("what moves is read as FILE@{}-{}", r_.first_row + report_.first_moving,
                           r_.first_row + report_.last_moving)));
  }
  std::size_t line_of(std::size_t sample) const { return sample < r_.line.size() ? r_.line[sample] : sample + 1; }

  void judge_fit() {
    if (r_.effort_kind == Effort::none) {
      warn(file(), "effort-missing", "there are no efforts: neither tau1.. nor i1..",
           "motion alone identifies nothing; name the columns in a layout");
      return;
    }
    const double longest_delay = std::max(5.0 * report_.usual_period, 0.02);
    const std::vector<ReversalFit> fits = fit_reversals(samples_, longest_delay);
    std::vector<double> delays;
    for (std::size_t j = 0; j < fits.size(); ++j) {
      JointSignals& s = report_.joints[j];
      if (fits[j].reversals < 3 || fits[j].explained < friction_shows) continue;
      s.friction = fits[j].friction;
      if (std::abs(fits[j].delay) < 0.95 * longest_delay) {
        s.delay = fits[j].delay;
        delays.push_back(fits[j].delay);
      }
      if (fits[j].friction < 0.0 && std::abs(fits[j].delay) < 0.5 * longest_delay)
        warn(file(), "sign-doubtful",
             fmt::format("the effort of joint {} points against its motion, as if friction drove it", s.name),
             "position or effort has the wrong sign: sign = [...] in a layout");
    }
    judge_delay(delays);
  }

  // The delay that most joints agree on. Friction that builds up over a distance looks like one too.
  void judge_delay(std::vector<double> delays) {
    if (delays.size() < 2 && report_.joints.size() > 1) return;
    if (delays.empty()) return;
    std::sort(delays.begin(), delays.end());
    report_.delay = delays[delays.size() / 2];
    if (std::abs(*report_.delay) < std::max(0.75 * report_.usual_period, 1e-3)) return;
    warn(file(), "delay",
         fmt::format("efforts {} positions by about {:.2g} ms", *report_.delay > 0.0 ? "follow" : "come before",
                     1e3 * std::abs(*report_.delay)),
         "a filter or a slower bus in one of the two, or friction that builds up over a distance");
  }

  const Recording& r_;
  Findings& findings_;
  std::shared_ptr<const diagnostic::Source> source_;
  Samples samples_, measured_;  // velocities by differences, and as measured; both filtered
  SignalReport report_;
};

}  // namespace

SignalReport examine(const Recording& recording, Findings& findings) { return Doctor(recording, findings).examine(); }

}  // namespace tauforge::signals
