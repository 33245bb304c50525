// The bytes of a file one after another; a file that gzip compressed is read as what it was before.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "tauforge/diagnostic/result.h"

struct gzFile_s;  // of zlib

namespace tauforge::files {

class ByteSource {
 public:
  ByteSource() = default;  // nothing to read
  // "-" is standard input.
  static diagnostic::Result<ByteSource> open(const std::string& path);

  // As many as there are, at most `most`; 0 at the end and after a failure, which `failure` then tells.
  std::size_t read(char* to, std::size_t most);
  const diagnostic::Findings& failure() const { return failure_; }

  std::optional<std::size_t> bytes_in_all() const { return bytes_in_all_; }  // of the file; unknown for a pipe
  std::size_t bytes_read() const;                                            // of the file, compressed or not

 private:
  struct Close {
    void operator()(gzFile_s* file) const;
  };
  std::string name_;
  std::unique_ptr<gzFile_s, Close> file_;
  std::optional<std::size_t> bytes_in_all_;
  diagnostic::Findings failure_;
};

}  // namespace tauforge::files
