#include "tauforge/identify/block_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tauforge/diagnostic/content_hash.h"
#include "tauforge/identify/check_logs.h"

namespace tauforge::identify {

using diagnostic::error;
using diagnostic::Result;
using Wide = Eigen::Index;

namespace {

constexpr std::string_view first_line = "tauforge block 1\n";

class Writer {
 public:
  void whole(std::uint64_t value) {
    for (int k = 0; k < 8; ++k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  }
  void number(double value) { whole(std::bit_cast<std::uint64_t>(value)); }
  void text(const std::string& value) { whole(value.size()), bytes += value; }

  std::string bytes{first_line};
};

// After the first fault everything reads as zero or empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  const std::string& fault() const { return fault_; }
  bool good() const { return fault_.empty(); }
  std::size_t left() const { return bytes_.size() - at_; }
  void fail(const char* why) {
    if (good()) fault_ = fmt::format("{} (byte {})", why, at_);
  }
  std::uint64_t whole() {
    if (left() < 8) fail("it breaks off");
    if (!good()) return 0;
    std::uint64_t value = 0;
    for (std::size_t k = 8; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[at_ + k]);
    at_ += 8;
    return value;
  }
  // Of things of which each has at least so many bytes: there cannot be more than are left.
  std::size_t count(std::size_t bytes_of_one) {
    const std::uint64_t value = whole();
    if (good() && value > left() / bytes_of_one) fail("a count is larger than the file");
    return good() ? static_cast<std::size_t>(value) : 0;
  }
  double number() {
    const double value = std::bit_cast<double>(whole());
    if (good() && !std::isfinite(value)) fail("a number is not finite");
    return good() ? value : 0.0;
  }
  double not_negative() {
    const double value = number();
    if (value < 0.0) fail("a sum of squares or a size is negative");
    return good() ? value : 0.0;
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string value(bytes_.substr(at_, size));
    at_ += size;
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string fault_;
};

void write(const DriveRows& rows, Writer& to) {
  to.whole(rows.rows), to.number(rows.squared_measured), to.number(rows.largest_torque);
  to.whole(rows.columns.size());
  for (const int c : rows.columns) to.whole(static_cast<std::uint64_t>(c));
  for (const double value : rows.largest) to.number(value);
  for (Wide r = 0; r < rows.R.cols(); ++r)
    for (Wide c = r; c < rows.R.cols(); ++c) to.number(rows.R(r, c));
}

DriveRows read_rows(Reader& from) {
  constexpr std::uint64_t most_columns = 5000;
  DriveRows rows;
  rows.rows = static_cast<std::size_t>(from.whole());
  rows.squared_measured = from.not_negative(), rows.largest_torque = from.not_negative();
  const std::size_t columns = from.count(16);
  if (columns > most_columns || (columns + 1) * (columns + 2) / 2 > from.left() / 8)
    from.fail("it has too few numbers");
  for (std::size_t c = 0; c < columns && from.good(); ++c) {
    const std::uint64_t column = from.whole();
    if (column >= most_columns) from.fail("a column has no place");
    rows.columns.push_back(static_cast<int>(column));
    if (c > 0 && rows.columns[c] <= rows.columns[c - 1]) from.fail("columns do not increase");
  }
  for (std::size_t c = 0; c < columns && from.good(); ++c) rows.largest.push_back(from.not_negative());
  if (!from.good()) return rows;
  const auto n = static_cast<Wide>(columns) + 1;
  rows.R = Matrix::Zero(n, n);
  for (Wide r = 0; r < n && from.good(); ++r)
    for (Wide c = r; c < n; ++c) rows.R(r, c) = from.number();
  return rows;
}

void write(const ReducedLog& log, Writer& to) {
  to.text(log.round), to.text(log.log), to.text(log.name), to.whole(log.samples), to.whole(log.motion.size());
  for (std::size_t j = 0; j < log.motion.size(); ++j) {
    const DriveMotion& m = log.motion[j];
    for (const double value : {m.low, m.high, m.squared_speeds, m.squared_accelerations}) to.number(value);
    to.whole(m.samples), to.whole(log.left_out[j]);
  }
  to.whole(log.blocks.size());
  for (const Block& block : log.blocks) {
    to.number(block.begin), to.number(block.end);
    for (const DriveRows& rows : block.drives) write(rows, to);
  }
}

ReducedLog read_log(Reader& from) {
  ReducedLog log;
  log.round = from.text(), log.log = from.text(), log.name = from.text();
  log.samples = static_cast<std::size_t>(from.whole());
  const std::size_t drives = from.count(48);
  for (std::size_t j = 0; j < drives && from.good(); ++j) {
    DriveMotion m;
    m.low = from.number(), m.high = from.number();
    if (m.low > m.high) from.fail("a range ends before it begins");
    m.squared_speeds = from.not_negative(), m.squared_accelerations = from.not_negative();
    m.samples = static_cast<std::size_t>(from.whole());
    log.motion.push_back(m), log.left_out.push_back(static_cast<std::size_t>(from.whole()));
  }
  const std::size_t blocks = from.count(16 + 40 * std::max<std::size_t>(drives, 1));
  for (std::size_t b = 0; b < blocks && from.good(); ++b) {
    Block block;
    block.begin = from.number(), block.end = from.number();
    for (std::size_t j = 0; j < drives && from.good(); ++j) block.drives.push_back(read_rows(from));
    log.blocks.push_back(std::move(block));
  }
  return log;
}

}  // namespace

std::string to_bytes(const ReducedLogs& logs) {
  Writer to;
  to.whole(logs.size());
  for (const ReducedLog& log : logs) write(log, to);
  diagnostic::ContentHash hash;
  hash.add(to.bytes);
  to.whole(hash.value());
  return std::move(to.bytes);
}

Result<ReducedLogs> read_reduced_logs(const std::string& shown, std::string_view bytes) {
  const auto refuse = [&](const std::string& why) {
    return error(whole_log(shown), "block-malformed", fmt::format("'{}' is no block of a log: {}", shown, why),
                 "tauforge identify --reduce writes them (docs/blocks.md)");
  };
  if (!bytes.starts_with(first_line)) return refuse("it does not begin as one");
  if (bytes.size() < first_line.size() + 16) return refuse("it breaks off");
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  diagnostic::ContentHash hash;
  hash.add(body);
  if (Reader(bytes.substr(body.size())).whole() != hash.value()) return refuse("it is not as it was written");
  Reader from(body.substr(first_line.size()));
  ReducedLogs logs;
  const std::size_t count = from.count(48);
  for (std::size_t k = 0; k < count && from.good(); ++k) logs.push_back(read_log(from));
  if (from.good() && from.left() > 0) from.fail("it goes on after its last log");
  if (!from.good()) return refuse(from.fault());
  return logs;
}

Result<ReducedLogs> merged(ReducedLogs a, const ReducedLogs& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end(),
            [](const ReducedLog& x, const ReducedLog& y) { return std::tie(x.log, x.name) < std::tie(y.log, y.name); });
  diagnostic::Findings findings;
  for (std::size_t k = 1; k < a.size(); ++k)
    if (a[k].log == a[k - 1].log)
      findings.push_back(error(whole_log(a[k].name), "block-twice",
                               fmt::format("'{}' and '{}' are the same log", a[k - 1].name, a[k].name),
                               "the same data again makes nothing more certain: name each block once"));
  if (!findings.empty()) return findings;
  return a;
}

}  // namespace tauforge::identify
