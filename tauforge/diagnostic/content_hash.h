// FNV-1a of 64 bits: whether two contents are the same. It tells mistakes, not malice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tauforge::diagnostic {

class ContentHash {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  }
  std::uint64_t value() const { return hash_; }
  std::string text() const {  // 16 hexadecimal digits
    std::string digits(16, '0');
    for (int k = 0; k < 16; ++k) digits[15 - k] = "0123456789abcdef"[hash_ >> (4 * k) & 15];
    return digits;
  }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

inline std::string content_hash(std::string_view bytes) {
  ContentHash hash;
  hash.add(bytes);
  return hash.text();
}

}  // namespace tauforge::diagnostic
