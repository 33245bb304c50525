#include "tauforge/scenario/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tauforge/diagnostic/require.h"

namespace tauforge::scenario {

namespace {

using enum FaultKind;

constexpr std::array forms{
    FaultForm{.kind = background_hangs, .name = "background_hangs"},
    FaultForm{.kind = background_late, .name = "background_late", .by = true},
    FaultForm{.kind = background_nan, .name = "background_nan"},
    FaultForm{.kind = clock_jumps, .name = "clock_jumps", .ends = false, .by = true},
    FaultForm{.kind = sensor_freezes, .name = "sensor_freezes", .drive = Need::required},
    FaultForm{.kind = encoder_jumps, .name = "encoder_jumps", .ends = false, .drive = Need::required, .counts = true},
    FaultForm{.kind = encoder_inverted, .name = "encoder_inverted", .drive = Need::required},
    FaultForm{.kind = encoder_noisy, .name = "encoder_noisy", .drive = Need::required, .counts = true},
    FaultForm{.kind = encoder_delayed, .name = "encoder_delayed", .drive = Need::required, .by = true},
    FaultForm{.kind = index_missing, .name = "index_missing", .drive = Need::required},
    FaultForm{.kind = packet_loss, .name = "packet_loss", .probability = true},
    FaultForm{.kind = emergency_stop, .name = "emergency_stop"},
    FaultForm{.kind = motor_hot, .name = "motor_hot", .drive = Need::required},
    FaultForm{.kind = torque_constant, .name = "torque_constant", .drive = Need::required, .factor = true},
    FaultForm{.kind = FaultKind::friction, .name = "friction", .drive = Need::optional, .factor = true, .real = false},
    FaultForm{.kind = brake_slips, .name = "brake_slips", .drive = Need::optional, .factor = true, .real = false},
    FaultForm{.kind = FaultKind::payload, .name = "payload", .ends = false, .real = false},
};

double seconds(Nanoseconds time) { return 1e-9 * static_cast<double>(time); }

std::string what(const Fault& fault, const std::string& drive) {
  const auto of_drive = [&](const char* thing) {
    return drive.empty() ? fmt::format("all {}s", thing) : fmt::format("the {} of {}", thing, drive);
  };
  switch (fault.kind) {
    case background_hangs: return "background tasks hang";
    case background_late: return fmt::format("background tasks take {:.4g} s longer", seconds(fault.by));
    case background_nan: return "background tasks find NaN";
    case clock_jumps: return fmt::format("the clock jumps by {:+.4g} s", seconds(fault.by));
    case sensor_freezes: return of_drive("encoder") + " freezes";
    case encoder_jumps: return of_drive("encoder") + fmt::format(" jumps by {} counts", fault.counts);
    case encoder_inverted: return of_drive("encoder") + " counts the other way";
    case encoder_noisy: return of_drive("encoder") + fmt::format(" is off by up to {} counts", fault.counts);
    case encoder_delayed: return of_drive("encoder") + fmt::format(" is {:.4g} s late", seconds(fault.by));
    case index_missing: return of_drive("index pulse") + " does not arrive";
    case packet_loss: return fmt::format("{:.3g} % of readings and commands are lost", 100.0 * fault.probability);
    case emergency_stop: return "the emergency stop is pressed";
    case motor_hot: return of_drive("thermal switch") + " opens";
    case torque_constant: return of_drive("motor") + fmt::format(" gives {:.4g} times its torque", fault.factor);
    case friction:
      return fmt::format("friction{} is {:.4g} times its own", drive.empty() ? "" : " of " + drive, fault.factor);
    case brake_slips:
      return drive.empty() ? fmt::format("all brakes hold {:.4g} times what they should", fault.factor)
                           : fmt::format("the brake of {} holds {:.4g} times what it should", drive, fault.factor);
    case payload:
      return fmt::format("the payload becomes {:.4g} kg", fault.payload.m) +
             (fault.told_after ? fmt::format("; told {:.4g} s later", seconds(*fault.told_after)) : "");
  }
  return "";
}

}  // namespace

std::span<const FaultForm> fault_forms() { return forms; }

const FaultForm& form_of(FaultKind kind) {
  const auto found = std::find_if(forms.begin(), forms.end(), [&](const FaultForm& form) { return form.kind == kind; });
  diagnostic::require(found != forms.end(), "every kind of fault has a form");
  return *found;
}

std::vector<std::string> fault_names() {
  std::vector<std::string> names;
  for (const FaultForm& form : forms) names.emplace_back(form.name);
  return names;
}

std::string what_happens(const Fault& fault, const std::vector<std::string>& drives) {
  const std::string drive = fault.drive && *fault.drive < drives.size() ? drives[*fault.drive] : "";
  const double lasting = seconds(fault.lasting);
  const std::string until = !form_of(fault.kind).ends ? ""
                            : lasting < 1e6           ? fmt::format(" for {:.4g} s", lasting)
                                                      : " for good";
  return what(fault, drive) + until;
}

}  // namespace tauforge::scenario
