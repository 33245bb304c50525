#include "tauforge/identify/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tauforge/identify/check_logs.h"
#include "tauforge/identify/hand_over.h"
#include "tauforge/identify/misread.h"
#include "tauforge/identify/next_motion.h"

namespace tauforge::identify {

using diagnostic::Findings;
using diagnostic::Severity;
using diagnostic::warning;
using recording::Recording;

namespace {

constexpr double noise_above_hz = 10.0;
constexpr double most_unexplained = 0.25;              // of a drive's signal
constexpr double far_above = 2.0;                      // of the error on left-out blocks
constexpr double condition_limit = 1e4;                // of columns of length one
constexpr double cost_of_existing = 1.1;               // of the error of numbers without physics
constexpr double most_lost_by_existing = 0.1;          // of a drive's torque
constexpr double unlike = 4.0, unlike_at_least = 0.1;  // of the usual error of a block; of its torque
constexpr double slow = 0.01;                          // of a drive's speed
constexpr double surely = 3.0;                         // deviations below zero

// rms of what is above 10 Hz, squared and summed over samples; NaN: sampled too slowly.
double squared_noise(const signals::Samples& s, const std::vector<double>& torque) {
  const double highest = s.period > 0.0 ? 0.5 / s.period : 0.0;
  if (highest < 1.3 * noise_above_hz) return std::numeric_limits<double>::quiet_NaN();
  double squares = 0.0;
  for (const auto& stretch : s.stretches) {
    const std::vector<double> part(torque.begin() + static_cast<std::ptrdiff_t>(stretch.begin),
                                   torque.begin() + static_cast<std::ptrdiff_t>(stretch.end));
    const std::vector<double> smooth = signals::zero_phase({8, noise_above_hz}, s.period, part);
    for (std::size_t k = 0; k < part.size(); ++k) squares += (part[k] - smooth[k]) * (part[k] - smooth[k]);
  }
  return squares * highest / (highest - noise_above_hz);  // (1)
}

struct Sums {
  double torque = 0, error = 0, noise = 0;
  double noise_percent() const { return torque > 0.0 ? 100.0 * std::sqrt(noise / torque) : 0.0; }
  double explained() const {  // (2)
    const double n = std::isfinite(noise) ? std::min(noise, torque) : 0.0;
    return torque > n ? 100.0 * (1.0 - std::max(0.0, error - n) / (torque - n)) : 0.0;
  }
};

}  // namespace

Quality quality_of(const std::vector<Validation>& logs) {
  Quality q;
  q.error = error_of(logs);
  Sums all;
  const std::size_t drives = logs.empty() ? 0 : logs.front().torque.size();
  for (std::size_t j = 0; j < drives; ++j) {
    Sums of_drive;
    for (const Validation& log : logs) {
      for (std::size_t k = 0; k < log.torque[j].size(); ++k) {
        const double off = log.torque[j][k] - log.prediction[j][k];
        of_drive.torque += log.torque[j][k] * log.torque[j][k], of_drive.error += off * off;
      }
      of_drive.noise += squared_noise(log.samples, log.torque[j]);
    }
    q.noise_of_drive.push_back(of_drive.noise_percent());
    q.explained_of_drive.push_back(of_drive.explained());
    all.torque += of_drive.torque, all.error += of_drive.error, all.noise += of_drive.noise;
  }
  q.noise = all.noise_percent(), q.explained = all.explained();
  return q;
}

bool Verdict::trusted() const {
  return std::none_of(doubts.begin(), doubts.end(), [](const auto& d) { return d.severity != Severity::note; });
}

namespace {

class Judgement {
 public:
  Judgement(const IdentifiedRobot& found, const std::vector<Recording>& logs, const std::vector<Recording>& fresh,
            const Progress& progress)
      : found_(found), logs_(logs), fresh_(fresh), progress_(progress) {}

  Verdict run() {
    tell();
    const std::vector<Validation> left_out = cross_validated(found_.prior, found_.found, logs_);
    std::vector<Validation> judged;
    for (const Recording& log : fresh_) {
      tell();
      judged.push_back(validate(found_.reduced, found_.found.model.preparation, log));
    }
    tell();
    v_.fresh = !fresh_.empty();
    v_.quality = quality_of(v_.fresh ? judged : left_out);
    v_.left_out = error_of(left_out).all;
    v_.condition = found_.found.scaled_condition;
    tell();
    v_.alike = time_alike(left_out);
    tell();
    judge_drives(left_out);
    judge_fresh();
    judge_excitation();
    judge_physics();
    tell();
    // numbers may explain what bodies do not
    if (doubted("drive-unexplained") || doubted("bodies-impossible"))
      append(v_.doubts, exchanged_columns(found_.prior, found_.found, logs_));
    judge_parts(left_out);
    if (const InstrumentUse& use = found_.found.instruments; use.rounds > 0 && !use.settled)
      doubt("method-unsettled",
            fmt::format("after {} rounds of simulating its loop the torques of the fit still move by {:.2g} %",
                        use.rounds, 100.0 * use.moved),
            "--method ls, or another --reference");
    if (found_.found.delay_beyond)
      doubt("delay-long", "torques and motion seem to be further apart than a delay can be",
            "were they recorded by different clocks? shift one of them, or give --delay");
    return v_;
  }

 private:
  void tell() const {  // whoever listens may end it here
    if (progress_) progress_("verdict");
  }
  void doubt(const char* code, const std::string& message, const std::string& hint) {
    v_.doubts.push_back(warning(whole_log(logs_.front().name), code, message, hint));
  }
  bool doubted(const std::string& code) const {
    return std::any_of(v_.doubts.begin(), v_.doubts.end(), [&](const auto& d) { return d.code == code; });
  }
  std::string names(const std::vector<std::size_t>& drives) const {
    std::string text;
    for (const std::size_t j : drives) text += (text.empty() ? "" : ", ") + found_.prior.drives[j];
    return text;
  }

  // How the drives moved in the logs it was learned from.
  const std::vector<MotionSoFar>& motions() {
    if (!motions_.empty()) return motions_;
    std::vector<signals::Samples> samples;
    for (const Recording& log : logs_) samples.push_back(signals::prepare(log, found_.found.model.preparation));
    return motions_ = drive_motions(found_.prior, samples);
  }

  void judge_drives(const std::vector<Validation>& left_out) {
    std::vector<std::size_t> missed;
    std::string figures;
    for (std::size_t j = 0; j < v_.quality.explained_of_drive.size(); ++j)
      if (const double rest = std::sqrt(std::max(0.0, 1.0 - 0.01 * v_.quality.explained_of_drive[j]));
          rest > most_unexplained) {  // (3)
        missed.push_back(j);
        figures += fmt::format("{}{} {:.0f} %", figures.empty() ? "" : ", ", found_.prior.drives[j], 100.0 * rest);
      }
    if (missed.empty()) return;
    doubt("drive-unexplained",
          fmt::format("torques of {} are missed by more than {:.0f} %, noise apart: {}", names(missed),
                      100.0 * most_unexplained, figures),
          "is the drive described rightly (gear, coupling, spring), and does it move enough?");
    append(v_.doubts, coupled_drives(found_.prior, left_out, missed));
    v_.next.push_back(
        fmt::format("move {} more, faster and to both sides of every posture: tauforge excite ROBOT -o "
                    "motion.csv --scenario motion.toml, and log it for 60 s or longer",
                    motions_text(found_.prior, motions(), missed)));
  }

  void judge_fresh() {
    if (!v_.fresh || !(v_.quality.error.all > far_above * v_.left_out)) return;
    doubt(
        "validation-far",
        fmt::format("{:.1f} % on logs it has not seen, {:.1f} % on left-out blocks of those it has: it holds for these "
                    "motions, not for others",
                    v_.quality.error.all, v_.left_out),
        "learn from motions like those that it is for, or from more of them");
    v_.next.push_back(fmt::format(
        "learn from motions that differ more, above all of {}: tauforge excite ROBOT --goal information -o motion.csv",
        motions_text(found_.prior, motions(), {worst_moved(motions())})));
  }

  void judge_excitation() {
    if (v_.condition > condition_limit) {
      doubt("condition-high",
            fmt::format("the logs hardly tell some combinations of parameters: condition {:.2g}", v_.condition),
            "--prior holds them by the robot's file; better logs tell them");
      v_.next.push_back(fmt::format(
          "tell {} apart, above all by moving {} more: tauforge excite ROBOT --goal condition -o motion.csv",
          fmt::join(weakest_combination(found_.found), ", "),
          motions_text(found_.prior, motions(), {worst_moved(motions())})));
    }
    std::vector<std::size_t> still;
    for (std::size_t j = 0; j < found_.prior.drives.size(); ++j) {
      const std::string viscous = fmt::format("ds{}", j + 1), rotor = fmt::format("ia{}", j + 1);
      bool no_viscous = false, no_rotor = false;
      for (const Refusal& r : found_.found.refusals)
        no_viscous = no_viscous || r.name.name == viscous, no_rotor = no_rotor || r.name.name == rotor;
      // a prior may decide although the drive moves
      const bool moves = found_.found.prior.strength > 0.0 && motions()[j].speed_share > slow;
      if (no_viscous && no_rotor && !moves) still.push_back(j);
    }
    if (still.empty()) return;
    doubt("drive-still",
          fmt::format("{} hardly move{}: friction and inertia are those of the robot's file", names(still),
                      still.size() == 1 ? "s" : ""),
          "log a motion of every drive");
    v_.next.push_back(
        fmt::format("move {}: tauforge excite ROBOT -o motion.csv", motions_text(found_.prior, motions(), still)));
  }

  void judge_physics() {
    judge_bodies();
    for (const Estimate& e : found_.found.estimates) {
      const bool friction = e.name.name.starts_with("fs") || e.name.name.starts_with("ds");
      if (friction && e.unbounded < -surely * e.all_deviation)
        doubt("sign-doubtful",
              fmt::format("{} is {:.3g} +- {:.2g}: friction would drive", e.name.meaning, e.unbounded, e.all_deviation),
              "position or effort has the wrong sign: sign = [...] in a layout");
    }
  }

  // By torques, as whoever gets the file sees it: residuals weighted by a small noise tell bodies apart that nobody else can.
  void judge_bodies() {
    const RelativeError of_bodies = error_over(logs_, [&](const Recording& log) {
      tell();
      return validate(found_.possible.robot, found_.found.model.preparation, log);
    });
    const RelativeError of_numbers = error_over(logs_, [&](const Recording& log) {
      tell();
      return validate(found_.prior, found_.found.model, log);
    });
    double lost = 0.0;  // by the drive that loses most
    for (std::size_t j = 0; j < of_bodies.of_drive.size(); ++j) {
      const double with = 0.01 * of_bodies.of_drive[j], without = 0.01 * of_numbers.of_drive[j];
      lost = std::max(lost, with * with - without * without);
    }
    const bool worse = of_bodies.all > cost_of_existing * of_numbers.all && of_bodies.all > of_numbers.all + 1.0;
    if (worse || std::sqrt(lost) > most_lost_by_existing)
      doubt("bodies-impossible",
            fmt::format(
                "bodies that can exist miss the torques by {:.1f} %, numbers without physics by {:.1f} %; the drive "
                "that loses most by it loses {:.0f} % of its torque",
                of_bodies.all, of_numbers.all, 100.0 * std::sqrt(lost)),
            "a gain, a sign, a gear or the geometry of the robot's file is wrong");
  }

  void judge_parts(const std::vector<Validation>& left_out) {
    struct Part {
      const LeftOut* block;
      double share;
    };
    std::vector<Part> parts;
    for (const LeftOut& block : found_.found.left_out) {
      const Validation& log = left_out[block.log];
      double torque = 0.0, error = 0.0;
      for (std::size_t k = 0; k < log.samples.size(); ++k)
        if (log.samples.t[k] >= block.begin && log.samples.t[k] < block.end)
          for (std::size_t j = 0; j < log.torque.size(); ++j) {
            const double off = log.torque[j][k] - log.prediction[j][k];
            torque += log.torque[j][k] * log.torque[j][k], error += off * off;
          }
      if (torque > 0.0) parts.push_back({&block, std::sqrt(error / torque)});
    }
    if (parts.size() < 4) return;
    std::vector<double> shares;
    for (const Part& part : parts) shares.push_back(part.share);
    const double usual = median(shares);
    for (const Part& part : parts)
      if (part.share > unlike * usual && part.share > unlike_at_least)
        doubt("part-unlike",
              fmt::format("'{}' from {:.4g} s to {:.4g} s is missed by {:.0f} %, other parts usually by {:.1f} %",
                          logs_[part.block->log].name, part.block->begin, part.block->end, 100.0 * part.share,
                          100.0 * usual),
              "a collision, a load, a brake, another mode of the drive? leave the rows out: LOG.csv@FIRST-LAST");
  }

  // Until the correlation of the residuals has fallen to 1/e, the median over drives.
  static double time_alike(const std::vector<Validation>& logs) {
    std::vector<double> times;
    for (const Validation& log : logs)
      for (std::size_t j = 0; j < log.torque.size(); ++j) {
        const std::size_t n = log.samples.size();
        std::vector<double> rest(n);
        double squares = 0.0;
        for (std::size_t k = 0; k < n; ++k)
          rest[k] = log.torque[j][k] - log.prediction[j][k], squares += rest[k] * rest[k];
        for (std::size_t lag = 1; lag < std::min<std::size_t>(n, 500); ++lag) {
          double product = 0.0;
          for (std::size_t k = lag; k < n; ++k) product += rest[k] * rest[k - lag];
          if (product > squares / 2.718281828) continue;
          times.push_back(static_cast<double>(lag) * log.samples.period);
          break;
        }
      }
    return times.empty() ? 0.0 : median(times);
  }

  const IdentifiedRobot& found_;
  const std::vector<Recording>& logs_;
  const std::vector<Recording>& fresh_;
  const Progress& progress_;
  std::vector<MotionSoFar> motions_;
  Verdict v_;
};

}  // namespace

Verdict verdict_on(const IdentifiedRobot& found, const std::vector<Recording>& logs,
                   const std::vector<Recording>& fresh, const std::vector<std::string>& accepted,
                   const Progress& progress) {
  Verdict v = Judgement(found, logs, fresh, progress).run();
  for (auto& d : v.doubts)
    if (std::find(accepted.begin(), accepted.end(), d.code) != accepted.end()) d.severity = Severity::note;
  if (v.next.empty() && !v.fresh)
    v.next.emplace_back("judge it by a log that it has not seen: --validate LOG, a motion like those that it is for");
  return v;
}

}  // namespace tauforge::identify
