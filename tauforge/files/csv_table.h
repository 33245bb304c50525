// Tables of numbers as comma-separated text, row by row in constant memory.
//
//   # a comment
//   t,q:shoulder,"q:elbow, left"        names first; quotes where a name needs them
//   0.00,1.5e-3,-0.25                   then numbers, the same count in every row
//
// Semicolons or tabs may separate the cells; numbers may then have a decimal comma. Which it is, the first line tells. Blank
// lines, comments, blanks around cells, CRLF line ends, a byte order mark and files that gzip compressed are accepted.
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
#include "tauforge/files/byte_source.h"
#include "tauforge/files/csv_cells.h"
#include "tauforge/files/table_reader.h"

namespace tauforge::files {

struct CsvOptions {
  bool allow_non_finite = false;        // "nan" and "inf" are numbers too
  std::size_t longest_line = 1u << 20;  // [bytes]; a longer one is an error ("csv-line-too-long")
  std::vector<std::string> columns =
      {};              // their names, where the file begins with numbers; empty: its first line has them
  bool go_on = false;  // behind a row that cannot be read: a warning, and the next row is the one after it
};

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file && file != stdin && file != stdout) std::fclose(file);
  }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

class CsvReader : public TableReader {
 public:
  // Opens the file ("-" is standard input) and reads the names of its columns.
  static diagnostic::Result<CsvReader> open(const std::string& path, const CsvOptions& options = {});
  // The same from a text in memory.
  static diagnostic::Result<CsvReader> from_text(std::string name, std::string_view text,
                                                 const CsvOptions& options = {});

  bool next(std::span<double> row) override;
  int line() const override { return line_; }
  diagnostic::Position place_of(std::size_t column) const override;
  std::size_t malformed() const override { return malformed_; }
  std::size_t bytes_read() const { return file_ ? file_->bytes_read() : bytes_read_; }
  std::optional<std::size_t> bytes_in_all() const { return bytes_in_all_; }  // unknown for a pipe

 private:
  explicit CsvReader(std::string name, const CsvOptions& options);
  bool next_line(std::string_view& line);  // the next that is neither blank nor a comment
  bool read_line(std::string_view& line);
  bool refill();
  void read_header();
  void read_names(std::string_view line);
  bool read_row(std::string_view line, std::span<double> row);
  bool read_fast(std::string_view line, std::span<double> row);
  void explain(std::string_view line);
  bool go_on_behind(std::string_view line);
  diagnostic::Position at(std::string_view line, std::size_t offset, std::size_t length) const;

  std::string name_;
  CsvOptions options_;
  CsvDialect dialect_;
  std::optional<ByteSource> file_;  // nothing when reading from memory
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what is not yet consumed of the buffer
  bool at_end_ = false;
  int line_ = 0;
  std::string_view last_line_;  // in the buffer, until the next is read
  bool again_ = false;          // the last line is a row and still to be read
  std::string with_points_;     // a line whose decimal commas became points
  std::size_t bytes_read_ = 0, malformed_ = 0, rows_ = 0;
  std::optional<std::size_t> bytes_in_all_;
};

class CsvWriter {
 public:
  // "-" is standard output. Where the path is a temporary one, messages name the file that it is to become.
  static diagnostic::Result<CsvWriter> create(const std::string& path, const std::string& shown = "");

  void header(std::span<const std::string> columns);
  void row(std::span<const double> values);
  // What was written so far is in the file; false: something of it is not.
  bool flush();
  // Must be called last: only then is it known that everything was written.
  diagnostic::Findings finish();

 private:
  CsvWriter(std::string name, OpenFile file);

  std::string name_;
  OpenFile file_;
  std::string buffer_;
  bool failed_ = false;
  int why_ = 0;  // errno of the first failure
};

}  // namespace tauforge::files
