// The newest model for the synchronous task: one writer, one reader, the newest value wins. Neither side ever waits for
// the other, and the reader never sees a value that is half written.
//
// Three slots. At any time the writer owns one (its draft), the reader owns one (what it reads), and the third lies in
// the middle, ready to be exchanged:
//
//   publish   writer's draft <-> middle, and the middle is marked fresh                                      (1)
//   latest    if the middle is fresh: reader's slot <-> middle, and the mark is gone                         (2)
//
// Every index is owned by exactly one of writer, reader and middle, because (1) and (2) are single atomic exchanges. So no
// slot is written while it is read: a torn value is impossible, not unlikely.
//
// Memory orders. Both exchanges are acquire and release:
//   release in (1), acquire in (2)  what the writer wrote into its draft is there before the reader may read it
//   release in (2), acquire in (1)  what the reader still reads is read before the writer may overwrite it
// The look at the mark in (2) is relaxed: it only decides whether to exchange, and the exchange orders the rest. A mark
// once set is taken away by the reader alone, so what the look saw still holds when the exchange happens.
//
// tests/memory_model explores every run of a few exchanges, and each of these orders weakened; that is what `Atomic` is for.
//
// Both sides are a bounded number of instructions where the processor exchanges in one instruction (x86, ARM from
// v8.1); elsewhere the compiler makes a loop of load and store-conditional, which is lock-free.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace tauforge::executive {

template <class T, template <class> class Atomic = std::atomic> class Mailbox {
 public:
  Mailbox() = default;
  explicit Mailbox(const T& first) : slots_{Slot{first}, Slot{first}, Slot{first}} {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  // Writer: a slot to be filled completely, for it holds some older value. Nobody sees it before publish().
  T& draft() noexcept { return slots_[draft_].value; }

  // Writer: the draft becomes the newest value. References from draft() end here.
  void publish() noexcept {
    draft_ = middle_.exchange(draft_ | fresh, std::memory_order_acq_rel) & index;  // (1)
  }

  // Reader: the newest value; the reference holds until the next call. Before the first publish(): the first value.
  const T& latest() noexcept {
    if (middle_.load(std::memory_order_relaxed) & fresh)
      reading_ = middle_.exchange(reading_, std::memory_order_acq_rel) & index;  // (2)
    return slots_[reading_].value;
  }

 private:
  static constexpr std::uint8_t index = 3, fresh = 4;
  static constexpr std::size_t line = 64;  // bytes of a cache line: the two sides do not disturb one another
  struct alignas(line) Slot {
    T value{};
  };

  std::array<Slot, 3> slots_{};
  alignas(line) Atomic<std::uint8_t> middle_{1};
  alignas(line) std::uint8_t draft_ = 0;    // touched by the writer only
  alignas(line) std::uint8_t reading_ = 2;  // touched by the reader only
  static_assert(std::atomic<std::uint8_t>::is_always_lock_free);
};

}  // namespace tauforge::executive
