// Bags of ROS 2 written byte by byte, as the formats say: what readers are held against. rosbags and mcap, two programs of
// others, are the second opinion (tests/oracles/bags.cpp).
#pragma once

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tauforge::tests {

using BagBytes = std::string;

template <class T> void put(BagBytes& to, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  to.append(raw, sizeof(T));
}
inline void put_text(BagBytes& to, const std::string& text) {
  put(to, static_cast<std::uint32_t>(text.size()));
  to += text;
}

// Plain CDR, behind its four bytes.
class CdrWriter {
 public:
  template <class T> CdrWriter& number(T value) {
    while ((bytes_.size() - 4) % sizeof(T) != 0) bytes_ += '\0';
    put(bytes_, value);
    return *this;
  }
  CdrWriter& text(const std::string& text) {
    number(static_cast<std::uint32_t>(text.size() + 1));
    bytes_ += text + '\0';
    return *this;
  }
  CdrWriter& doubles(const std::vector<double>& values) {
    number(static_cast<std::uint32_t>(values.size()));
    for (const double x : values) number(x);
    return *this;
  }
  CdrWriter& texts(const std::vector<std::string>& list) {
    number(static_cast<std::uint32_t>(list.size()));
    for (const auto& word : list) text(word);
    return *this;
  }
  const BagBytes& bytes() const { return bytes_; }

 private:
  BagBytes bytes_{"\0\1\0\0", 4};
};

inline std::int64_t nanoseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e9 + 0.5); }

inline BagBytes joint_state(std::int64_t stamp, const std::vector<std::string>& names, const std::vector<double>& q,
                            const std::vector<double>& qd, const std::vector<double>& tau) {
  return CdrWriter()
      .number(static_cast<std::int32_t>(stamp / 1'000'000'000))
      .number(static_cast<std::uint32_t>(stamp % 1'000'000'000))
      .text("base")
      .texts(names)
      .doubles(q)
      .doubles(qd)
      .doubles(tau)
      .bytes();
}
inline BagBytes double_array(const std::vector<double>& values) {
  return CdrWriter()
      .number(std::uint32_t{1})
      .text("joints")
      .number(static_cast<std::uint32_t>(values.size()))
      .number(std::uint32_t{1})
      .number(std::uint32_t{0})
      .doubles(values)
      .bytes();
}

class Bag {
 public:
  explicit Bag(std::string compression = "", std::size_t messages_per_chunk = 50)
      : compression_(std::move(compression)), per_chunk_(messages_per_chunk) {}

  void topic(std::uint16_t id, const std::string& name, const std::string& type) {
    BagBytes schema, channel;
    put(schema, id), put_text(schema, type), put_text(schema, "ros2msg"), put_text(schema, "float64[] data");
    put(channel, id), put(channel, id), put_text(channel, name), put_text(channel, "cdr");
    put(channel, std::uint32_t{0});
    declared_ += record(0x03, schema) + record(0x04, channel);
  }
  void message(std::uint16_t topic, double time, const BagBytes& data) {
    BagBytes m;
    put(m, topic), put(m, std::uint32_t{0}), put(m, static_cast<std::uint64_t>(time * 1e9 + 0.5));
    put(m, static_cast<std::uint64_t>(time * 1e9 + 0.5));
    chunk_ += record(0x05, m + data);
    if (++messages_ % per_chunk_ == 0) end_chunk();
  }
  BagBytes bytes(bool summary = true) {
    end_chunk();
    BagBytes header;
    put_text(header, "ros2"), put_text(header, "test");
    const BagBytes magic("\x89MCAP0\r\n", 8);
    BagBytes file = magic + record(0x01, header) + chunks_ + record(0x0F, BagBytes(4, '\0'));
    BagBytes footer;
    put(footer, std::uint64_t{summary ? file.size() : 0}), put(footer, std::uint64_t{0}), put(footer, std::uint32_t{0});
    return file + (summary ? declared_ : "") + record(0x02, footer) + magic;
  }

  static BagBytes record(unsigned char opcode, const BagBytes& content) {
    BagBytes r(1, static_cast<char>(opcode));
    put(r, std::uint64_t{content.size()});
    return r + content;
  }

 private:
  void end_chunk() {
    if (chunk_.empty()) return;
    const BagBytes plain = (chunks_.empty() ? declared_ : "") + chunk_;
    BagBytes packed = plain;
    if (compression_ == "zstd") {
      packed.resize(ZSTD_compressBound(plain.size()));
      packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3));
    } else if (compression_ == "lz4") {
      packed.resize(LZ4F_compressFrameBound(plain.size(), nullptr));
      packed.resize(LZ4F_compressFrame(packed.data(), packed.size(), plain.data(), plain.size(), nullptr));
    }
    BagBytes c;
    put(c, std::uint64_t{0}), put(c, std::uint64_t{0}), put(c, std::uint64_t{plain.size()});
    put(c, static_cast<std::uint32_t>(
               crc32(0, reinterpret_cast<const Bytef*>(plain.data()), static_cast<uInt>(plain.size()))));
    put_text(c, compression_), put(c, std::uint64_t{packed.size()});
    chunks_ += record(0x06, c + packed);
    chunk_.clear();
  }

  std::string compression_;
  std::size_t per_chunk_, messages_ = 0;
  BagBytes declared_, chunk_, chunks_;
};

}  // namespace tauforge::tests
