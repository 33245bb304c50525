#include "tauforge/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "tauforge/control/loop.h"
#include "tauforge/dynamics/vanishing_pivot.h"
#include "tauforge/files/number.h"
#include "tauforge/files/read_robot.h"
#include "tauforge/scenario/scenario_motion.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using diagnostic::Findings;
using files::TomlTable;
using files::TomlValue;

constexpr std::size_t largest_scenario = 16u << 20;
constexpr double longest = 1e5;        // [s]
constexpr double most_releases = 2e6;  // each is written down beforehand, and its sample kept: about 2.5 kB

class ScenarioReader {
 public:
  ScenarioReader(const TomlValue& root, std::string path, const files::LoadOptions& load, Findings& findings)
      : root_(root), path_(std::move(path)), load_(load), findings_(findings), file_(root, "the scenario", findings) {}

  std::optional<Scenario> read(const robot::Robot& robot) {
    Scenario scenario;
    read_schema();
    if (const auto title = file_.text("title")) scenario.title = title->value;
    scenario.robot = other_robot("control", "model", robot, scenario.files);
    scenario.plant = other_robot("plant", "robot", robot, scenario.files);
    if (!fits(scenario)) return std::nullopt;
    if (const TomlValue* raw = root_.find("guard"); raw && raw->is_table()) {
      TomlTable table(*raw, "the guard", findings_);
      read_positions({*raw, table}, scenario);
    }
    read_rate(scenario);
    with("executive", "the executive", [&](const ScenarioTable& t) { read_executive(t, scenario.executive); });
    read_the_motion(scenario);
    // a wrong motion is no reason to be silent about the other tables: they are read as if it began at zero
    const std::vector<double> start = beginning(scenario);
    file_.has("duration");
    if (scenario.motion) read_duration(scenario);
    scenario.machine = simulate::default_settings(scenario.plant);
    with("control", "the control", [&](const ScenarioTable& t) { read_control(t, start, scenario); }, {"model"});
    if (std::string& folder = scenario.control.code_folder.value; !folder.empty()) folder = beside_the_scenario(folder);
    with("plant", "the plant", [&](const ScenarioTable& t) { read_plant(t, start, scenario); }, {"robot"});
    if (!diagnostic::has_error(findings_)) tell_gains_of_the_payload(start, scenario);
    with("guard", "the guard", [&](const ScenarioTable& t) { read_guard(t, scenario); },
         {"lower", "lower_deg", "upper", "upper_deg"});
    read_seed(scenario.machine.seed);
    read_procedure(scenario);
    read_list("fault", [&](const ScenarioTable& t) { read_fault(t, scenario); });
    std::stable_sort(scenario.faults.begin(), scenario.faults.end(),
                     [](const Fault& a, const Fault& b) { return a.at < b.at; });
    read_list("output", [&](const ScenarioTable& t) { read_output(t, scenario); });
    arrange_outputs(scenario, file_);
    allow_what_tools_take(scenario);
    if (scenario.motion) warn_of_idle_faults(scenario);
    file_.finish();
    if (!diagnostic::has_error(findings_)) refuse_without_inertia(scenario.plant, scenario.machine.start);
    if (diagnostic::has_error(findings_)) return std::nullopt;
    return scenario;
  }

  std::shared_ptr<const motion::Trajectory> read_motion_alone(const robot::Robot& robot) {
    Scenario scenario;
    scenario.robot = scenario.plant = robot;
    read_schema();
    if (fits(scenario)) read_the_motion(scenario);
    return scenario.motion;
  }

 private:
  void read_schema() {
    const auto schema = file_.number("schema");
    if (schema && schema->value != 1.0)
      file_.error(schema->at, "schema-unknown", fmt::format("schema is {}", files::number_text(schema->value)),
                  "this version reads schema = 1");
    file_.text("robot");  // what `tauforge excite --scenario` notes
  }

  // A table that may be absent: then it is read as if it were empty.
  template <class Use>
  void with(const char* key, const std::string& owner, const Use& use, std::initializer_list<const char*> known = {}) {
    static const TomlValue empty;
    const TomlValue* raw = file_.has(key) ? root_.find(key) : nullptr;
    if (raw && !raw->is_table()) {
      file_.table(key, owner);  // says what is wrong
      raw = nullptr;
    }
    TomlTable table(raw ? *raw : empty, owner, findings_);
    for (const char* other : known) table.has(other);
    use(ScenarioTable{raw ? *raw : empty, table});
    table.finish();
  }

  std::string beside_the_scenario(const std::string& name) const {
    return (std::filesystem::path(path_).parent_path() / name).string();
  }

  robot::Robot other_robot(const char* table, const char* key, const robot::Robot& usual,
                           std::vector<std::string>& files) {
    const TomlValue* raw = root_.find(table);
    if (!raw || !raw->is_table() || !raw->find(key)) return usual;
    const auto name = TomlTable(*raw, fmt::format("[{}]", table), findings_).text(key);
    if (!name) return usual;
    const std::string path = beside_the_scenario(name->value);
    auto loaded = files::load_robot(path, load_);
    for (const auto& finding : loaded.findings()) file_.report(finding);
    if (!loaded.ok()) {
      file_.error(name->at, "robot-unreadable", fmt::format("'{}' of [{}] cannot be read", key, table),
                  "its path is relative to the folder of the scenario");
      return usual;
    }
    files.push_back(path);
    return loaded.take().robot;
  }

  bool fits(const Scenario& scenario) {
    const robot::Robot &model = scenario.robot, &plant = scenario.plant;
    for (const robot::Robot* robot : {&model, &plant}) {
      if (robot == &plant && plant.tree.floating == model.tree.floating && plant.drives == model.drives) break;
      if (robot->tree.floating)
        file_.error(file_.at(), "base-floats", fmt::format("the base of robot '{}' floats", robot->name),
                    "scenarios are for arms on a fixed base");
      if (robot->drives.size() > control::most_drives || robot->drives.empty())
        file_.error(file_.at(), "robot-too-large",
                    fmt::format("robot '{}' has {} drives", robot->name, robot->drives.size()),
                    fmt::format("from 1 to {}", control::most_drives));
    }
    if (model.drives != plant.drives)
      file_.error(file_.at(), "robots-differ",
                  fmt::format("the model's drives are {}, the plant's {}", fmt::join(model.drives, ", "),
                              fmt::join(plant.drives, ", ")),
                  "both describe the same arm: the same drives in the same order");
    if (const auto names = file_.texts("drives"); names && *names != model.drives)
      file_.error(file_.at("drives"), "drives-differ", "the drives are not those of the robot",
                  "the scenario was written for another robot");
    return !diagnostic::has_error(findings_);
  }

  void refuse_without_inertia(const robot::Robot& robot, const std::vector<double>& q) {
    dynamics::VanishingPivotWorkspace workspace;
    if (const auto row =
            dynamics::vanishing_pivot(robot.tree, robot.parameters, q, workspace, dynamics::Pivots::positive))
      file_.error(file_.at(), "mass-matrix-singular",
                  fmt::format("the mass matrix of robot '{}' is not positive definite where the motion begins: {}",
                              robot.name, dynamics::vanishing_pivot_text(robot, *row)),
                  "give its links masses and inertias, or its drive a motor inertia");
  }

  void warn_of_idle_faults(const Scenario& scenario) {
    for (const Fault& fault : scenario.faults) {
      const bool background = fault.kind == FaultKind::background_hangs || fault.kind == FaultKind::background_nan ||
                              fault.kind == FaultKind::background_late;
      if (background && !scenario.control.two_rates)
        file_.warning(file_.at("fault"), "fault-idle", "a fault of background tasks, but rates = \"one\" has none");
      if (fault.kind == FaultKind::index_missing && !scenario.homing)
        file_.warning(file_.at("fault"), "fault-idle", "a fault of an index pulse, but there is no [homing]");
      if (fault.kind == FaultKind::friction && !has_friction(scenario))
        file_.warning(file_.at("fault"), "fault-idle", "a fault of friction, but the plant has none",
                      "[plant] coulomb and viscous give it some");
      if (!scenario.starts_up() && fault.at > nanoseconds(scenario.duration))  // else nobody knows when the end is
        file_.warning(file_.at("fault"), "fault-idle",
                      "a fault after the end of the scenario happens only in a longer run (`tauforge run --for`)");
    }
  }

  static bool has_friction(const Scenario& scenario) {
    const auto& drives = scenario.plant.parameters.drive;
    return scenario.machine.friction && std::any_of(drives.begin(), drives.end(), [](const auto& drive) {
             return drive.coulomb > 0 || drive.viscous > 0;
           });
  }

  // Samples per second, as `tauforge excite --scenario` notes it; [executive] period says the same more clearly.
  void read_rate(Scenario& scenario) {
    const auto rate = file_.positive("rate", 1e4, "Hz");
    if (!rate) return;
    scenario.executive.period = nanoseconds(1.0 / rate->value);
    if (rate->value < 1.0 / 0.028)
      file_.error(rate->at, "period-impossible", fmt::format("'rate' is {} Hz", files::number_text(rate->value)),
                  "from 36 to 10000 Hz");
  }

  void read_the_motion(Scenario& scenario) {
    const TomlValue* raw = file_.has("motion") ? root_.find("motion") : nullptr;
    if (!raw)
      file_.error(file_.at(), "missing-key", "the scenario has no [motion]",
                  "[motion]\nform = \"point_to_point\"\nfrom = [...]\nto = [...]\nseconds = 2.0");
    else if (!raw->is_table())
      file_.table("motion", "the motion");
    else
      scenario.motion = read_motion(*raw, scenario.robot, findings_);
    const TomlValue* table = raw && raw->is_table() ? raw->find("file") : nullptr;
    if (table && !table->text.empty()) scenario.files.push_back(beside_the_scenario(table->text));
  }

  void read_seed(std::uint64_t& seed) {
    const auto found = file_.number("seed");
    if (!found) return;
    if (found->value >= 0.0 && found->value <= 9e15 && found->value == std::floor(found->value))
      seed = static_cast<std::uint64_t>(found->value);
    else
      file_.error(found->at, "not-whole", fmt::format("'seed' is {}", files::number_text(found->value)),
                  "a whole number: 0, 1, 2 ...");
  }

  void read_duration(Scenario& scenario) {
    scenario.duration = scenario.motion->duration();
    const auto duration = file_.positive("duration", longest, "s");
    if (duration) scenario.duration = duration->value;
    if (scenario.duration * 1e9 / static_cast<double>(scenario.executive.period) > most_releases)
      file_.error(duration ? duration->at : file_.at("motion"), "too-long",
                  fmt::format("{} s at this period are more than {:.0f} releases",
                              files::number_text(scenario.duration), most_releases),
                  "a shorter duration or a longer period");
  }

  // [homing] and [brakes]: what happens around the motion, where they are there.
  void read_procedure(Scenario& scenario) {
    if (root_.find("homing")) with("homing", "the homing", [&](const ScenarioTable& t) { read_homing(t, scenario); });
    if (root_.find("brakes")) with("brakes", "the brakes", [&](const ScenarioTable& t) { read_brakes(t, scenario); });
    if (scenario.starts_up() && !scenario.machine.start_velocity.empty())
      file_.error(root_.find("plant")->find("start_moving")->at, "key-conflict",
                  "the arm does not begin to move at once: [homing] or [brakes] come first", "remove one of them");
    const control::SequenceSettings& sequence = scenario.sequence;
    if (sequence.brakes_at_end && !file_.has("duration"))  // and half a second to see that they hold
      scenario.duration += 1e-9 * static_cast<double>(sequence.settle + sequence.overlap) + 0.5;
  }

  // [[key]]
  template <class Use> void read_list(const char* key, const Use& use) {
    const TomlValue* raw = root_.find(key);
    auto tables = file_.tables(key, key);
    for (std::size_t k = 0; k < tables.size(); ++k) {
      tables[k].call(fmt::format("{} {}", key, k + 1));
      use(ScenarioTable{raw->items[k], tables[k]});
      tables[k].finish();
    }
  }

  // A guard that is not told of a largest payload knows what the tools of the scenario take.
  static void allow_what_tools_take(Scenario& scenario) {
    spatial::Inertia<double> all = scenario.payload_told ? scenario.machine.payload : spatial::Inertia<double>{};
    bool any = false;
    for (const Output& output : scenario.outputs)
      if (output.payload) all = all + *output.payload, any = true;
    if (any && !scenario.guard.payload) scenario.guard.payload = all;
  }

  static std::vector<double> beginning(const Scenario& scenario) {
    std::vector<double> q(scenario.robot.drives.size()), qd(q), qdd(q);
    if (scenario.motion) scenario.motion->evaluate(0.0, q, qd, qdd);
    return q;
  }

  const TomlValue& root_;
  std::string path_;
  const files::LoadOptions& load_;
  Findings& findings_;
  TomlTable file_;
};

}  // namespace

bool tells_of_payloads(const Scenario& scenario) {
  const auto is_told = [](const auto& event) { return event.told_after.has_value(); };
  return scenario.payload_told || std::any_of(scenario.faults.begin(), scenario.faults.end(), is_told) ||
         std::any_of(scenario.outputs.begin(), scenario.outputs.end(), is_told);
}

diagnostic::Result<std::shared_ptr<const motion::Trajectory>> read_motion_of(const std::string& path,
                                                                             const robot::Robot& robot) {
  const auto source = files::read_source(path, largest_scenario);
  if (!source.ok()) return source.findings();
  Findings findings;
  const auto root = files::parse_toml(source.value(), largest_scenario, findings);
  if (!root) return findings;
  auto motion = ScenarioReader(*root, path, {}, findings).read_motion_alone(robot);
  if (!motion) return findings;
  return {std::move(motion), std::move(findings)};
}

diagnostic::Result<Scenario> read_scenario(const std::string& path, const robot::Robot& robot,
                                           const files::LoadOptions& load) {
  const auto source = files::read_source(path, largest_scenario);
  if (!source.ok()) return source.findings();
  return read_scenario(source.value(), robot, load);
}

diagnostic::Result<Scenario> read_scenario(const files::SourceText& source, const robot::Robot& robot,
                                           const files::LoadOptions& load) {
  Findings findings;
  const auto root = files::parse_toml(source, largest_scenario, findings);
  if (!root) return findings;
  auto scenario = ScenarioReader(*root, source->name, load, findings).read(robot);
  if (!scenario) return findings;
  return {std::move(*scenario), std::move(findings)};
}

}  // namespace tauforge::scenario
