// Drives that rest are told so again and again: their watchdog stays content while somebody thinks about a question or a
// motion is prepared.
//
//   in use    read() and write() pass through                                                                        (1)
//   at rest   from the beginning, and after a write() without power: once nobody has called for a few milliseconds, a
//             thread writes the same again every 2 ms, and reads, so that nothing old piles up in the cards          (2)
//
// All calls tell the cards the time of the clock: loops and what comes between them count theirs from different origins.
//
// Drives that have power hear nothing from here: where who commands them hangs, their watchdog has to fire.
//
// Neither waits for the other: who finds the cards taken leaves them to the other, and the call was a stale one. That happens
// at the end of a rest only.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "tauforge/control/loop.h"

namespace tauforge::cards {

class Heartbeat : public control::Hardware {
 public:
  explicit Heartbeat(control::Hardware& hardware);
  Heartbeat(const Heartbeat&) = delete;
  ~Heartbeat() override;  // the cards are nobody's then

  std::size_t drives() const noexcept override { return hardware_.drives(); }
  control::Equipment equipment() const noexcept override { return hardware_.equipment(); }
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override;
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override;
  std::int64_t computing_time() const noexcept override { return hardware_.computing_time(); }
  std::uint64_t beats() const noexcept { return beats_.load(std::memory_order_relaxed); }  // by the thread

 private:
  void beat() noexcept;
  bool nobody_calls() const noexcept;
  bool take() noexcept { return !taken_.exchange(true, std::memory_order_acquire); }
  void leave() noexcept { taken_.store(false, std::memory_order_release); }

  control::Hardware& hardware_;
  std::atomic<bool> taken_ = false, ended_ = false, resting_ = true;
  std::atomic<std::int64_t> called_ = 0;  // the time of the last call by the clock [ns]
  std::atomic<std::uint64_t> beats_ = 0;
  // of whoever has taken the cards
  control::Reading reading_;
  std::uint64_t digital_ = control::brakes;
  std::thread thread_;
};

}  // namespace tauforge::cards
