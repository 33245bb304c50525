#include "tauforge/cards/driver_hardware.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "tauforge/control/loop.h"

namespace tauforge::cards {

namespace {

using control::CardStatus;
using diagnostic::Diagnostic;

constexpr const char* entry = "tauforge_hardware";
constexpr std::size_t longest_text = 8192;  // of a driver

// behind every list; no counter, voltage or number of pulses looks like that by chance
constexpr std::int64_t untouched_count = 0x5ca1ab1e0ddba11;
constexpr std::uint32_t untouched_pulses = 0xdecafbad;
constexpr double untouched_volts = -7.31854296e211;

Diagnostic refusal(const char* code, std::string message, std::string hint = "") {
  return diagnostic::error({}, code, std::move(message), std::move(hint));
}

// What is missing in a table; empty: nothing.
std::string missing(const tauforge_hardware& driver) {
  std::string list;
  const auto look = [&](bool there, const char* name) {
    if (!there) list += (list.empty() ? "" : ", ") + std::string(name);
  };
  look(driver.open != nullptr, "open");
  look(driver.read != nullptr, "read");
  look(driver.write != nullptr, "write");
  look(driver.close != nullptr, "close");
  return list;
}

// A driver may forget to end its text.
std::string ended(std::vector<char>& text) {
  text.back() = '\0';
  return text.data();
}

std::uint64_t of_drives(std::size_t drives) {
  return drives >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << drives) - 1;
}

}  // namespace

const char* to_text(DriverMistake mistake) {
  switch (mistake) {
    case DriverMistake::none: return "";
    case DriverMistake::no_status: return "returned what is no status";
    case DriverMistake::past_the_end: return "wrote past the end of a list";
    case DriverMistake::not_finite: return "gave or was given a number that is not finite";
    case DriverMistake::exception: return "threw an exception";
  }
  return "";
}

DriverHardware::DriverHardware(native::SharedLibrary library, const tauforge_hardware& driver, std::string name)
    : library_(std::move(library)), driver_(driver), name_(std::move(name)) {}

diagnostic::Result<std::unique_ptr<DriverHardware>> DriverHardware::open(const std::string& path,
                                                                         const std::string& options,
                                                                         std::size_t drives) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    return refusal("driver-unreadable", fmt::format("there is no driver library '{}'", path),
                   "the path of a shared library: ./libmycards.so");
  // a name without a folder would be looked for among the libraries of the system
  native::SharedLibrary library(std::filesystem::absolute(path, none).string());
  if (!library.ok())
    return refusal("driver-unreadable", fmt::format("the driver library cannot be loaded: {}", library.why_not()));
  const auto table = library.symbol<const tauforge_hardware* (*)()>(entry);
  if (!table)
    return refusal("driver-incomplete", fmt::format("'{}' does not export {}()", path, entry),
                   "a driver implements tauforge/hardware.h; in C++ that function is extern \"C\"");
  const tauforge_hardware* driver = table();
  if (!driver) return refusal("driver-incomplete", fmt::format("{}() of '{}' returned NULL", entry, path));
  if (driver->abi != TAUFORGE_HARDWARE_ABI)
    return refusal("driver-abi", fmt::format("'{}' was made for version {} of tauforge/hardware.h", path, driver->abi),
                   fmt::format("compile it with version {}", TAUFORGE_HARDWARE_ABI));
  if (const std::string list = missing(*driver); !list.empty())
    return refusal("driver-incomplete", fmt::format("the table of '{}' lacks: {}", path, list),
                   "only report may be NULL");

  std::unique_ptr<DriverHardware> cards(new DriverHardware(
      std::move(library), *driver, driver->name && *driver->name ? driver->name : std::string("cards without a name")));
  std::vector<char> why(longest_text, '\0');
  try {
    cards->cards_ = driver->open(options.c_str(), &cards->drives_, &cards->equipment_, why.data(), why.size());
  } catch (...) {
    return refusal("cards-refused", fmt::format("open() of {} threw an exception", cards->name_));
  }
  if (!cards->cards_) {
    const std::string reason = ended(why);
    return refusal("cards-refused",
                   fmt::format("{} cannot be opened: {}", cards->name_, reason.empty() ? "no reason given" : reason));
  }
  if (cards->drives_ != drives || drives > control::most_drives) {
    const std::size_t found = std::exchange(cards->drives_, 0);  // nothing is written to them any more
    return refusal("cards-differ", fmt::format("{} has {} drives, the robot {}", cards->name_, found, drives),
                   "the same drives in the same order");
  }
  cards->make_room();
  return cards;
}

DriverHardware::~DriverHardware() {
  if (!cards_) return;
  if (drives_ > 0) stop();
  try {
    driver_.close(cards_);
  } catch (...) {  // nobody is left to be told
  }
}

void DriverHardware::make_room() {
  const auto place = [&](auto& list, auto behind) {
    list.assign(drives_, 0);
    list.push_back(behind);
  };
  place(counts_, untouched_count), place(index_counts_, untouched_count);
  place(index_pulses_, untouched_pulses);
  place(potentiometers_, untouched_volts), place(currents_, untouched_volts);
  volts_.assign(drives_, 0.0);
  latest_ = control::Reading(drives_);
}

bool DriverHardware::untouched() const noexcept {
  return counts_.back() == untouched_count && index_counts_.back() == untouched_count &&
         index_pulses_.back() == untouched_pulses && potentiometers_.back() == untouched_volts &&
         currents_.back() == untouched_volts;
}

control::Equipment DriverHardware::equipment() const noexcept {
  const auto has = [this](unsigned what) { return (equipment_ & what) != 0; };
  control::Equipment e;
  e.watchdog = has(TAUFORGE_HAS_WATCHDOG), e.emergency_stop = has(TAUFORGE_HAS_EMERGENCY_STOP);
  e.brakes = has(TAUFORGE_HAS_BRAKES), e.brake_feedback = has(TAUFORGE_HAS_BRAKE_FEEDBACK);
  e.potentiometers = has(TAUFORGE_HAS_POTENTIOMETERS);
  e.currents = has(TAUFORGE_HAS_CURRENTS), e.thermal = has(TAUFORGE_HAS_THERMAL);
  return e;
}

void DriverHardware::note(DriverMistake mistake, const char* call, int value) noexcept {
  if (mistake_ != DriverMistake::none) return;
  mistake_ = mistake, mistaken_call_ = call, mistaken_value_ = value, mistaken_at_ = last_;
}

CardStatus DriverHardware::judge(int status, const char* call) noexcept {
  switch (status) {
    case TAUFORGE_CARDS_FINE: return CardStatus::fine;
    case TAUFORGE_CARDS_STALE: return CardStatus::stale;
    case TAUFORGE_CARDS_FAILED: return CardStatus::failed;
    default: note(DriverMistake::no_status, call, status); return CardStatus::failed;
  }
}

void DriverHardware::count(CallCounts& counts, std::uint64_t& stale_in_a_row, CardStatus status) noexcept {
  stale_in_a_row = status == CardStatus::stale ? stale_in_a_row + 1 : 0;
  counts.longest_stale = std::max(counts.longest_stale, stale_in_a_row);
  ++(status == CardStatus::fine ? counts.fine : status == CardStatus::stale ? counts.stale : counts.failed);
}

CardStatus DriverHardware::read(std::int64_t now, control::Reading& reading) noexcept {
  last_ = now;
  tauforge_inputs inputs{};
  inputs.counts = counts_.data(), inputs.index_counts = index_counts_.data();
  inputs.index_pulses = index_pulses_.data();
  inputs.potentiometers = potentiometers_.data(), inputs.currents = currents_.data();
  CardStatus status = CardStatus::failed;
  try {
    status = judge(driver_.read(cards_, now, &inputs), "read()");
  } catch (...) {
    note(DriverMistake::exception, "read()");
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto of_list = [&](const std::vector<double>& list) { return std::all_of(list.begin(), list.end(), finite); };
  if (!untouched()) note(DriverMistake::past_the_end, "read()"), status = CardStatus::failed;
  if (!of_list(potentiometers_) || !of_list(currents_))
    note(DriverMistake::not_finite, "read()"), status = CardStatus::failed;
  count(reads_, stale_reads_, status);
  if (status == CardStatus::failed) return status;

  const auto has = [this](unsigned what) { return (equipment_ & what) != 0; };
  // the button is believed at once; the rest of a stale reading is of before
  if (has(TAUFORGE_HAS_EMERGENCY_STOP)) latest_.emergency_stop = inputs.emergency_stop != 0;
  if (status == CardStatus::fine) {
    const auto keep = [this](const auto& from, auto& to) { std::copy_n(from.begin(), drives_, to.begin()); };
    keep(counts_, latest_.counts);
    if (has(TAUFORGE_HAS_INDEX)) keep(index_counts_, latest_.index_counts), keep(index_pulses_, latest_.index_pulses);
    if (has(TAUFORGE_HAS_POTENTIOMETERS)) keep(potentiometers_, latest_.potentiometers);
    if (has(TAUFORGE_HAS_CURRENTS)) keep(currents_, latest_.currents);
    if (has(TAUFORGE_HAS_THERMAL)) latest_.hot = inputs.hot & of_drives(drives_);
    if (has(TAUFORGE_HAS_BRAKE_FEEDBACK)) latest_.engaged = inputs.engaged & of_drives(drives_);
    latest_.digital = inputs.digital;
  }
  reading = latest_;  // of the same size: nothing is allocated
  return status;
}

CardStatus DriverHardware::write(std::int64_t now, const control::Outputs& outputs) noexcept {
  last_ = now;
  CardStatus status = CardStatus::failed;
  bool finite = outputs.volts.size() == drives_;
  for (std::size_t i = 0; i < drives_; ++i) {
    const bool good = i < outputs.volts.size() && std::isfinite(outputs.volts[i]);
    volts_[i] = good ? outputs.volts[i] : 0.0;  // nothing of it reaches the drives
    finite = finite && good;
  }
  tauforge_outputs told{};
  told.volts = volts_.data(), told.digital = outputs.digital, told.enable = outputs.enable ? 1 : 0;
  told.heartbeat = ++heartbeat_;
  try {
    status = judge(driver_.write(cards_, now, &told), "write()");
  } catch (...) {
    note(DriverMistake::exception, "write()");
  }
  if (!finite) note(DriverMistake::not_finite, "write()"), status = CardStatus::failed;
  count(writes_, stale_writes_, status);
  return status;
}

void DriverHardware::stop() noexcept {
  std::fill(volts_.begin(), volts_.end(), 0.0);
  const std::array<double, control::most_drives> nothing{};
  write(last_, {std::span(nothing).first(drives_), control::brakes, false});
}

CardsReport DriverHardware::report() const {
  CardsReport report{name_, reads_, writes_, "", ""};
  if (mistake_ != DriverMistake::none)
    report.mistake =
        fmt::format("{} of the driver {}{} at {:.4f} s", mistaken_call_, to_text(mistake_),
                    mistake_ == DriverMistake::no_status ? fmt::format(" ({})", mistaken_value_) : std::string(),
                    1e-9 * static_cast<double>(mistaken_at_));
  if (!driver_.report) return report;
  std::vector<char> text(longest_text, '\0');
  try {
    driver_.report(cards_, text.data(), text.size());
    report.told = ended(text);
  } catch (...) {
    report.told = "report() threw an exception";
  }
  return report;
}

}  // namespace tauforge::cards
