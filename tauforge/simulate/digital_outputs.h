// Digital lines to the tool and the brakes, with a memory of what was switched when.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tauforge::simulate {

struct DigitalChange {
  std::int64_t now = 0;    // [ns]
  std::uint64_t bits = 0;  // of all lines from then on
};

class DigitalOutputs {
 public:
  // Remembers so many changes; later ones are only counted.
  explicit DigitalOutputs(std::size_t remembered = 1024) : changes_(remembered) {}
  void set(std::int64_t now, std::uint64_t bits) noexcept {
    if (bits == bits_) return;
    bits_ = bits;
    if (count_ < changes_.size()) changes_[count_] = {now, bits};
    ++count_;
  }
  std::uint64_t bits() const noexcept { return bits_; }
  std::size_t count() const noexcept { return count_; }
  std::span<const DigitalChange> changes() const noexcept {
    return std::span(changes_).first(count_ < changes_.size() ? count_ : changes_.size());
  }

 private:
  std::vector<DigitalChange> changes_;
  std::size_t count_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace tauforge::simulate
