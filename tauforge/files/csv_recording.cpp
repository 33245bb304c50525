#include "tauforge/files/csv_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>

#include "tauforge/files/csv_recording_columns.h"
#include "tauforge/files/csv_table.h"
#include "tauforge/files/matrix_inverse.h"
#include "tauforge/files/open_table.h"
#include "tauforge/files/recording_stream.h"

namespace tauforge::files {

using diagnostic::error;
using diagnostic::Findings;
using recording::Channels;
using recording::Effort;
using recording::Recording;

namespace {

constexpr std::size_t most_findings_of_a_kind = 5;

Matrix transpose(const Matrix& A) {
  Matrix T(A.size(), std::vector<double>(A.size()));
  for (std::size_t i = 0; i < A.size(); ++i)
    for (std::size_t j = 0; j < A.size(); ++j) T[j][i] = A[i][j];
  return T;
}

// Every sample becomes M times itself.
void multiply(const Matrix& M, Channels& x) {
  if (x.empty()) return;
  std::vector<double> in(x.size());
  for (std::size_t k = 0; k < x[0].size(); ++k) {
    for (std::size_t j = 0; j < x.size(); ++j) in[j] = x[j][k];
    for (std::size_t i = 0; i < x.size(); ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < x.size(); ++j) sum += M[i][j] * in[j];
      x[i][k] = sum;
    }
  }
}

void scale(double factor, std::vector<double>& x) {
  if (factor == 1.0) return;
  for (double& value : x) value *= factor;
}

// Findings of one kind, the first few with their place and then how many more there were.
class Counted {
 public:
  Counted(std::string code, std::string hint) : code_(std::move(code)), hint_(std::move(hint)) {}
  template <class Place> void add(Place place, const std::string& message) {
    if (++count_ <= most_findings_of_a_kind) findings_.push_back(error(place(), code_, message, hint_));
  }
  void report(const std::string& file, Findings& to) {
    append(to, findings_);
    if (count_ > most_findings_of_a_kind)
      to.push_back(error(whole_file(file), code_, fmt::format("{} more like this", count_ - most_findings_of_a_kind)));
  }

 private:
  std::string code_, hint_;
  Findings findings_;
  std::size_t count_ = 0;
};

// Pieces of about so many samples are handed over as soon as they are full; what is returned then is the rest.
struct Pieces {
  std::size_t samples = 0;  // 0: everything is returned
  std::function<bool(Recording)> take = {};
};

// Reads the rows of a table into channels, in the units of the file.
class RowsReader {
 public:
  RowsReader(TableReader& table, const std::string& name, const RecordingOptions& options,
             const RecordingColumns& columns)
      : table_(table), name_(name), options_(options), columns_(columns) {}

  Recording read(Findings& findings, const Pieces& pieces = {}) {
    Recording r;
    const std::size_t n = columns_.joints.size();
    r.name = name_, r.joints = columns_.joints, r.effort_kind = columns_.effort_kind, r.columns = table_.columns();
    r.q.resize(n), r.qd.resize(columns_.velocity.size()), r.effort.resize(columns_.effort.size());
    const std::size_t per_row = 1 + columns_.position.size() + columns_.velocity.size() + columns_.effort.size();
    std::vector<double> row(table_.columns().size());
    const RowRange& rows = options_.layout.rows;
    std::size_t count = 0, readable = 0;
    while (count < rows.last && table_.next(row)) {
      count = ++readable + table_.malformed();  // rows are counted as they stand in the file
      if (count < rows.first || !usable(row, r)) continue;
      if ((r.samples() + 1) * per_row > options_.most_values) {
        findings.push_back(error(table_.place_of(0), "recording-too-large",
                                 fmt::format("more than {} numbers are to be read", options_.most_values),
                                 "read it in parts: choose rows, e.g. log.csv@1-1000000"));
        break;
      }
      if (r.t.empty()) r.first_row = count;
      r.t.push_back(row[columns_.time]);
      r.line.push_back(static_cast<std::uint32_t>(table_.line()));
      take(columns_.position, row, r.q), take(columns_.velocity, row, r.qd), take(columns_.effort, row, r.effort);
      if (pieces.samples == 0 || r.samples() < pieces.samples + held_back) continue;
      const std::size_t whole = r.samples() - held_back;
      Recording rest = recording::slice(r, whole, r.samples());
      if (!pieces.take(recording::slice(r, 0, whole))) return {};
      r = std::move(rest), ++handed_over_;
    }
    append(findings, table_.findings());
    if (const std::size_t bad = table_.malformed(); bad > 0 && !diagnostic::has_error(table_.findings()))
      findings.push_back(
          diagnostic::warning(whole_file(name_), "rows-malformed",
                              fmt::format("{} row{} of '{}' cannot be read", bad, bad == 1 ? "" : "s", name_),
                              bad == 1 ? "it is left out" : "they are left out"));
    not_finite_.report(name_, findings), garbage_.report(name_, findings), not_increasing_.report(name_, findings);
    judge_length(count, r, findings);
    return r;
  }

 private:
  static void take(const std::vector<std::size_t>& columns, const std::vector<double>& row, Channels& to) {
    for (std::size_t j = 0; j < columns.size(); ++j) to[j].push_back(row[columns[j]]);
  }

  // A few rows that jump ahead of all that follow are the odd ones, not what follows: they are taken back.
  void take_back_jump(double t, Recording& r) {
    constexpr std::size_t most = 5;
    constexpr double far = 100.0;  // usual periods
    std::size_t first = r.samples();
    while (first > 0 && r.samples() - first <= most && r.t[first - 1] >= t) --first;
    const std::size_t odd = r.samples() - first;
    if (first < 2 || odd == 0 || odd > most) return;
    if (!(r.t[first] - r.t[first - 1] > far * (t - r.t[first - 1]))) return;
    for (std::size_t k = first; k < first + odd; ++k)
      garbage_.add(
          [&] {
            Position at = whole_file(name_);
            at.line = static_cast<int>(r.line[k]), at.column = 1;
            return at;
          },
          fmt::format("the time jumps to {} in line {} and comes back to {}", r.t[k], r.line[k], t));
    r.t.resize(first), r.line.resize(first);
    for (auto* channels : {&r.q, &r.qd, &r.effort})
      for (auto& series : *channels) series.resize(first);
  }

  bool usable(const std::vector<double>& row, Recording& r) {
    bool good = true;
    const auto judge = [&](std::size_t column) {
      if (std::isfinite(row[column])) return;
      good = false;
      not_finite_.add([&] { return table_.place_of(column); },
                      fmt::format("'{}' is {} in line {}", table_.columns()[column], row[column], table_.line()));
    };
    judge(columns_.time);
    for (const auto* group : {&columns_.position, &columns_.velocity, &columns_.effort})
      for (const std::size_t column : *group) judge(column);
    if (good && !r.t.empty() && row[columns_.time] <= r.t.back()) take_back_jump(row[columns_.time], r);
    if (!good || r.t.empty() || row[columns_.time] > r.t.back()) return good;
    not_increasing_.add(
        [&] { return table_.place_of(columns_.time); },
        fmt::format("the time goes from {} to {} in line {}", r.t.back(), row[columns_.time], table_.line()));
    return false;
  }

  void judge_length(std::size_t count, const Recording& r, Findings& findings) const {
    const RowRange& rows = options_.layout.rows;
    if (diagnostic::has_error(table_.findings())) return;
    if (count < rows.first)
      findings.push_back(
          error(whole_file(name_), rows.first > 1 ? "rows-outside" : "recording-empty",
                fmt::format("'{}' has {} data rows", name_, count),
                rows.first > 1 ? fmt::format("rows {} to {} were asked for", rows.first, rows.last) : ""));
    else if (rows.last != RowRange{}.last && count < rows.last)
      findings.push_back(diagnostic::warning(whole_file(name_), "rows-outside",
                                             fmt::format("'{}' has {} data rows, not {}", name_, count, rows.last),
                                             "it is read to its end"));
    else if (r.samples() == 1 && handed_over_ == 0)
      findings.push_back(error(whole_file(name_), "recording-empty", "a single sample is no recording"));
  }

  static constexpr std::size_t held_back = 8;  // rows behind which a jump of the time may come to light
  std::size_t handed_over_ = 0;                // pieces
  TableReader& table_;
  const std::string& name_;
  const RecordingOptions& options_;
  const RecordingColumns& columns_;
  Counted not_finite_{"not-finite", "leave such rows out, or find out why the sensor failed"};
  Counted garbage_{"row-garbage", "leave such rows out"};
  Counted not_increasing_{"time-not-increasing", "every row is later than the one before it"};
};

// From the file's signals to those of the joints, in SI units.
void to_joints(const RecordingLayout& layout, Recording& r, Findings& findings) {
  const std::size_t n = r.joint_count();
  const auto wrong_size = [&](const char* what, std::size_t size) {
    if (size == 0 || size == n) return false;
    findings.push_back(error(whole_file(r.name), "layout-size", fmt::format("'{}' is for {} joints", what, size),
                             fmt::format("the recording has {}", n)));
    return true;
  };
  bool wrong = wrong_size("joint_to_motor", layout.joint_to_motor.size());
  wrong = wrong_size("position_offset", layout.position_offset.size()) || wrong;
  wrong = wrong_size("gains", layout.gains.size()) || wrong;
  wrong = wrong_size("sign", layout.sign.size()) || wrong;
  if (wrong) return;

  scale(layout.time_factor, r.t);
  for (auto& series : r.q) scale(layout.position_factor, series);
  for (auto& series : r.qd) scale(layout.velocity_factor, series);
  for (auto& series : r.effort)
    scale(r.effort_kind == Effort::current ? layout.current_factor : layout.torque_factor, series);
  for (std::size_t j = 0; j < r.effort.size() && !layout.sign.empty(); ++j) scale(layout.sign[j], r.effort[j]);
  if (r.effort_kind == Effort::current && !layout.gains.empty()) {
    for (std::size_t j = 0; j < n; ++j) scale(layout.gains[j], r.effort[j]);
    r.effort_kind = Effort::torque;
  }
  if (!layout.joint_to_motor.empty()) {
    const auto to_joint = inverse(layout.joint_to_motor);
    if (!to_joint)
      findings.push_back(error(whole_file(r.name), "matrix-singular", "'joint_to_motor' cannot be inverted",
                               "each motor has to move in its own way"));
    else if (r.effort_kind == Effort::current)
      findings.push_back(error(whole_file(r.name), "gains-missing",
                               "currents of motors behind 'joint_to_motor' need drive gains",
                               "add gains = [...], N m of a motor per A"));
    else
      multiply(*to_joint, r.q), multiply(*to_joint, r.qd), multiply(transpose(layout.joint_to_motor), r.effort);
  }
  for (std::size_t j = 0; j < layout.position_offset.size(); ++j)
    for (double& value : r.q[j]) value += layout.position_offset[j];
  r.gaps = recording::find_gaps(r.t, layout.largest_gap);
}

RecordingInspection inspect(TableReader& table, const std::string& name, const RecordingOptions& options) {
  RecordingInspection result;
  const RecordingColumns columns = find_columns(table, name, options, result.findings);
  if (diagnostic::has_error(result.findings)) return result;
  Recording r = RowsReader(table, name, options, columns).read(result.findings);
  if (r.samples() > 0) {
    to_joints(options.layout, r, result.findings);
    result.recording = std::move(r);
  }
  return result;
}

}  // namespace

Findings stream_recording(const RecordingRequest& request, std::size_t samples_of_piece, const TakePiece& take) {
  const auto& [path, options] = request;
  const RecordingLayout& layout = options.layout;
  auto table = open_table(path, {layout.columns, layout.topics, options.joints, layout.time});
  if (!table) return table.findings();
  Findings findings;
  const RecordingColumns columns = find_columns(*table.value(), path, options, findings);
  if (diagnostic::has_error(findings)) return findings;
  const auto hand_over = [&](Recording piece) {
    to_joints(layout, piece, findings);
    return !diagnostic::has_error(findings) && take(std::move(piece));
  };
  Recording rest = RowsReader(*table.value(), path, options, columns).read(findings, {samples_of_piece, hand_over});
  if (rest.samples() > 0 && !diagnostic::has_error(findings)) hand_over(std::move(rest));
  return findings;
}

RecordingInspection inspect_recording(const std::string& path, const RecordingOptions& options) {
  const RecordingLayout& layout = options.layout;
  auto table = open_table(path, {layout.columns, layout.topics, options.joints, layout.time});
  return table ? inspect(*table.value(), path, options) : RecordingInspection{std::nullopt, table.findings()};
}

RecordingInspection inspect_recording_text(const std::string& name, std::string_view text,
                                           const RecordingOptions& options) {
  auto table =
      CsvReader::from_text(name, text, {.allow_non_finite = true, .columns = options.layout.columns, .go_on = true});
  if (!table) return {std::nullopt, table.findings()};
  CsvReader reader = table.take();
  return inspect(reader, name, options);
}

diagnostic::Result<Recording> read_recording(const std::string& path, const RecordingOptions& options) {
  RecordingInspection found = inspect_recording(path, options);
  if (diagnostic::has_error(found.findings)) return found.findings;
  diagnostic::require(found.recording.has_value(), "a log without errors is a recording");
  return {std::move(*found.recording), std::move(found.findings)};
}

diagnostic::Result<Recording> read_recording(const RecordingRequest& request) {
  return read_recording(request.path, request.options);
}

RecordingRequest recording_request(const std::string& word, const RecordingLayout& layout,
                                   const std::vector<std::string>& joints) {
  RecordingRequest request{word, {}};
  request.options.layout = layout;
  request.options.joints = joints;
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return request;  // a file may be called so
  auto [path, rows] = split_row_range(word);
  request.path = path;
  if (rows) request.options.layout.rows = *rows;
  return request;
}

}  // namespace tauforge::files
