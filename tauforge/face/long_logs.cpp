#include "tauforge/face/long_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "tauforge/files/read_robot.h"
#include "tauforge/files/recording_stream.h"
#include "tauforge/files/table_reader.h"
#include "tauforge/identify/cutoff_choice.h"
#include "tauforge/identify/log_doctor.h"
#include "tauforge/signals/condense.h"

namespace tauforge {

namespace {

constexpr std::size_t samples_of_piece = 4000, most_pieces = 32, fewest_samples = 500;
constexpr double rate_per_cutoff = 10.0;
constexpr double longest_stretch = 10.0, stretches_of_log = 4.0;  // [s], at least

// What the first reading tells of a log.
struct Length {
  std::size_t samples = 0, numbers = 0, gaps = 0;  // numbers: of one sample
  double first = 0, last = 0;                      // [s]
  double rate() const { return last > first ? static_cast<double>(samples) / (last - first) : 0.0; }
};

// Every so many-th piece of all logs, so that no more than `most_pieces` are held however many come.
class SampledPieces {
 public:
  void add(recording::Recording&& piece) {
    if (number_++ % every_ != 0 || (piece.samples() < fewest_samples && !pieces_.empty())) return;
    pieces_.push_back(std::move(piece));
    if (pieces_.size() <= most_pieces) return;
    std::vector<recording::Recording> half;
    for (std::size_t k = 0; k < pieces_.size(); k += 2) half.push_back(std::move(pieces_[k]));
    pieces_ = std::move(half), every_ *= 2;
  }
  const std::vector<recording::Recording>& pieces() const { return pieces_; }

 private:
  std::vector<recording::Recording> pieces_;
  std::size_t number_ = 0, every_ = 1;
};

// What the filter would hide from those who look at the logs later, and what is no log of this robot.
void examine_pieces(const robot::Robot& robot, const std::vector<recording::Recording>& pieces,
                    const std::vector<std::string>& accepted, Findings& findings) {
  static const std::set<std::string> hidden = {"spike",          "effort-saturated", "effort-frozen",
                                               "position-wraps", "log-joint-count",  "log-effort-missing",
                                               "log-too-short",  "joints-missing",   "identify-floating-base"};
  std::set<std::string> told;
  for (auto& finding : identify::examine_logs(robot, pieces, accepted))
    if (hidden.contains(finding.code) && told.insert(finding.code).second) findings.push_back(std::move(finding));
}

double cutoff_for(const robot::Robot& robot, const std::vector<recording::Recording>& pieces,
                  const IdentifySettings& given) {
  identify::Settings settings;
  settings.cutoff_hz = given.cutoff, settings.offsets = given.offsets;
  const auto base = identify::ordered_base_parameters(robot, identify::paper_order(robot.tree, settings.offsets));
  const auto choice = identify::choose_cutoff(robot, identify::parameter_columns(robot, base), pieces, settings);
  return choice.preparation.motion.cutoff_hz;
}

// Codes of rows that may be left out.
void accept_rows(const std::vector<std::string>& accepted, Findings& findings) {
  std::vector<std::string> of_rows;
  for (const char* code : {"row-garbage", "not-finite", "time-not-increasing"})
    if (std::count(accepted.begin(), accepted.end(), code) > 0) of_rows.emplace_back(code);
  identify::accept(findings, of_rows);
}

}  // namespace

bool are_long(const std::vector<files::RecordingRequest>& logs) {
  double bytes = 0.0;
  for (const auto& [path, options] : logs) {
    std::error_code none;
    if (path == "-" || !std::filesystem::is_regular_file(path, none)) return false;
    const double size = static_cast<double>(std::filesystem::file_size(path, none));
    bytes += path.ends_with(".gz") || path.ends_with(".mcap") ? 4.0 * size : size;
  }
  return bytes / 8.0 > static_cast<double>(most_numbers_of_logs);
}

LongLogs read_long_logs(const Robot& robot, const std::vector<files::RecordingRequest>& requests,
                        const IdentifySettings& settings, const std::vector<std::string>& accepted,
                        std::size_t most_numbers) {
  LongLogs result;
  const robot::Robot& arm = robot.details().robot;
  SampledPieces sampled;
  std::vector<Length> lengths;
  double numbers = 0.0;
  for (const auto& request : requests) {
    Length length;
    Findings findings = files::stream_recording(request, samples_of_piece, [&](recording::Recording&& piece) {
      if (length.samples == 0) length.first = piece.t.front();
      length.samples += piece.samples(), length.last = piece.t.back(), length.gaps += piece.gaps.size();
      length.numbers = 1 + piece.q.size() + piece.qd.size() + piece.effort.size();
      sampled.add(std::move(piece));
      return true;
    });
    accept_rows(accepted, findings);
    append(result.findings, findings);
    numbers += static_cast<double>(length.samples * length.numbers);
    lengths.push_back(length);
  }
  if (diagnostic::has_error(result.findings)) return result;
  examine_pieces(arm, sampled.pieces(), accepted, result.findings);
  if (diagnostic::has_error(result.findings)) return result;
  const double cutoff = cutoff_for(arm, sampled.pieces(), settings);

  for (std::size_t k = 0; k < requests.size(); ++k) {
    const double rate = lengths[k].rate(), seconds = lengths[k].last - lengths[k].first;
    const double every = cutoff > 0.0 ? std::max(1.0, std::floor(rate / (rate_per_cutoff * cutoff))) : 1.0;
    const double share = std::min(1.0, static_cast<double>(most_numbers) * every / std::max(numbers, 1.0));
    signals::Condensing how;
    how.rate_hz = rate / every * (1.0 - 1e-3);  // stamps are not that exact
    if (share < 1.0) {
      how.seconds_of_stretch = std::clamp(share * seconds / stretches_of_log, 1.0, longest_stretch);
      how.seconds_between = how.seconds_of_stretch / share;
    }
    signals::Condenser condenser(how);
    files::stream_recording(requests[k], samples_of_piece, [&](recording::Recording&& piece) {
      condenser.add(piece);
      return true;
    });
    auto log = std::make_shared<recording::Recording>(condenser.finish());
    result.findings.push_back(
        diagnostic::note(files::whole_file(log->name), "log-condensed",
                         fmt::format("'{}': {} samples at {:.0f} Hz are held as {} at {:.0f} Hz{}{}", log->name,
                                     lengths[k].samples, rate, log->samples(), rate / every,
                                     cutoff > 0.0 ? fmt::format(" for a cut-off of {:g} Hz", cutoff) : std::string(),
                                     share < 1.0 ? fmt::format(", {:.0f} % of the time in stretches of {:.3g} s",
                                                               100.0 * share, how.seconds_of_stretch)
                                                 : std::string()),
                         "--whole holds logs as they were recorded, whatever memory that takes"));
    result.logs.emplace_back(std::move(log));
  }
  return result;
}

void drop_gaps_of_condensed(std::span<const Recording> logs, Findings& findings) {
  std::set<std::string> names;
  for (const Recording& log : logs)
    if (log.details().line.empty() && !log.details().columns.empty()) names.insert(log.details().name);
  std::erase_if(findings, [&](const diagnostic::Diagnostic& finding) {
    return finding.code == "gap" && finding.at.source && names.contains(finding.at.source->name);
  });
}

}  // namespace tauforge
