#include "tauforge/scenario/fault_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "tauforge/diagnostic/require.h"
#include "tauforge/files/toml_writer.h"
#include "tauforge/scenario/drawn_motion.h"

namespace tauforge::scenario {

namespace {

using files::set_entry;
using files::toml_of;
using files::TomlValue;

// Neighbouring numbers give unrelated seeds: the finalizer of SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

double mass_of(const robot::Robot& robot) {
  double mass = 0;
  for (const auto& body : robot.parameters.body) mass += body.m;
  return mass;
}

spatial::Inertia<double> point_mass(double m, const spatial::Vec3<double>& p) {
  return {m, m * p, m * point_inertia(p)};
}

class Draw {
 public:
  Draw(const Base& base, const FaultCampaign& campaign, std::uint64_t seed, const RunName& name)
      : base_(base),
        campaign_(campaign),
        name_(name),
        noise_(mixed(mixed(seed) + 2 * name.number + (name.fault_free ? 1 : 0))),
        file_(base.file) {}

  DrawnRun operator()() {
    files::remove_entry(file_, "fault");
    set_entry(file_, "title", toml_of(fmt::format("run {} of a fault campaign", to_text(name_))));
    set_entry(file_, "seed", toml_of(std::floor(noise_.uniform() * 1e9)));
    vary();
    set_entry(file_, "duration", toml_of(seconds_ + campaign_.afterwards));
    TomlValue& plant = files::table_at(file_, "plant");
    if (!plant.find("step") && !plant.find("integrator")) set_entry(plant, "step", toml_of(campaign_.step));
    run_.fault_at = seconds_ + campaign_.afterwards + 1.0;
    if (!name_.fault_free) go_wrong();
    if (!faults_.items.empty()) set_entry(file_, "fault", faults_);
    run_.text = files::write_toml(file_);
    return run_;
  }

 private:
  void vary() {
    const Variation& vary = campaign_.vary;
    const Scenario& scenario = base_.scenario;
    seconds_ = scenario.motion->duration();
    if (!vary.laws.empty()) {
      run_.law = vary.laws[static_cast<std::size_t>(noise_.uniform() * static_cast<double>(vary.laws.size()))];
      set_entry(files::table_at(file_, "control"), "law", toml_of(run_.law));
    }
    const auto& load = vary.payload ? vary.payload : vary.payload_share;
    const double unit = vary.payload ? 1.0 : mass_of(scenario.robot);
    mass_ = load ? unit * load->draw(noise_) : scenario.machine.payload.m;
    usual_mass_ = mass_ > 0 ? mass_ : load ? unit * load->greatest() : 0.03 * mass_of(scenario.robot);
    if (load) take_payload(vary);
    if (!vary.motion) return;
    const auto& c = vary.centre;
    const DrawnMotion motion = draw_motion(
        scenario, vary, load ? point_mass(mass_, {c[0], c[1], c[2]}) : scenario.machine.payload, run_.law, noise_);
    seconds_ = motion.seconds;
    TomlValue table;
    const bool holds = run_.law == "gravity";  // it wants nothing: the arm stays where it is
    set_entry(table, "form", toml_of(std::string(holds ? "hold" : "point_to_point")));
    set_entry(table, holds ? "at" : "from", toml_of(motion.from));
    if (!holds) set_entry(table, "to", toml_of(motion.to));
    set_entry(table, "seconds", toml_of(motion.seconds));
    set_entry(file_, "motion", table);
    for (const char* key : {"start", "start_deg", "start_moving"})
      files::remove_entry(files::table_at(file_, "plant"), key);
  }

  TomlValue payload(double mass) const {
    TomlValue table;
    set_entry(table, "mass", toml_of(mass));
    set_entry(table, "centre", toml_of(campaign_.vary.centre));
    return table;
  }

  void take_payload(const Variation& vary) {
    files::remove_entry(files::table_at(file_, "plant"), "payload");
    if (mass_ <= 0) return;
    TomlValue load = payload(mass_);
    if (vary.told) set_entry(load, "told", files::toml_of(true));
    set_entry(files::table_at(file_, "plant"), "payload", load);
  }

  void add(TomlValue fault) {
    faults_.kind = files::TomlKind::list;
    faults_.items.push_back(std::move(fault));
  }

  const FaultSpread& choose() {
    double all = 0;
    for (const FaultSpread& fault : campaign_.faults) all += fault.weight;
    double left = all * noise_.uniform();
    for (const FaultSpread& fault : campaign_.faults)
      if ((left -= fault.weight) < 0) return fault;
    return campaign_.faults.back();
  }

  void go_wrong() {
    diagnostic::require(!campaign_.faults.empty(), "a campaign has faults");
    const FaultSpread& spread = choose();
    const FaultForm& form = form_of(spread.kind);
    const std::size_t drives = base_.scenario.plant.drives.size();
    const double u = noise_.uniform();
    const std::size_t drive =
        spread.drives.empty() ? static_cast<std::size_t>(u * static_cast<double>(drives))
                              : spread.drives[static_cast<std::size_t>(u * static_cast<double>(spread.drives.size()))];
    run_.kind = spread.kind;
    run_.fault_at = 1e-9 * static_cast<double>(nanoseconds(seconds_ * spread.at.draw(noise_)));
    const double size = spread.size.draw(noise_);
    TomlValue fault;
    if (spread.kind == FaultKind::payload) fault = payload(size * usual_mass_);
    set_entry(fault, "kind", toml_of(std::string(form.name)));
    // a worn brake shows when somebody presses the button
    set_entry(fault, "at", toml_of(spread.kind == FaultKind::brake_slips ? 0.0 : run_.fault_at));
    if (spread.lasting) set_entry(fault, "for", toml_of(spread.lasting->draw(noise_)));
    if (form.drive != Need::none) set_entry(fault, "drive", toml_of(base_.scenario.plant.drives[drive]));
    if (form.counts) {
      const double counts = std::round(size / base_.scenario.machine.encoders[drive].step);
      set_entry(fault, "counts", toml_of(counts == 0 ? 1 : counts));
    }
    if (form.by) set_entry(fault, "by", toml_of(size));
    if (form.factor) set_entry(fault, "factor", toml_of(size));
    if (form.probability) set_entry(fault, "probability", toml_of(size));
    add(fault);
    if (spread.kind != FaultKind::brake_slips) return;
    TomlValue pressed;
    set_entry(pressed, "kind", toml_of(std::string("emergency_stop")));
    set_entry(pressed, "at", toml_of(run_.fault_at));
    add(pressed);
  }

  const Base& base_;
  const FaultCampaign& campaign_;
  RunName name_;
  simulate::Noise noise_;
  TomlValue file_, faults_;
  double seconds_ = 0;                // of the motion
  double mass_ = 0, usual_mass_ = 0;  // of the payload; of what is dropped or doubled
  DrawnRun run_;
};

}  // namespace

std::string to_text(const RunName& name) { return fmt::format("{}{}", name.fault_free ? "free:" : "", name.number); }

std::optional<RunName> run_named(const std::string& text) {
  RunName name;
  name.fault_free = text.starts_with("free:");
  const std::string digits = name.fault_free ? text.substr(5) : text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), name.number);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return name;
}

DrawnRun draw_run(const Base& base, const FaultCampaign& campaign, std::uint64_t seed, const RunName& name) {
  return Draw(base, campaign, seed, name)();
}

}  // namespace tauforge::scenario
