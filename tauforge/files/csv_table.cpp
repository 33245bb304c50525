#include "tauforge/files/csv_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "tauforge/files/csv_cells.h"
#include "tauforge/files/number.h"

namespace tauforge::files {

using diagnostic::error;
using diagnostic::Findings;
using diagnostic::Position;

namespace {

constexpr std::size_t block = 1u << 16;
constexpr std::string_view blanks = " \t\r";
// Beyond this line the text around a finding is not shown: its position would cost more than it is worth.
constexpr int last_line_shown = 50'000'000;
constexpr std::size_t most_findings_of_a_line = 20;

}  // namespace

CsvReader::CsvReader(std::string name, const CsvOptions& options) : name_(std::move(name)), options_(options) {}

diagnostic::Result<CsvReader> CsvReader::open(const std::string& path, const CsvOptions& options) {
  auto file = ByteSource::open(path);
  if (!file) return file.findings();
  CsvReader reader(path, options);
  reader.file_ = file.take();
  reader.bytes_in_all_ = reader.file_->bytes_in_all();
  reader.buffer_.resize(block);
  reader.read_header();
  if (diagnostic::has_error(reader.findings_)) return reader.findings_;
  return reader;
}

diagnostic::Result<CsvReader> CsvReader::from_text(std::string name, std::string_view text, const CsvOptions& options) {
  CsvReader reader(std::move(name), options);
  reader.buffer_.assign(text.begin(), text.end());
  reader.end_ = text.size();
  reader.bytes_in_all_ = text.size();
  reader.at_end_ = true;
  reader.read_header();
  if (diagnostic::has_error(reader.findings_)) return reader.findings_;
  return reader;
}

// More bytes behind those not yet consumed; false at the end of the file or when the line is too long.
bool CsvReader::refill() {
  if (at_end_ || end_ - begin_ > options_.longest_line) return false;
  std::move(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  if (buffer_.size() - end_ < block / 2) buffer_.resize(buffer_.size() * 2);
  const std::size_t more = file_->read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += more;
  if (more == 0) {
    at_end_ = true;
    append(findings_, file_->failure());
  }
  return more > 0;
}

bool CsvReader::read_line(std::string_view& line) {
  std::size_t searched = 0;
  const char* end = nullptr;
  while (true) {
    const char* from = buffer_.data() + begin_ + searched;
    end = static_cast<const char*>(end_ > begin_ + searched ? std::memchr(from, '\n', end_ - begin_ - searched)
                                                            : nullptr);
    searched = end_ - begin_;
    if (end || !refill()) break;
  }
  if (!end && begin_ == end_) return false;
  const std::size_t length = end ? static_cast<std::size_t>(end - (buffer_.data() + begin_)) : end_ - begin_;
  ++line_;
  line = {buffer_.data() + begin_, length};
  begin_ += length + (end ? 1 : 0);
  bytes_read_ += length + (end ? 1 : 0);
  if (length <= options_.longest_line) return !diagnostic::has_error(findings_);
  findings_.push_back(error(at("", 0, 1), "csv-line-too-long",
                            fmt::format("line {} is longer than {} bytes", line_, options_.longest_line),
                            "is this a table of numbers?"));
  return false;
}

bool CsvReader::next_line(std::string_view& line) {
  while (read_line(line)) {
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    last_line_ = line;
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin != std::string_view::npos && line[begin] != '#') return true;
  }
  return false;
}

Position CsvReader::at(std::string_view line, std::size_t offset, std::size_t length) const {
  // the text is gone: as many empty lines as came before, then this one
  const bool shown = line_ <= last_line_shown;
  std::string text(shown ? static_cast<std::size_t>(line_ - 1) : 0, '\n');
  text += line;
  auto source = std::make_shared<const diagnostic::Source>(diagnostic::Source{name_, std::move(text)});
  return {std::move(source), line_, line.empty() ? 0 : static_cast<int>(offset) + 1,
          static_cast<int>(std::max<std::size_t>(length, 1))};
}

Position CsvReader::place_of(std::size_t column) const {
  const auto cells = split_cells(last_line_, dialect_);
  if (!cells || column >= cells->size()) return at("", 0, 1);
  return at(last_line_, (*cells)[column].offset, (*cells)[column].length);
}

void CsvReader::read_header() {
  std::string_view line;
  if (!next_line(line)) {
    if (findings_.empty())
      findings_.push_back(error(whole_file(name_), "csv-empty", fmt::format("'{}' holds no table", name_),
                                "the first line names the columns"));
    return;
  }
  dialect_ = dialect_of(line);
  if (options_.columns.empty())
    read_names(line);
  else
    columns_ = options_.columns, again_ = true;
}

void CsvReader::read_names(std::string_view line) {
  const auto cells = split_cells(line, dialect_);
  if (!cells) {
    findings_.push_back(error(at(line, line.find('"'), 1), "csv-quote", "a quoted cell does not end as it should",
                              "close it with \" before the separator"));
    return;
  }
  std::set<std::string_view> seen;
  bool numbers = true;
  for (const CsvCell& cell : *cells) {
    numbers = numbers && parse_number(with_point(cell.text, dialect_)).fault != NumberFault::not_a_number;
    if (findings_.size() >= most_findings_of_a_line) break;
    if (cell.text.empty())
      findings_.push_back(error(at(line, cell.offset, 1), "csv-column-unnamed",
                                fmt::format("column {} has no name", columns_.size() + 1)));
    else if (!seen.insert(cell.text).second)
      findings_.push_back(error(at(line, cell.offset, cell.length), "csv-column-twice",
                                fmt::format("column '{}' is there twice", cell.text)));
    columns_.push_back(cell.text);
  }
  if (numbers && findings_.empty())
    findings_.push_back(error(at(line, 0, line.size()), "csv-header-missing",
                              "the first line holds numbers, not the names of the columns",
                              "put a line of names before it, e.g. q1,q2; for logs: --columns t,q1,q2"));
}

// The way of nearly every row: numbers and separators. False: something is unusual, look closer.
bool CsvReader::read_fast(std::string_view line, std::span<double> row) {
  if (dialect_.decimal_comma() && line.find(',') != std::string_view::npos) {
    if (line.find('.') != std::string_view::npos) return false;
    with_points_.assign(line);
    std::replace(with_points_.begin(), with_points_.end(), ',', '.');
    line = with_points_;
  }
  const char *p = line.data(), *const end = p + line.size();
  const auto skip_blanks = [&] {
    while (p != end && (*p == ' ' || (*p == '\t' && dialect_.separator != '\t') || *p == '\r')) ++p;
  };
  for (std::size_t k = 0; k < row.size(); ++k) {
    skip_blanks();
    if (p != end && *p == '+') ++p;
    const auto [stop, failed] = std::from_chars(p, end, row[k]);
    if (failed != std::errc{} || (!options_.allow_non_finite && !std::isfinite(row[k]))) return false;
    p = stop;
    skip_blanks();
    const bool last = k + 1 == row.size();
    if (last ? p != end : (p == end || *p++ != dialect_.separator)) return false;
  }
  return true;
}

bool CsvReader::next(std::span<double> row) {
  diagnostic::require(row.size() == columns_.size(), "a row has one number per column");
  std::string_view line;
  do {
    if (diagnostic::has_error(findings_)) return false;
    if (std::exchange(again_, false))
      line = last_line_;
    else if (!next_line(line))
      return false;
    ++rows_;
    if (read_row(line, row)) return true;
  } while (go_on_behind(line));
  return false;
}

// A row that cannot be read: named, and where the reader goes on counted. Not where the file seems to be something else.
bool CsvReader::go_on_behind(std::string_view line) {
  constexpr std::size_t few = 20, named = 5;
  constexpr double most = 0.01;  // of the rows
  ++malformed_;
  if (!options_.go_on) {
    explain(line);
    return false;
  }
  if (malformed_ > few && static_cast<double>(malformed_) > most * static_cast<double>(rows_)) {
    explain(line);
    findings_.push_back(error(whole_file(name_), "rows-malformed",
                              fmt::format("{} of the first {} rows cannot be read", malformed_, rows_),
                              "is this a table of numbers, and what separates its cells?"));
    return false;
  }
  if (malformed_ > named) return true;
  const std::size_t before = findings_.size();
  explain(line);
  for (std::size_t k = before; k < findings_.size(); ++k) {
    findings_[k].severity = diagnostic::Severity::warning;
    findings_[k].hint = "the row is left out; " + findings_[k].hint;
  }
  return true;
}

bool CsvReader::read_row(std::string_view line, std::span<double> row) {
  if (line.find("+-") == std::string_view::npos && read_fast(line, row)) return true;
  const auto cells = split_cells(line, dialect_);
  bool good = cells && cells->size() == row.size();
  for (std::size_t k = 0; good && k < row.size(); ++k) {
    const ParsedNumber number = parse_number(with_point((*cells)[k].text, dialect_));
    good = number.ok() || (number.fault == NumberFault::not_finite && options_.allow_non_finite);
    row[k] = number.value;
  }
  return good;
}

void CsvReader::explain(std::string_view line) {
  const auto cells = split_cells(line, dialect_);
  if (!cells) {
    findings_.push_back(error(at(line, line.find('"'), 1), "csv-quote", "a quoted cell does not end as it should",
                              "close it with \" before the separator"));
    return;
  }
  if (cells->size() != columns_.size()) {
    const CsvCell& cell = cells->size() > columns_.size() ? (*cells)[columns_.size()] : cells->back();
    findings_.push_back(
        error(at(line, cell.offset, cell.length), "csv-cell-count",
              fmt::format("line {} has {} cell{} for {} column{}", line_, cells->size(), cells->size() == 1 ? "" : "s",
                          columns_.size(), columns_.size() == 1 ? "" : "s"),
              "every row needs one number per column; is the file cut off?"));
    return;
  }
  for (std::size_t k = 0; k < cells->size() && findings_.size() < most_findings_of_a_line; ++k) {
    const CsvCell& cell = (*cells)[k];
    const ParsedNumber number = parse_number(with_point(cell.text, dialect_));
    if (number.ok() || (number.fault == NumberFault::not_finite && options_.allow_non_finite)) continue;
    const std::string shown = cell.text.substr(0, 60);
    if (cell.text.empty())
      findings_.push_back(error(at(line, cell.offset, 1), "csv-cell-empty",
                                fmt::format("'{}' is empty in line {}", columns_[k], line_), "a number is needed"));
    else
      findings_.push_back(error(at(line, cell.offset, cell.length), code_of(number.fault),
                                fmt::format("'{}' is '{}' in line {}", columns_[k], shown, line_),
                                "a finite decimal number is needed"));
  }
}

}  // namespace tauforge::files
