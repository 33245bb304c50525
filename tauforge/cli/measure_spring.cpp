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
#include "tauforge/cli/measure_log.h"
#include "tauforge/cli/measured_quantity.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/signals/oscillation.h"

namespace tauforge::cli {

namespace {

struct SpringCommand {
  Quantity stiffness, period, decay{"1", {}}, arm{"0", {}};
  DriveLogRequest log;
  std::optional<signals::Oscillation> seen;  // in the log
  bool json = false;

  int run() {
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
    for (const std::string& wrong : {stiffness.read("--stiffness"), arm.read("--arm", true)})
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
    print(J);
    if (J.motor.value < 0 && !json)
      fmt::print(stderr, "tauforge: warning: the arm has more inertia than was measured\n");
    return exit_fine;
  }

  int look_at_log() {
    const auto drive = read_drive_log(log);
    if (!drive) return exit_input;
    seen = signals::oscillation(drive->t, drive->q);
    if (!seen) {
      fmt::print(stderr, "tauforge measure: drive '{}' of '{}' makes no three swings to and fro [no-oscillation]\n",
                 printable(log.drive), printable(log.file));
      return exit_input;
    }
    period.value = {seen->period, seen->period_error}, decay.value = {seen->decay, 0.0};
    return exit_fine;
  }

  void print(const explicit_model::JointInertia& J) const {
    // b = 2 J ln d / T, c = K times the shift of the centre
    const double viscous = seen ? 2 * J.total.value * std::log(seen->decay) / seen->period : 0.0;
    const double coulomb = seen ? stiffness.value.value * seen->dry_shift : 0.0;
    if (json) {
      nlohmann::json result{{"total", inertia_json(J.total)}, {"motor", inertia_json(J.motor)}};
      if (seen)
        result.update({{"period_s", seen->period},
                       {"decay", seen->decay},
                       {"swings", seen->swings},
                       {"viscous", {{"value", viscous}, {"unit", "N m s/rad"}}},
                       {"coulomb", {{"value", coulomb}, {"unit", "N m"}}}});
      fmt::print("{}", json_text(result));
      return;
    }
    if (seen)
      fmt::print("{} swings, period {:.6g} +- {:.2g} s\nfriction: viscous {:.4g} N m s/rad, dry {:.4g} N m\n",
                 seen->swings, seen->period, seen->period_error, viscous, coulomb);
    fmt::print("total inertia about the joint: {}\nof motor and drive: {}\n", inertia_text(J.total),
               inertia_text(J.motor));
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
  spring->add_flag("--json", joint->json, "machine-readable output");
  spring->get_option("--log")->needs(spring->get_option("--drive"));
  spring->callback([joint, &chosen] { chosen = [joint] { return joint->run(); }; });
}

}  // namespace tauforge::cli
