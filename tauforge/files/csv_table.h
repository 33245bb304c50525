// Tables of numbers as comma-separated text, row by row in constant memory.
//
//   # a comment
//   t,q:shoulder,"q:elbow, left"        names first; quotes where a name needs them
//   0.00,1.5e-3,-0.25                   then numbers, the same count in every row
//
// Blank lines, comments, blanks around cells, CRLF line ends and a byte order mark are accepted.
// Numbers are read and written independently of the locale; written ones read back exactly.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::files {

struct CsvOptions {
  bool allow_non_finite = false;        // "nan" and "inf" are numbers too
  std::size_t longest_line = 1u << 20;  // [bytes]; a longer one is an error ("csv-line-too-long")
};

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file && file != stdin && file != stdout) std::fclose(file);
  }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

class CsvReader {
 public:
  // Opens the file ("-" is standard input) and reads the names of its columns.
  static diagnostic::Result<CsvReader> open(const std::string& path, const CsvOptions& options = {});
  // The same from a text in memory.
  static diagnostic::Result<CsvReader> from_text(std::string name, std::string_view text,
                                                 const CsvOptions& options = {});

  const std::vector<std::string>& columns() const { return columns_; }
  std::optional<std::size_t> find(std::string_view column) const;

  // Reads the next row, one number per column. False at the end of the file and after an error;
  // findings() tells which.
  bool next(std::span<double> row);
  const diagnostic::Findings& findings() const { return findings_; }

  int line() const { return line_; }  // of the last row, 1-based
  // Where a cell of the last row stands; before the first row, where a column is named.
  diagnostic::Position place_of(std::size_t column) const;
  std::size_t bytes_read() const { return bytes_read_; }
  std::optional<std::size_t> bytes_in_all() const { return bytes_in_all_; }  // unknown for a pipe

 private:
  explicit CsvReader(std::string name, const CsvOptions& options);
  bool next_line(std::string_view& line);  // the next that is neither blank nor a comment
  bool read_line(std::string_view& line);
  bool refill();
  void read_header();
  bool read_fast(std::string_view line, std::span<double> row) const;
  void explain(std::string_view line);
  diagnostic::Position at(std::string_view line, std::size_t offset, std::size_t length) const;

  std::string name_;
  CsvOptions options_;
  OpenFile file_;  // null when reading from memory
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is not yet consumed of the buffer
  bool at_end_ = false;
  int line_ = 0;
  std::string_view last_line_;  // in the buffer, until the next is read
  std::size_t bytes_read_ = 0;
  std::optional<std::size_t> bytes_in_all_;
  std::vector<std::string> columns_;
  diagnostic::Findings findings_;
};

class CsvWriter {
 public:
  // "-" is standard output. Where the path is a temporary one, messages name the file that it is to become.
  static diagnostic::Result<CsvWriter> create(const std::string& path, const std::string& shown = "");

  void header(std::span<const std::string> columns);
  void row(std::span<const double> values);
  // Must be called last: only then is it known that everything was written.
  diagnostic::Findings finish();

 private:
  CsvWriter(std::string name, OpenFile file);
  void flush();

  std::string name_;
  OpenFile file_;
  std::string buffer_;
  bool failed_ = false;
};

}  // namespace tauforge::files
