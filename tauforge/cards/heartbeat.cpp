#include "tauforge/cards/heartbeat.h"

#include "tauforge/executive/clock.h"
#include "tauforge/executive/punctual_thread.h"

namespace tauforge::cards {

namespace {

using control::CardStatus;

constexpr std::int64_t every = 2'000'000, rests_after = 4'000'000;  // [ns]
constexpr int priority = 60;                                        // below that of a loop
constexpr std::array<double, control::most_drives> no_volts{};

}  // namespace

Heartbeat::Heartbeat(control::Hardware& hardware) : hardware_(hardware), reading_(hardware.drives()) {
  thread_ = std::thread([this] {
    const executive::PunctualThread punctual(priority);
    while (!ended_.load(std::memory_order_relaxed)) {
      beat();
      executive::sleep_until(executive::clock_now() + every);
    }
  });
}

Heartbeat::~Heartbeat() {
  ended_.store(true, std::memory_order_relaxed);
  thread_.join();
}

bool Heartbeat::nobody_calls() const noexcept {
  return resting_.load(std::memory_order_acquire) &&
         executive::clock_now() - called_.load(std::memory_order_relaxed) > rests_after;
}

void Heartbeat::beat() noexcept {
  if (!nobody_calls() || !take()) return;
  if (nobody_calls()) {  // still
    hardware_.read(executive::clock_now(), reading_);
    hardware_.write(executive::clock_now(), {std::span(no_volts).first(hardware_.drives()), digital_, false});
    beats_.fetch_add(1, std::memory_order_relaxed);
  }
  leave();
}

CardStatus Heartbeat::read(std::int64_t, control::Reading& reading) noexcept {
  if (!take()) return CardStatus::stale;
  const std::int64_t now = executive::clock_now();
  called_.store(now, std::memory_order_relaxed);
  const CardStatus status = hardware_.read(now, reading);
  leave();
  return status;
}

CardStatus Heartbeat::write(std::int64_t, const control::Outputs& outputs) noexcept {
  if (!take()) return CardStatus::stale;
  const std::int64_t now = executive::clock_now();
  called_.store(now, std::memory_order_relaxed);
  digital_ = outputs.digital | control::brakes;
  resting_.store(!outputs.enable, std::memory_order_release);
  const CardStatus status = hardware_.write(now, outputs);
  leave();
  return status;
}

}  // namespace tauforge::cards
