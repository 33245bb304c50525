// The records of an MCAP file one after another, chunks unpacked.                              format: [MCAP], version 0
//
//   file    = magic, record ..., magic            magic = 89 'M' 'C' 'A' 'P' '0' 0D 0A
//   record  = opcode (1 byte), length (8), content of that length          numbers: little-endian
//   chunk   = first and last time (8, 8), length unpacked (8), CRC-32 or 0 (4), compression (text), length (8), records
//
// Memory: one chunk. What nobody here reads (indices, attachments) is skipped in the file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::files {

using Bytes = std::span<const unsigned char>;

struct McapSchema {
  std::uint16_t id = 0;
  std::string name, encoding;  // "sensor_msgs/msg/JointState", "ros2msg"
};
struct McapChannel {
  std::uint16_t id = 0, schema = 0;
  std::string topic, encoding;  // "/joint_states", "cdr"
};
struct McapMessage {
  std::uint16_t channel = 0;
  std::int64_t time = 0;  // when it was logged [ns]
  Bytes data;             // until the next record is read
};
// One of the three, or the end of the file.
struct McapRecord {
  std::optional<McapSchema> schema;
  std::optional<McapChannel> channel;
  std::optional<McapMessage> message;
};

bool begins_as_mcap(Bytes begin);

class McapRecords {
 public:
  static diagnostic::Result<McapRecords> open(const std::string& path);

  // Nothing at the end, and after an error: findings() tells. A file that breaks off gives what is complete, and a warning.
  std::optional<McapRecord> next();
  const diagnostic::Findings& findings() const { return findings_; }
  // Goes on with the schemas and channels of the summary at the end of the file; false: it has none.
  bool go_to_summary();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  bool read(std::size_t length, std::vector<unsigned char>& to);
  void skip(std::uint64_t length);
  void unpack(Bytes chunk);
  std::optional<McapRecord> in_chunk();
  void error(const char* code, const std::string& message, const std::string& hint = "");
  void truncated();

  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t size_ = 0, offset_ = 0;
  std::vector<unsigned char> content_, chunk_;
  std::size_t at_ = 0;  // in the chunk
  bool ended_ = false;
  diagnostic::Findings findings_;
};

}  // namespace tauforge::files
