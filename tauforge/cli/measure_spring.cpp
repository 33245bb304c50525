// tauforge measure spring: the inertia about a joint that its motor makes swing, and its friction where there is a log.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/measure_into.h"
#include "tauforge/cli/measure_log.h"
#include "tauforge/cli/measured_quantity.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

struct SpringCommand {
  Quantity stiffness, period, decay{"1", {}}, arm{"0", {}};
  DriveLogRequest log;
  std::optional<signals::Oscillation> seen;  // in the log
  IntoRobot into;
  bool json = false;

  int run() {
    if (const std::string wrong = into.wrong_usage(); !wrong.empty()) return refuse_measurement(wrong);
    if (log.file.empty() == period.text.empty())
      return refuse_measurement("either --period or --log says how it swings [options-conflict]");
    if (!log.file.empty() && decay.text != "1")
      return refuse_measurement("--decay is seen in the log [options-conflict]");
    if (log.file.empty() && !log.drive.empty())
      return refuse_measurement("--drive belongs to --log [options-conflict]");
    if (!log.file.empty()) {
      if (const int refused = look_at_log(); refused != exit_fine) return refused;
    } else if (const std::string wrong = period.read("--period"); !wrong.empty()) {
      return refuse_measurement(wrong);
    }
    for (const std::string& wrong : {stiffness.read("--stiffness"), arm.read("--arm", Sign::zero_or_more)})
      if (!wrong.empty()) return refuse_measurement(wrong);
    if (!seen)
      if (const std::string wrong = decay.read("--decay"); !wrong.empty()) return refuse_measurement(wrong);
    if (decay.value.value < 1)
      return refuse_measurement(
          fmt::format("--decay is {}: the amplitude before over the one after, at least 1 [measurement-range]",
                      printable(decay.text)));
    const auto J = explicit_model::joint_inertia({stiffness.value, period.value, decay.value, arm.value});
    if (!is_finite(J.total) || !is_finite(J.motor))
      return refuse_measurement("these numbers give no inertia: it overflows [measurement-range]");
    if (into.wanted())
      if (const int code = into.write([&](robot::Description& d) { return into.set_motor_inertia(d, J.motor); });
          code != exit_fine)
        return code;
    print(J);
    if (J.motor.value < 0 && !json)
      fmt::print(stderr, "tauforge: warning: the arm has more inertia than was measured\n");
    return exit_fine;
  }

  int look_at_log() {
    seen = read_oscillation(log);
    if (!seen) return exit_input;
    period.value = {seen->period, seen->period_error}, decay.value = {seen->decay, seen->decay_error.value_or(0.0)};
    return exit_fine;
  }

  // b = 2 J ln d / T
  Measured viscous_friction(const Measured& J) const {
    const double of_J = 2 * std::log(seen->decay) / seen->period, of_decay = 2 * J.value / (seen->decay * seen->period);
    const double value = J.value * of_J;
    return {value, std::hypot(of_J * J.tolerance, of_decay * decay.value.tolerance,
                              value * seen->period_error / seen->period)};
  }
  // c = K times the shift of the centre
  Measured dry_friction() const {
    const double K = stiffness.value.value;
    return {K * seen->dry_shift,
            std::hypot(seen->dry_shift * stiffness.value.tolerance, K * seen->dry_shift_error.value_or(0.0))};
  }

  void print(const explicit_model::JointInertia& J) const {
    const Measured viscous = seen ? viscous_friction(J.total) : Measured{},
                   coulomb = seen ? dry_friction() : Measured{};
    if (json) {
      nlohmann::json result{{"total", inertia_json(J.total)}, {"motor", inertia_json(J.motor)}};
      if (seen) {
        result.update(oscillation_json(*seen));
        result.update({{"viscous", measured_json(viscous, "N m s/rad")}, {"coulomb", measured_json(coulomb, "N m")}});
      }
      if (into.wanted()) result["written"] = into.output;
      fmt::print("{}", json_text(result));
      return;
    }
    if (seen)
      fmt::print("{}friction: viscous {}, dry {}\n", oscillation_text(*seen), measured_text(viscous, "N m s/rad"),
                 measured_text(coulomb, "N m"));
    fmt::print("total inertia about the joint: {}\nof motor and drive: {}\n", inertia_text(J.total),
               inertia_text(J.motor));
    fmt::print("{}", into.told());
  }
};

}  // namespace

void add_measure_spring(CLI::App& measure, Chosen& chosen) {
  auto joint = std::make_shared<SpringCommand>();
  CLI::App* spring = measure.add_subcommand("spring", "a joint whose motor is commanded to act as a spring");
  add_drive_log_options(*spring, joint->log);
  spring->add_option("--stiffness", joint->stiffness.text, "torque per angle that is commanded [N m/rad]")
      ->type_name("VALUE")
      ->required();
  spring->add_option("--period", joint->period.text, "of one oscillation [s]; or --log and --drive")
      ->type_name("VALUE");
  spring->add_option("--decay", joint->decay.text, "ratio of one amplitude to the next; 1 where not given")
      ->type_name("VALUE");
  spring->add_option("--arm", joint->arm.text, "inertia of the arm about the joint in this pose [kg m^2]")
      ->type_name("VALUE");
  joint->into.add_options(*spring, IntoRobot::Where::joint);
  spring->add_flag("--json", joint->json, "machine-readable output");
  spring->get_option("--log")->needs(spring->get_option("--drive"));
  spring->callback([joint, &chosen] { chosen = [joint] { return joint->run(); }; });
}

}  // namespace tauforge::cli
