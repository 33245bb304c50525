#include "tauforge/files/byte_source.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tauforge/files/table_reader.h"

namespace tauforge::files {

using diagnostic::error;

namespace {

constexpr unsigned buffer = 1u << 17;  // of zlib [bytes]

}  // namespace

void ByteSource::Close::operator()(gzFile_s* file) const { gzclose_r(file); }

diagnostic::Result<ByteSource> ByteSource::open(const std::string& path) {
  ByteSource source;
  source.name_ = path;
  std::error_code failed;
  if (path != "-" && std::filesystem::is_directory(path, failed))
    return error(whole_file(path), "file-unreadable", fmt::format("'{}' is a folder, not a file", path));
  source.file_.reset(path == "-" ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path.c_str(), "rb"));
  if (!source.file_)
    return error(whole_file(path), "file-unreadable", fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  gzbuffer(source.file_.get(), buffer);
  if (path != "-" && std::filesystem::is_regular_file(path, failed))
    source.bytes_in_all_ = std::filesystem::file_size(path, failed);
  return source;
}

std::size_t ByteSource::read(char* to, std::size_t most) {
  if (!file_ || !failure_.empty()) return 0;
  const int got = gzread(file_.get(), to, static_cast<unsigned>(std::min<std::size_t>(most, 1u << 30)));
  if (got > 0) return static_cast<std::size_t>(got);
  int code = Z_OK;
  gzerror(file_.get(), &code);
  if (code == Z_BUF_ERROR)
    failure_.push_back(error(whole_file(name_), "gzip-truncated",
                             fmt::format("'{}' ends in the middle of what gzip compressed", name_),
                             "it was not written to its end, or not copied whole"));
  else if (code == Z_DATA_ERROR)
    failure_.push_back(error(whole_file(name_), "gzip-broken",
                             fmt::format("'{}' is not what gzip compressed any more", name_),
                             "copy it again; gzip -t says whether a file is sound"));
  else if (got < 0)
    failure_.push_back(error(whole_file(name_), "file-unreadable", fmt::format("reading '{}' failed", name_)));
  return 0;
}

std::size_t ByteSource::bytes_read() const {
  if (!file_) return 0;
  const auto offset = gzoffset(file_.get());
  return offset > 0 ? static_cast<std::size_t>(offset) : 0;
}

}  // namespace tauforge::files
