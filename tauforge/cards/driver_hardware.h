// Cards behind a driver library: what stands behind tauforge/hardware.h, as control/hardware.h wants it.
//
//   dlopen -> tauforge_hardware() -> table -> open() -> read(), write() every period -> report() -> close()
//
// A driver is somebody else's code in our process. What can be caught of its mistakes is caught and kept as the first
// `mistake`: a status that is none, numbers that are not finite, lists written past their end, an exception. Such a call
// counts as failed: a loop that cannot believe its cards stops the arm. What cannot be caught is a driver that crashes or does
// not return; the watchdog of the drives is for that.
//
// read() and write() neither allocate nor lock nor wait, as far as the driver does not.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tauforge/control/hardware.h"
#include "tauforge/diagnostic/result.h"
#include "tauforge/hardware.h"
#include "tauforge/native/shared_library.h"

namespace tauforge::cards {

// What a driver did that it must not do.
enum class DriverMistake : std::uint8_t { none, no_status, past_the_end, not_finite, exception };
const char* to_text(DriverMistake mistake);

struct CallCounts {
  std::uint64_t fine = 0, stale = 0, failed = 0;
  std::uint64_t longest_stale = 0;  // in a row
  std::uint64_t all() const { return fine + stale + failed; }
};

// Of a run with these cards, once it is over.
struct CardsReport {
  std::string name;
  CallCounts reads, writes;
  std::string mistake;  // the first, in words; empty: none
  std::string told;     // by the driver itself, in lines
};

class DriverHardware : public control::Hardware {
 public:
  // `drives`: of the robot. Errors: driver-unreadable, driver-incomplete, driver-abi, cards-refused (by the driver's open(),
  // in its own words), cards-differ (another number of drives).
  static diagnostic::Result<std::unique_ptr<DriverHardware>> open(const std::string& library,
                                                                  const std::string& options, std::size_t drives);
  DriverHardware(const DriverHardware&) = delete;
  ~DriverHardware() override;  // stops the machine (see stop), then closes the cards

  std::size_t drives() const noexcept override { return drives_; }
  control::Equipment equipment() const noexcept override;
  bool index_pulses() const noexcept { return (equipment_ & TAUFORGE_HAS_INDEX) != 0; }
  // A stale one gives what was read before, whoever read it then; a call that failed leaves `reading` as it was.
  control::CardStatus read(std::int64_t now, control::Reading& reading) noexcept override;
  control::CardStatus write(std::int64_t now, const control::Outputs& outputs) noexcept override;

  // No volts, brakes, no power.
  void stop() noexcept;
  const std::string& name() const { return name_; }
  DriverMistake mistake() const noexcept { return mistake_; }
  CardsReport report() const;  // not from the synchronous task

 private:
  DriverHardware(native::SharedLibrary library, const tauforge_hardware& driver, std::string name);
  void make_room();
  bool untouched() const noexcept;  // what lies behind the lists
  void note(DriverMistake mistake, const char* call, int value = 0) noexcept;
  control::CardStatus judge(int status, const char* call) noexcept;
  static void count(CallCounts& counts, std::uint64_t& stale_in_a_row, control::CardStatus status) noexcept;

  native::SharedLibrary library_;
  const tauforge_hardware& driver_;
  std::string name_;
  void* cards_ = nullptr;
  std::size_t drives_ = 0;
  unsigned equipment_ = 0;
  // what the driver fills, with one place more than it may use
  std::vector<std::int64_t> counts_, index_counts_;
  std::vector<std::uint32_t> index_pulses_;
  std::vector<double> potentiometers_, currents_, volts_;
  control::Reading latest_{0};
  std::uint32_t heartbeat_ = 0;
  std::int64_t last_ = 0;  // the time of the last call [ns]
  CallCounts reads_, writes_;
  std::uint64_t stale_reads_ = 0, stale_writes_ = 0;  // in a row, now
  DriverMistake mistake_ = DriverMistake::none;
  const char* mistaken_call_ = "";
  int mistaken_value_ = 0;
  std::int64_t mistaken_at_ = 0;
};

}  // namespace tauforge::cards
