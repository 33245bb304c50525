#include "tauforge/files/mcap_records.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "tauforge/files/decompress.h"
#include "tauforge/files/little_endian.h"
#include "tauforge/files/table_reader.h"

namespace tauforge::files {

namespace {

constexpr std::array<unsigned char, 8> magic = {0x89, 'M', 'C', 'A', 'P', '0', 0x0D, 0x0A};
constexpr std::uint64_t largest_chunk = 1u << 28;  // [bytes], packed or not
constexpr std::size_t head = 9;                    // opcode and length of a record [bytes]

enum Opcode : unsigned char {
  footer = 0x02,
  schema = 0x03,
  channel = 0x04,
  message = 0x05,
  chunk = 0x06,
  data_end = 0x0F
};

std::optional<McapRecord> record_of(unsigned char opcode, Bytes content, bool& broken) {
  LittleEndian bytes(content);
  McapRecord record;
  switch (opcode) {
    case schema: {
      McapSchema s;
      s.id = bytes.number<std::uint16_t>();
      s.name = bytes.text(), s.encoding = bytes.text();
      record.schema = std::move(s);
      break;
    }
    case channel: {
      McapChannel c;
      c.id = bytes.number<std::uint16_t>(), c.schema = bytes.number<std::uint16_t>();
      c.topic = bytes.text(), c.encoding = bytes.text();
      record.channel = std::move(c);
      break;
    }
    case message: {
      McapMessage m;
      m.channel = bytes.number<std::uint16_t>();
      bytes.number<std::uint32_t>();  // sequence
      m.time = static_cast<std::int64_t>(bytes.number<std::uint64_t>());
      bytes.number<std::uint64_t>();  // when it was published
      m.data = bytes.rest();
      record.message = m;
      break;
    }
    default: return std::nullopt;
  }
  broken = bytes.broken();
  return record;
}

}  // namespace

bool begins_as_mcap(Bytes begin) {
  return begin.size() >= magic.size() && std::equal(magic.begin(), magic.end(), begin.begin());
}

diagnostic::Result<McapRecords> McapRecords::open(const std::string& path) {
  McapRecords records;
  records.name_ = path;
  records.file_.reset(std::fopen(path.c_str(), "rb"));
  if (!records.file_ || fseeko(records.file_.get(), 0, SEEK_END) != 0)
    return diagnostic::error(whole_file(path), "file-unreadable",
                             fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  records.size_ = static_cast<std::uint64_t>(ftello(records.file_.get()));
  std::rewind(records.file_.get());
  if (!records.read(magic.size(), records.content_) || !begins_as_mcap(records.content_))
    return diagnostic::error(whole_file(path), "mcap-broken", fmt::format("'{}' does not begin as MCAP does", path));
  return records;
}

void McapRecords::error(const char* code, const std::string& message, const std::string& hint) {
  findings_.push_back(
      diagnostic::error(whole_file(name_), code, fmt::format("{}, before byte {}", message, offset_), hint));
  ended_ = true;
}

void McapRecords::truncated() {
  findings_.push_back(diagnostic::warning(whole_file(name_), "mcap-truncated",
                                          fmt::format("'{}' breaks off at byte {}", name_, size_),
                                          "what is complete before that is read"));
  ended_ = true;
}

bool McapRecords::read(std::size_t length, std::vector<unsigned char>& to) {
  to.resize(length);
  if (std::fread(to.data(), 1, length, file_.get()) != length) return false;
  offset_ += length;
  return true;
}

void McapRecords::skip(std::uint64_t length) {
  offset_ += length;
  if (fseeko(file_.get(), static_cast<off_t>(offset_), SEEK_SET) != 0) error("file-unreadable", "it cannot be read");
}

void McapRecords::unpack(Bytes content) {
  LittleEndian bytes(content);
  bytes.number<std::uint64_t>(), bytes.number<std::uint64_t>();  // times
  const auto length = bytes.number<std::uint64_t>();
  const auto crc = bytes.number<std::uint32_t>();
  const std::string compression = bytes.text();
  const Bytes packed = bytes.take(bytes.number<std::uint64_t>());
  at_ = 0, chunk_.clear();
  if (bytes.broken()) return error("mcap-broken", "a chunk is longer than its record");
  if (length > largest_chunk)
    return error("mcap-chunk-too-large", fmt::format("a chunk claims {} bytes", length),
                 fmt::format("at most {} are unpacked at once", largest_chunk));
  std::optional<std::vector<unsigned char>> plain;
  if (compression.empty() && packed.size() == length)
    plain.emplace(packed.begin(), packed.end());
  else if (compression == "zstd")
    plain = from_zstd(packed, static_cast<std::size_t>(length));
  else if (compression == "lz4")
    plain = from_lz4_frame(packed, static_cast<std::size_t>(length));
  else if (!compression.empty())
    return error("mcap-compression", fmt::format("a chunk is compressed by '{}'", compression), "zstd, lz4 or none");
  if (!plain) return error("mcap-broken", "a chunk cannot be unpacked", "copy the file again");
  if (crc != 0 && crc32(crc32(0, nullptr, 0), plain->data(), static_cast<uInt>(plain->size())) != crc)
    return error("mcap-broken", "the checksum of a chunk is wrong", "copy the file again");
  chunk_ = std::move(*plain);
}

std::optional<McapRecord> McapRecords::in_chunk() {
  while (at_ < chunk_.size() && !ended_) {
    LittleEndian bytes(Bytes(chunk_).subspan(at_));
    const auto opcode = bytes.number<unsigned char>();
    const Bytes content = bytes.take(bytes.number<std::uint64_t>());
    bool broken = bytes.broken();
    at_ += bytes.position();
    auto record = broken ? std::nullopt : record_of(opcode, content, broken);
    if (broken) error("mcap-broken", "a record is longer than its chunk");
    if (record && !broken) return record;
  }
  return std::nullopt;
}

bool McapRecords::go_to_summary() {
  const std::uint64_t before = offset_, length = head + 20 + magic.size();  // of the footer and the magic behind it
  const auto go_to = [&](std::uint64_t place) {
    offset_ = place;
    return fseeko(file_.get(), static_cast<off_t>(place), SEEK_SET) == 0;
  };
  std::vector<unsigned char> end;
  std::uint64_t summary = 0;
  if (size_ > before + length && go_to(size_ - length) && read(length, end) &&
      begins_as_mcap(Bytes(end).subspan(length - magic.size())) && end[0] == footer)
    summary = LittleEndian(Bytes(end).subspan(head)).number<std::uint64_t>();
  if (summary > before && summary < size_ - length) return go_to(summary);
  go_to(before);
  return false;
}

std::optional<McapRecord> McapRecords::next() {
  std::vector<unsigned char> begin;
  while (!ended_) {
    if (auto record = in_chunk()) return record;
    if (ended_) break;
    if (!read(head, begin)) {
      truncated();
      break;
    }
    LittleEndian bytes(begin);
    const auto opcode = bytes.number<unsigned char>();
    const auto length = bytes.number<std::uint64_t>();
    if (opcode == 0) {
      error("mcap-broken", "there is something else than a record", "is the file filled up with zeros?");
    } else if (opcode == data_end || opcode == footer) {
      ended_ = true;  // what follows is a summary of what came before
    } else if (length > size_ - offset_) {
      truncated();
    } else if (opcode != schema && opcode != channel && opcode != message && opcode != chunk) {
      skip(length);
    } else if (length > largest_chunk) {
      error("mcap-chunk-too-large", fmt::format("a record has {} bytes", length),
            fmt::format("at most {} are read at once", largest_chunk));
    } else if (!read(static_cast<std::size_t>(length), content_)) {
      truncated();
    } else if (opcode == chunk) {
      unpack(content_);
    } else {
      bool broken = false;
      auto record = record_of(opcode, content_, broken);
      if (!broken) return record;
      error("mcap-broken", "a record is shorter than what it holds");
    }
  }
  return std::nullopt;
}

}  // namespace tauforge::files
