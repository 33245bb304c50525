#include "tauforge/scenario/fault_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tauforge/diagnostic/did_you_mean.h"
#include "tauforge/files/number.h"
#include "tauforge/scenario/scenario_parts.h"

namespace tauforge::scenario {

namespace {

using diagnostic::Findings;
using files::TomlTable;
using files::TomlValue;

constexpr std::size_t largest_campaign = 1u << 20;

struct Bounds {
  double least, greatest;
  const char* unit;
};

// The key that says how large a fault of this kind is, and what it may hold.
struct SizeKey {
  const char* key = nullptr;
  Bounds bounds{};
};
SizeKey size_key(const FaultForm& form) {
  if (form.kind == FaultKind::encoder_jumps) return {"position", {-100, 100, "rad or m"}};
  if (form.counts) return {"position", {0, 100, "rad or m"}};
  if (form.kind == FaultKind::clock_jumps) return {"by", {-3600, 3600, "s"}};
  if (form.kind == FaultKind::encoder_delayed) return {"by", {0, 1, "s"}};
  if (form.by) return {"by", {0, 1e6, "s"}};
  if (form.kind == FaultKind::torque_constant) return {"factor", {-1000, 1000, "times"}};
  if (form.factor || form.kind == FaultKind::payload) return {"factor", {0, 1000, "times"}};
  if (form.probability) return {"probability", {0, 1, "of all"}};
  return {};
}

// key = 1, key = [1, 2], key = { log = [1, 2], either_sign = true } or key = { one_of = [1, 2, 4] }.
std::optional<Spread> read_spread(const TomlValue& raw, TomlTable& table, const char* key, const Bounds& bounds) {
  const TomlValue* node = raw.find(key);
  if (!node || !table.has(key)) return std::nullopt;
  Spread spread;
  const auto refuse = [&](const char* code, const std::string& why) {
    table.error(node->at, code, fmt::format("'{}' of {} {}", key, table.owner(), why),
                fmt::format("{0} = 1, {0} = [1, 2], {0} = {{ log = [1, 2], either_sign = true }} or {0} = {{ one_of = "
                            "[1, 2] }}, from {1} to {2} [{3}]",
                            key, files::number_text(bounds.least), files::number_text(bounds.greatest), bounds.unit));
    return std::nullopt;
  };
  if (node->is_table()) {
    TomlTable inner = *table.table(key, fmt::format("'{}' of {}", key, table.owner()));
    const auto log = inner.numbers("log", 2), all = inner.numbers("one_of"), even = inner.numbers("uniform", 2);
    spread.either_sign = inner.truth("either_sign").value_or(false);
    inner.finish();
    if (!!log + !!all + !!even != 1) return refuse("spread-unclear", "is none of 'uniform', 'log', 'one_of'");
    spread.form = log ? Spread::Form::logarithmic : all ? Spread::Form::one_of : Spread::Form::uniform;
    spread.values = log ? log->value : all ? all->value : even->value;
  } else if (node->is_list()) {
    const auto ends = table.numbers(key, 2);
    if (!ends) return std::nullopt;
    spread.values = ends->value;
  } else {
    const auto one = table.number(key);
    if (!one) return std::nullopt;
    spread.values = {one->value, one->value};
  }
  const bool ordered = spread.form == Spread::Form::one_of || spread.values[0] <= spread.values[1];
  if (spread.values.empty() || !ordered) return refuse("spread-unclear", "has no values between its ends");
  if (spread.form == Spread::Form::logarithmic && !(spread.least() > 0))
    return refuse("spread-unclear", "is logarithmic, but not above zero");
  const double low = spread.either_sign ? -spread.greatest() : spread.least();
  if (!(low >= bounds.least && spread.greatest() <= bounds.greatest))
    return refuse("spread-impossible", "holds what cannot be");
  return spread;
}

void read_into(const TomlValue& raw, TomlTable& table, const char* key, const Bounds& bounds, Spread& spread) {
  if (auto found = read_spread(raw, table, key, bounds)) spread = *found;
}

double read_share(const TomlValue& raw, TomlTable& table, const char* key, double least, double greatest,
                  double usual) {
  Spread spread{.values = {usual, usual}};
  read_into(raw, table, key, {least, greatest, "one number"}, spread);
  return spread.values[0];
}

void read_variation(const TomlValue& raw, TomlTable& table, const Scenario& base, Variation& vary) {
  static const std::vector<std::string> laws{
      "feed_forward", "feed_forward_with_gravity", "gravity", "pd_with_gravity", "point_to_point",
      "tracking",     "integral_tracking"};
  if (const auto motion = table.choice<bool>("motion", {{"random", true}, {"scenario", false}})) vary.motion = *motion;
  if (vary.motion && !base.plant.tree.direct)
    table.error(table.at("motion"), "motion-not-drawn", "the drives of this robot are not its joints",
                "motion = \"scenario\": random motions are for robots whose drives turn one joint each");
  vary.near_limits = read_share(raw, table, "near_limits", 0, 1, vary.near_limits);
  vary.clearance = read_share(raw, table, "clearance", 0, 1, vary.clearance);
  vary.torque = read_share(raw, table, "torque", 0.05, 1, vary.torque);
  read_into(raw, table, "speed", {0.01, 1, "of the limit"}, vary.speed);
  read_into(raw, table, "seconds", {0.2, 60, "s"}, vary.seconds);
  if (const auto names = table.texts("laws")) vary.laws = *names;
  for (const std::string& law : vary.laws)
    if (std::find(laws.begin(), laws.end(), law) == laws.end())
      table.error(table.at("laws"), "unknown-value", fmt::format("'{}' is no control law", law),
                  diagnostic::did_you_mean(law, laws));
  vary.payload = read_spread(raw, table, "payload", {0, 1e4, "kg"});
  vary.payload_share = read_spread(raw, table, "payload_share", {0, 1, "of the mass of the arm"});
  if (vary.payload && vary.payload_share)
    table.error(table.at("payload"), "key-conflict", "[vary] has both 'payload' and 'payload_share'", "remove one");
  vary.told = table.truth("told").value_or(vary.told);
  if (const auto centre = table.numbers("centre", 3)) vary.centre = centre->value;
}

void read_fault_spread(const TomlValue& raw, TomlTable& table, const Scenario& base, std::vector<FaultSpread>& faults) {
  const auto name = table.required_text("kind", "kind = \"encoder_jumps\"");
  const auto forms = fault_forms();
  const auto form = std::find_if(forms.begin(), forms.end(), [&](const FaultForm& f) { return name.value == f.name; });
  if (form == forms.end()) {
    if (!name.value.empty())
      table.error(name.at, "unknown-value", fmt::format("'kind' of {} is \"{}\"", table.owner(), name.value),
                  fmt::format("one of {}; {}", fmt::join(fault_names(), ", "),
                              diagnostic::did_you_mean(name.value, fault_names())));
    return;
  }
  FaultSpread fault;
  fault.kind = form->kind;
  if (const auto weight = table.number("weight")) {
    fault.weight = weight->value;
    if (!(weight->value >= 0 && weight->value <= 1e6))
      table.error(weight->at, "weight-impossible",
                  fmt::format("'weight' of {} is below zero, or too large", table.owner()));
  }
  read_into(raw, table, "at", {0, 1, "of the motion"}, fault.at);
  if (form->ends) fault.lasting = read_spread(raw, table, "for", {1e-6, 1e6, "s"});
  if (const SizeKey key = size_key(*form); key.key) {
    if (!table.has(key.key))
      table.error(table.at(), "missing-key", fmt::format("{} has no '{}'", table.owner(), key.key),
                  fmt::format("{} = [least, greatest] [{}]", key.key, key.bounds.unit));
    read_into(raw, table, key.key, key.bounds, fault.size);
  }
  if (form->drive != Need::none)
    for (const std::string& drive : table.texts("drives").value_or(std::vector<std::string>{})) {
      const auto found = std::find(base.plant.drives.begin(), base.plant.drives.end(), drive);
      if (found == base.plant.drives.end())
        table.error(
            table.at("drives"), "unknown-drive",
            fmt::format("{} names '{}', which is no drive of robot '{}'", table.owner(), drive, base.plant.name),
            diagnostic::did_you_mean(drive, base.plant.drives));
      else
        fault.drives.push_back(static_cast<std::size_t>(found - base.plant.drives.begin()));
    }
  faults.push_back(fault);
}

bool has_friction(const Scenario& scenario) {
  const auto& drives = scenario.plant.parameters.drive;
  return scenario.machine.friction && std::any_of(drives.begin(), drives.end(), [](const auto& drive) {
           return drive.coulomb > 0 || drive.viscous > 0;
         });
}

// Without friction an arm that nobody leads back goes wherever the steps of its converters take it.
bool drifts(const Scenario& scenario, const std::string& law) {
  return !has_friction(scenario) && (law == "gravity" || law == "feed_forward" || law == "feed_forward_with_gravity");
}

const char* why_idle(const Scenario& scenario, FaultKind kind) {
  const bool background =
      kind == FaultKind::background_hangs || kind == FaultKind::background_late || kind == FaultKind::background_nan;
  if (background && !scenario.control.two_rates) return "rates = \"one\" has no background";
  if (kind == FaultKind::index_missing && !scenario.homing) return "there is no [homing]";
  if (kind == FaultKind::friction && !has_friction(scenario)) return "the plant has no friction";
  return nullptr;
}

}  // namespace

double Spread::least() const { return *std::min_element(values.begin(), values.end()); }
double Spread::greatest() const { return *std::max_element(values.begin(), values.end()); }

double Spread::draw(simulate::Noise& noise) const {
  const double u = noise.uniform();
  double value = 0;
  switch (form) {
    case Form::uniform: value = values[0] + u * (values[1] - values[0]); break;
    case Form::logarithmic: value = values[0] * std::pow(values[1] / values[0], u); break;
    case Form::one_of: value = values[static_cast<std::size_t>(u * static_cast<double>(values.size()))]; break;
  }
  return either_sign && noise.uniform() < 0.5 ? -value : value;
}

diagnostic::Result<FaultCampaign> read_fault_campaign(const files::SourceText& source, const Scenario& base) {
  Findings findings;
  const auto root = files::parse_toml(source, largest_campaign, findings);
  if (!root) return findings;
  FaultCampaign campaign;
  TomlTable file(*root, "the campaign", findings);
  const auto schema = file.number("schema");
  if (schema && schema->value != 1.0)
    file.error(schema->at, "schema-unknown", fmt::format("schema is {}", files::number_text(schema->value)),
               "this version reads schema = 1");
  if (const auto title = file.text("title")) campaign.title = title->value;
  if (const auto step = file.positive("step", 0.01, "s")) campaign.step = std::max(step->value, 1e-5);
  Nanoseconds afterwards = nanoseconds(campaign.afterwards);
  read_time(file, "afterwards", 60, afterwards);
  campaign.afterwards = 1e-9 * static_cast<double>(afterwards);
  if (const TomlValue* raw = root->find("vary"))
    if (auto table = file.table("vary", "[vary]")) read_variation(*raw, *table, base, campaign.vary), table->finish();
  const TomlValue* raw = root->find("fault");
  auto tables = file.tables("fault", "fault");
  for (std::size_t k = 0; k < tables.size(); ++k) {
    tables[k].call(fmt::format("fault {}", k + 1));
    read_fault_spread(raw->items[k], tables[k], base, campaign.faults);
    tables[k].finish();
  }
  if (campaign.faults.empty() && !diagnostic::has_error(findings))
    file.error(file.at(), "missing-key", "the campaign has no [[fault]]", "[[fault]]\nkind = \"encoder_inverted\"");
  file.finish();
  if (diagnostic::has_error(findings)) return findings;
  return {std::move(campaign), std::move(findings)};
}

diagnostic::Result<Base> base_of(const std::string& path, const robot::Robot& robot, const files::LoadOptions& load,
                                 const Scenario& scenario) {
  const auto source = files::read_source(path, largest_campaign * 16);
  if (!source.ok()) return source.findings();
  Findings findings;
  auto root = files::parse_toml(source.value(), largest_campaign * 16, findings);
  if (!root) return findings;
  return Base{robot, load, path, std::move(*root), scenario};
}

std::vector<std::string> leave_out_idle(const Scenario& scenario, FaultCampaign& campaign) {
  std::vector<std::string> left_out;
  auto& laws = campaign.vary.laws;
  for (const std::string& law : laws)
    if (drifts(scenario, law)) left_out.push_back(fmt::format("law {}: the plant has no friction", law));
  std::erase_if(laws, [&](const std::string& law) { return drifts(scenario, law); });
  for (const FaultSpread& fault : campaign.faults)
    if (const char* why = why_idle(scenario, fault.kind))
      left_out.push_back(fmt::format("{}: {}", form_of(fault.kind).name, why));
  std::erase_if(campaign.faults, [&](const FaultSpread& f) { return why_idle(scenario, f.kind) || f.weight <= 0; });
  return left_out;
}

}  // namespace tauforge::scenario
