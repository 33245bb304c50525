// tauforge measure: inertias from the periods of oscillations, as the 1986 paper measured its arm.
#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tauforge/cli/command.h"
#include "tauforge/cli/json_text.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/explicit_model/measurement.h"

namespace tauforge::cli {

namespace {

using explicit_model::Measured;

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// "17.4", "17.4+-0.18" or "17.4+-1%"
std::optional<Measured> measured(const std::string& text) {
  const std::size_t sign = text.find("+-");
  const auto value = number(text.substr(0, sign));
  if (!value) return std::nullopt;
  if (sign == std::string::npos) return Measured{*value, 0.0};
  std::string rest = text.substr(sign + 2);
  const bool percent = !rest.empty() && rest.back() == '%';
  if (percent) rest.pop_back();
  const auto tolerance = number(rest);
  if (!tolerance || *tolerance < 0) return std::nullopt;
  return Measured{*value, percent ? std::abs(*value) * *tolerance / 100 : *tolerance};
}

// A measured option: what the user wrote, and what must hold of it.
struct Quantity {
  std::string text;
  Measured value;

  // What is wrong with it, if anything.
  std::string read(const char* option, bool may_be_zero = false) {
    const auto read = measured(text);
    if (!read)
      return fmt::format("{} '{}' is no number with a tolerance, as 17.4+-0.18 or 17.4+-1% [measurement-invalid]",
                         option, printable(text));
    value = *read;
    if (value.value < 0 || (!may_be_zero && value.value == 0))
      return fmt::format("{} is {}: it must be {} [measurement-range]", option, printable(text),
                         may_be_zero ? "zero or more" : "positive");
    return "";
  }
};

int refuse(const std::string& text) {
  fmt::print(stderr, "tauforge: error: {}\n", text);
  return exit_usage;
}

bool is_finite(const Measured& m) { return std::isfinite(m.value) && std::isfinite(m.tolerance); }
std::string shown(const Measured& m) { return fmt::format("{:.6g} +- {:.2g} kg m^2", m.value, m.tolerance); }
nlohmann::json to_json(const Measured& m) {
  return {{"value", m.value}, {"tolerance", m.tolerance}, {"unit", "kg m^2"}};
}

struct TwoWiresCommand {
  Quantity mass, distance, length, period;
  double gravity = 9.81;
  bool json = false;

  int run() {
    for (const std::string& wrong :
         {mass.read("--mass"), distance.read("--distance"), length.read("--length"), period.read("--period")})
      if (!wrong.empty()) return refuse(wrong);
    const Measured I =
        inertia(explicit_model::TwoWires{mass.value, distance.value, length.value, period.value, gravity});
    if (!is_finite(I)) return refuse("these numbers give no inertia: it overflows [measurement-range]");
    if (json)
      fmt::print("{}", json_text(nlohmann::json{{"inertia", to_json(I)}}));
    else
      fmt::print("inertia about the axis between the wires: {}\n", shown(I));
    return exit_fine;
  }
};

struct SpringCommand {
  Quantity stiffness, period, decay{"1", {}}, arm{"0", {}};
  bool json = false;

  int run() {
    for (const std::string& wrong :
         {stiffness.read("--stiffness"), period.read("--period"), decay.read("--decay"), arm.read("--arm", true)})
      if (!wrong.empty()) return refuse(wrong);
    if (decay.value.value < 1)
      return refuse(
          fmt::format("--decay is {}: the amplitude before over the one after, at least 1 [measurement-range]",
                      printable(decay.text)));
    const auto J = explicit_model::joint_inertia({stiffness.value, period.value, decay.value, arm.value});
    if (!is_finite(J.total) || !is_finite(J.motor))
      return refuse("these numbers give no inertia: it overflows [measurement-range]");
    if (json) {
      fmt::print("{}", json_text(nlohmann::json{{"total", to_json(J.total)}, {"motor", to_json(J.motor)}}));
      return exit_fine;
    }
    fmt::print("total inertia about the joint: {}\nof motor and drive: {}\n", shown(J.total), shown(J.motor));
    if (J.motor.value < 0) fmt::print(stderr, "tauforge: warning: the arm has more inertia than was measured\n");
    return exit_fine;
  }
};

}  // namespace

void add_measure(CLI::App& program, Chosen& chosen) {
  CLI::App* command = program.add_subcommand("measure", "inertias from the periods of oscillations, with tolerances");
  command->require_subcommand(1);
  command->footer(
      "Every number may have a tolerance: 17.4+-0.18 or 17.4+-1%. Tolerances combine as the root of the sum of "
      "squares.\n\n"
      "Examples:\n"
      "  tauforge measure two-wires --mass 4.8+-0.058 --distance 0.1+-0.001 --length 1.2+-0.002 --period 1.1+-0.01\n"
      "  tauforge measure spring --stiffness 40+-1% --period 1.02+-0.005 --arm 0.334+-0.016");

  auto wires = std::make_shared<TwoWiresCommand>();
  CLI::App* two = command->add_subcommand("two-wires", "a link hung on two parallel wires that turns about the middle");
  two->add_option("--mass", wires->mass.text, "of the link [kg]")->type_name("VALUE")->required();
  two->add_option("--distance", wires->distance.text, "of each wire from the axis [m]")->type_name("VALUE")->required();
  two->add_option("--length", wires->length.text, "of the wires [m]")->type_name("VALUE")->required();
  two->add_option("--period", wires->period.text, "of one oscillation [s]")->type_name("VALUE")->required();
  two->add_option("--gravity", wires->gravity, "[m/s^2]")->check(CLI::PositiveNumber);
  two->add_flag("--json", wires->json, "machine-readable output");
  two->callback([wires, &chosen] { chosen = [wires] { return wires->run(); }; });

  auto joint = std::make_shared<SpringCommand>();
  CLI::App* spring = command->add_subcommand("spring", "a joint whose motor is commanded to act as a spring");
  spring->add_option("--stiffness", joint->stiffness.text, "torque per angle that is commanded [N m/rad]")
      ->type_name("VALUE")
      ->required();
  spring->add_option("--period", joint->period.text, "of one oscillation [s]")->type_name("VALUE")->required();
  spring->add_option("--decay", joint->decay.text, "ratio of one amplitude to the next; 1 where not given")
      ->type_name("VALUE");
  spring->add_option("--arm", joint->arm.text, "inertia of the arm about the joint in this pose [kg m^2]")
      ->type_name("VALUE");
  spring->add_flag("--json", joint->json, "machine-readable output");
  spring->callback([joint, &chosen] { chosen = [joint] { return joint->run(); }; });
}

}  // namespace tauforge::cli
