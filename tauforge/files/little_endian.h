// Numbers and texts one after another in bytes, little-endian. What reaches beyond the end makes `broken` true and reads as
// zero: callers look once, at the end.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace tauforge::files {

class LittleEndian {
 public:
  explicit LittleEndian(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  template <class T> T number() {
    const auto from = take(sizeof(T));
    T value{};
    if (from.empty()) return value;
    std::uint64_t bits = 0;
    for (std::size_t k = sizeof(T); k-- > 0;) bits = bits << 8 | from[k];
    if constexpr (sizeof(T) == 8)
      std::memcpy(&value, &bits, sizeof(T));
    else if constexpr (sizeof(T) == 4) {
      const auto low = static_cast<std::uint32_t>(bits);
      std::memcpy(&value, &low, sizeof(T));
    } else
      value = static_cast<T>(bits);
    return value;
  }
  std::span<const unsigned char> take(std::uint64_t length) {
    if (length > bytes_.size() - at_) {
      broken_ = true, at_ = bytes_.size();
      return {};
    }
    const auto part = bytes_.subspan(at_, static_cast<std::size_t>(length));
    at_ += static_cast<std::size_t>(length);
    return part;
  }
  // A length of 4 bytes, then the text.
  std::string text() {
    const auto part = take(number<std::uint32_t>());
    return {part.begin(), part.end()};
  }
  // To a multiple of `to`, counted from the beginning.
  void align(std::size_t to) { take((to - at_ % to) % to); }

  std::span<const unsigned char> rest() const { return bytes_.subspan(at_); }
  std::size_t position() const { return at_; }
  bool broken() const { return broken_; }

 private:
  std::span<const unsigned char> bytes_;
  std::size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace tauforge::files
