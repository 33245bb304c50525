// Machines put into service, and what a record of that unlocks.
#include "tauforge/face/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/cards/heartbeat.h"
#include "tauforge/cards/opened_machine.h"
#include "tauforge/commission/procedure.h"
#include "tauforge/face/cancellable.h"
#include "tauforge/face/control_code.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/simulate/virtual_robot.h"
#include "tauforge/tauforge.h"

namespace tauforge {

namespace {

// Agrees to everything, or passes on to somebody who is there; presses the button of the virtual robot.
class Person : public commission::Operator {
 public:
  Person(commission::Operator* real, simulate::VirtualRobot* arm) : real_(real), arm_(arm) {}
  bool agrees(const std::string& question) override { return !real_ || real_->agrees(question); }
  void hears(const std::string& what) override {
    if (real_) real_->hears(what);
  }
  void presses(executive::Nanoseconds now) override {
    constexpr executive::Nanoseconds soon = 1'000'000'000;
    if (arm_) arm_->press_emergency_stop(now + soon);
    if (real_) real_->presses(now);
  }
  void releases() override {
    if (arm_) arm_->release_emergency_stop();
    if (real_) real_->releases();
  }

 private:
  commission::Operator* real_;
  simulate::VirtualRobot* arm_;
};

// Somewhere inside the limits, where few arms are singular.
std::vector<double> somewhere(const robot::Robot& robot) {
  std::vector<double> q(robot.drives.size(), 0.3);
  for (std::size_t j = 0; robot.tree.direct && j < q.size(); ++j)
    if (const auto& limits = robot.limits[j]; limits.lower && limits.upper)
      q[j] = *limits.lower + 0.7 * (*limits.upper - *limits.lower);
  return q;
}

std::optional<commission::Step> step_named(const std::string& name) {
  if (name.empty()) return commission::Step::dry_run;
  for (const commission::Step step : commission::all_steps)
    if (name == commission::to_text(step)) return step;
  return std::nullopt;
}

commission::Fingerprints fingerprints(const scenario::Scenario& scenario, const std::optional<Cards>& cards) {
  return {commission::hash_of(scenario.robot), cards ? hash_of_file(cards->machine) : "virtual",
          hash_of_code(scenario)};
}

// What the machine will run on, as a scenario says it.
scenario::Scenario in_service(const robot::Robot& robot, const std::string& code) {
  scenario::Scenario scenario;
  scenario.robot = scenario.plant = robot;
  scenario.control.generated = !code.empty();
  if (code != "generated") scenario.control.code_folder.value = code;
  return scenario;
}

Findings refused(const robot::Robot& robot, const ServiceOptions& options, const commission::Fingerprints& hashes) {
  Findings findings;
  if (robot.tree.floating || robot.drives.empty() || robot.drives.size() > control::most_drives)
    findings.push_back(diagnostic::error({}, robot.tree.floating ? "base-floats" : "robot-too-large",
                                         fmt::format("robot '{}' cannot be put into service", robot.name),
                                         "an arm on a fixed base, with 1 to 32 drives"));
  const auto from = step_named(options.from);
  if (!from)
    findings.push_back(
        diagnostic::error({}, "step-unknown", fmt::format("there is no step '{}'", options.from),
                          "dry-run, encoders, torques, brakes, emergency-stop, gravity, slow, full-speed"));
  else if (const std::string why = commission::refused_from(*from, options.earlier.get(), hashes); !why.empty())
    findings.push_back(diagnostic::error({}, "commissioning-incomplete",
                                         fmt::format("it cannot begin with step {}: {}", options.from, why),
                                         "begin with the first step that was not passed"));
  return findings;
}

commission::Order order_of(const robot::Robot& robot, const ServiceOptions& options, const scenario::Machine& machine,
                           commission::Pace& pace, commission::Operator& person, const std::string& driver,
                           const commission::Fingerprints& hashes, const native::LoadedModel* code) {
  commission::Order order{robot, machine, pace, person, driver, options.by, hashes, *step_named(options.from)};
  if (code) order.code = &**code;
  if (options.earlier) order.earlier = *options.earlier;
  return order;
}

}  // namespace

std::string hash_of_file(const std::string& path) {
  const auto source = files::read_source(path);
  return source ? commission::hash_of(source.value()->text) : "";
}

Findings record_refused(const RunOptions& options, const scenario::Scenario& scenario) {
  if (!options.commissioned) return {};
  std::string why;
  const auto others = commission::differences(options.commissioned->hashes, fingerprints(scenario, options.cards));
  if (!others.empty())
    why = fmt::format("the machine has changed since it was put into service ({})", fmt::join(others, "; "));
  else if (!options.commissioned->passed())
    why = "the machine did not pass every step when it was put into service";
  if (why.empty()) return {};
  return {diagnostic::error({}, "record-does-not-fit", why,
                            "tauforge commission again; without --commissioned drives get a tenth of their torque")};
}

std::string limit_torque(const RunOptions& options, scenario::Scenario& scenario, Findings& findings) {
  constexpr double without = 0.1;
  if (options.commissioned) return "";
  scenario.guard.torque_scale.most = std::min(scenario.guard.torque_scale.most, without);
  findings.push_back(
      diagnostic::warning({}, "not-commissioned",
                          fmt::format("nobody has put this machine into service: drives get {:.0f} % of their torque "
                                      "besides gravity",
                                      100 * without),
                          "tauforge commission, then --commissioned RECORD.json"));
  return fmt::format("{} [{}]", findings.back().message, findings.back().code);
}

Result<std::shared_ptr<const commission::Record>> put_into_service(const Robot& loaded, const ServiceOptions& options,
                                                                   commission::Operator* person,
                                                                   const Progress& progress) {
  const robot::Robot& robot = loaded.details().robot;
  Cancellable watched(progress);
  scenario::Scenario scenario = in_service(robot, options.code);
  const commission::Fingerprints hashes = fingerprints(scenario, options.cards);
  if (const Findings findings = refused(robot, options, hashes); !findings.empty()) return findings;
  auto made = code_for(scenario, progress);
  if (!made) return made.findings();
  const std::shared_ptr<const native::LoadedModel> code = made.take();
  if (!options.cards) {
    simulate::VirtualRobotSettings settings = simulate::default_settings(robot);
    settings.start = somewhere(robot), settings.start_braked = true;
    for (auto& encoder : settings.encoders) encoder.step = 1e-5;  // as fine as those of a light arm
    simulate::VirtualRobot arm(robot, settings);
    scenario::Machine machine{arm, arm.axes(1000.0)};
    machine.potentiometers = arm.calibrated_potentiometers(), machine.brake_delay = settings.brake_delay;
    machine.torque_per_ampere = arm.torque_per_ampere();
    commission::VirtualPace pace;
    Person both(person, &arm);
    return std::make_shared<const commission::Record>(
        carry_out(order_of(robot, options, machine, pace, both, "virtual robot", hashes, code.get())));
  }
  const Cards& own = *options.cards;
  auto opened = cards::open_machine(scenario, {own.driver, own.machine, own.options, own.without_watchdog,
                                               own.without_emergency_stop, own.acknowledged});
  if (!opened) return opened.findings();
  cards::OpenedMachine machine = opened.take();
  commission::RealPace pace([&] { return watched({"putting into service", {}}); });
  Person both(person, nullptr);
  const auto carried_out = [&] {
    cards::Heartbeat kept_alive(*machine.cards);  // while somebody is asked, and while motions are prepared
    return carry_out(order_of(robot, options, scenario::behind(kept_alive, machine.machine), pace, both,
                              machine.cards->name(), hashes, code.get()));
  };
  auto record = std::make_shared<const commission::Record>(carried_out());
  machine.cards->stop();
  return {std::move(record), opened.findings()};
}

}  // namespace tauforge
