// Samples out of the synchronous task: one producer, one consumer, no lock. When the ring is full the new sample is
// dropped and counted, because the producer must not wait; so a log can say how much of it is missing.
//
//   pushed_ and popped_ count samples since the beginning; sample k lies in place k mod capacity             (1)
//   full: pushed_ - popped_ = capacity;  empty: pushed_ = popped_                                            (2)
//
// Memory orders. Each counter is written by one side alone, which therefore reads its own relaxed.
//   pushed_  release by the producer, acquire by the consumer: the sample is there before it is announced
//   popped_  release by the consumer, acquire by the producer: the sample is copied before its place is reused
// tests/memory_model explores every run of a few samples, and each of these orders weakened; that is what `Atomic` is for.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tauforge/diagnostic/require.h"

namespace tauforge::executive {

template <class T, template <class> class Atomic = std::atomic> class Ring {
 public:
  // Memory is taken here and nowhere else; written, so that it is there. `like`: what a place holds at first; of a T that
  // owns memory, with as much as any sample needs.
  explicit Ring(std::size_t capacity, const T& like = T()) : places_(capacity, like) {
    diagnostic::require(capacity > 0, "a ring has at least one place");
  }

  // Producer. False: full, the sample is dropped and counted.
  bool push(const T& sample) noexcept {
    const std::uint64_t pushed = pushed_.load(std::memory_order_relaxed);
    if (pushed - popped_.load(std::memory_order_acquire) == places_.size()) {  // (2)
      dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return false;
    }
    places_[pushed % places_.size()] = sample;  // (1)
    pushed_.store(pushed + 1, std::memory_order_release);
    return true;
  }

  // Consumer. False: empty, `sample` stays as it was.
  bool pop(T& sample) noexcept {
    const std::uint64_t popped = popped_.load(std::memory_order_relaxed);
    if (popped == pushed_.load(std::memory_order_acquire)) return false;  // (2)
    sample = places_[popped % places_.size()];
    popped_.store(popped + 1, std::memory_order_release);
    return true;
  }

  std::size_t capacity() const noexcept { return places_.size(); }
  std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t line = 64;  // bytes of a cache line
  std::vector<T> places_;
  alignas(line) Atomic<std::uint64_t> pushed_{0};
  Atomic<std::uint64_t> dropped_{0};  // written by the producer
  alignas(line) Atomic<std::uint64_t> popped_{0};
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
};

}  // namespace tauforge::executive
