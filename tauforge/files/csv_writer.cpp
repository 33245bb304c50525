#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "tauforge/diagnostic/printable.h"
#include "tauforge/files/csv_cells.h"
#include "tauforge/files/csv_table.h"

namespace tauforge::files {

using diagnostic::error;

namespace {

constexpr std::size_t flush_at = 1u << 16;
constexpr std::size_t longest_number = 32;

}  // namespace

CsvWriter::CsvWriter(std::string name, OpenFile file) : name_(std::move(name)), file_(std::move(file)) {}

diagnostic::Result<CsvWriter> CsvWriter::create(const std::string& path, const std::string& shown) {
  const std::string& name = shown.empty() ? path : shown;
  OpenFile file(path == "-" ? stdout : std::fopen(path.c_str(), "wb"));
  if (!file)
    return error(whole_file(name), "output-unwritable",
                 fmt::format("cannot write '{}': {}", name, std::strerror(errno)));
  return CsvWriter(name, std::move(file));
}

bool CsvWriter::flush() {
  const bool written =
      std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) == buffer_.size() && std::fflush(file_.get()) == 0;
  if (!written && !failed_) failed_ = true, why_ = errno;
  buffer_.clear();
  return !failed_;
}

void CsvWriter::header(std::span<const std::string> columns) {
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (k > 0) buffer_ += ',';
    buffer_ += cell_text(diagnostic::printable(columns[k]));
  }
  buffer_ += '\n';
}

void CsvWriter::row(std::span<const double> values) {
  const std::size_t begin = buffer_.size();
  buffer_.resize(begin + (longest_number + 1) * values.size() + 1);
  char* p = buffer_.data() + begin;
  for (const double value : values) {
    p = std::to_chars(p, p + longest_number, value).ptr;
    *p++ = ',';
  }
  if (values.empty()) ++p;
  p[-1] = '\n';
  buffer_.resize(static_cast<std::size_t>(p - buffer_.data()));
  if (buffer_.size() >= flush_at) flush();
}

diagnostic::Findings CsvWriter::finish() {
  flush();
  const bool ours = file_.get() != stdout;
  std::FILE* file = file_.release();
  if (ours && std::fclose(file) != 0 && !failed_) failed_ = true, why_ = errno;
  if (!failed_) return {};
  return {error(whole_file(name_), "output-unwritable",
                fmt::format("writing '{}' failed: {}", name_, std::strerror(why_)), "is the disk full?")};
}

}  // namespace tauforge::files
