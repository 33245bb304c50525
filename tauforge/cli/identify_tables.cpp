#include "tauforge/cli/identify_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/terminal.h"
#include "tauforge/identify/closed_loop.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;
using identify::Estimate;
using nlohmann::json;

json estimate_json(const Estimate& e) {
  json j = {{"name", e.name.name},
            {"meaning", e.meaning()},
            {"unit", e.name.unit},
            {"group", e.group},
            {"combination", e.is_combination()},
            {"significant", e.significant},
            {"from_file", e.from_file},
            {"share_of_logs", number_json(e.from_file && e.share_of_logs == 1.0 ? 0.0 : e.share_of_logs)},
            {"described", number_json(e.described)},
            {"torque_share", number_json(e.torque_share)},
            {"full", {{"value", number_json(e.all)}, {"deviation", number_json(e.all_deviation)}}},
            {"interval", {number_json(e.interval.lower), number_json(e.interval.upper)}}};
  if (e.trajectories_all.count > 0) j["full"]["over_logs"] = summary_json(e.trajectories_all);
  if (e.all != e.unbounded) j["full"]["without_signs"] = number_json(e.unbounded);
  if (!e.significant) return j;
  j["reduced"] = {{"value", number_json(e.value)}, {"deviation", number_json(e.deviation)}};
  if (e.trajectories.count > 0) j["reduced"]["over_logs"] = summary_json(e.trajectories);
  return j;
}

namespace {

// An end of an interval, rounded away from what is inside: a value with as many digits stays between its ends.
std::string end_text(double x, bool upper) {
  if (x == 0.0 || !std::isfinite(x)) return fmt::format("{:.5g}", x);
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x))) - 4.0);
  return fmt::format("{:.5g}", (upper ? std::ceil(x / unit) : std::floor(x / unit)) * unit);
}

}  // namespace

json instruments_json(const identify::InstrumentUse& use) {
  if (use.rounds == 0) return nullptr;
  return {{"rounds", use.rounds},
          {"settled", use.settled},
          {"moved", number_json(use.moved)},
          {"reference_hz", use.reference_hz},
          {"loop_hz", identify::loop_hz}};
}

json prior_json(const identify::PriorUse& prior) {
  if (prior.strength == 0.0) return nullptr;
  return {{"strength", prior.strength}, {"impossible_links", prior.replaced}};
}

std::string estimates_table(const std::vector<Estimate>& estimates) {
  const bool logs =
      std::any_of(estimates.begin(), estimates.end(), [](const Estimate& e) { return e.trajectories_all.count > 0; });
  std::vector<std::vector<std::string>> rows{
      {"parameter", "value", "+-", "95 % interval", "file", "reduced", "share %", "unit", "meaning"}};
  std::vector<diagnostic::Column> columns{{}, {}, {}, {}, {}, {}, leaves(1), leaves(2), breaks};
  if (logs) {
    rows[0].insert(rows[0].begin() + 6, {"mean of logs", "deviation", "largest", "smallest"});
    columns.insert(columns.begin() + 6, {leaves(4), leaves(3), leaves(6), leaves(5)});
  }
  for (const Estimate& e : estimates) {
    std::vector<std::string> row{
        printable(e.name.name),
        fmt::format("{:.5g}", e.all),
        e.from_file ? "" : fmt::format("{:.2g}", e.all_deviation),
        e.from_file ? "from the file"
                    : fmt::format("{} .. {}", end_text(e.interval.lower, false), end_text(e.interval.upper, true)),
        fmt::format("{:.4g}", e.described),
        e.significant ? fmt::format("{:.5g}", e.value) : ""};
    if (logs) {
      const identify::Summary& s = e.trajectories_all;
      for (const double x : {s.mean, s.deviation, s.largest, s.smallest})
        row.push_back(s.count > 0 ? fmt::format("{:.4g}", x) : "");
    }
    row.push_back(fmt::format("{:.2f}", 100.0 * e.torque_share));
    row.push_back(e.name.unit), row.push_back(printable(e.meaning()));
    rows.push_back(row);
  }
  return table(rows, "  ", columns);
}

namespace {

const char* mark(IdentifiedMoment::From from) {
  return from == IdentifiedMoment::From::logs ? "*" : from == IdentifiedMoment::From::file ? " f" : "";
}
const char* word(IdentifiedMoment::From from) {
  return from == IdentifiedMoment::From::logs ? "logs" : from == IdentifiedMoment::From::file ? "file" : "both";
}
std::string cell(const IdentifiedMoment& m) {
  return fmt::format("{:.3g}{} ({:.3g})", m.value, mark(m.from), m.described);
}
json moment_json(const IdentifiedMoment& m) {
  return {{"value", number_json(m.value)}, {"described", number_json(m.described)}, {"from", word(m.from)}};
}

}  // namespace

std::string bodies_table(const std::vector<IdentifiedBody>& bodies) {
  std::vector<std::vector<std::string>> rows{{"body", "mass", "x", "y", "z", "Ixx", "Iyy", "Izz"}};
  for (const IdentifiedBody& b : bodies) {
    std::vector<std::string> row{printable(b.link), cell(b.mass)};
    for (const auto& x : b.centre) row.push_back(cell(x));
    for (std::size_t k = 0; k < 3; ++k) row.push_back(cell(b.inertia[k]));
    rows.push_back(row);
  }
  return table(rows, "  ", {{}, {}, leaves(3), leaves(3), leaves(3), leaves(1), leaves(1), leaves(1)});
}

json body_json(const IdentifiedBody& b) {
  json centre = json::array(), inertia = json::array();
  for (const auto& x : b.centre) centre.push_back(moment_json(x));
  for (const auto& x : b.inertia) inertia.push_back(moment_json(x));
  return {{"link", b.link}, {"mass", moment_json(b.mass)}, {"centre", centre}, {"inertia", inertia}};
}

}  // namespace tauforge::cli
