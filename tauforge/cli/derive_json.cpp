// A derivation as JSON, and the model that such JSON prints.
#include <nlohmann/json.hpp>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/explicit_model/payload.h"

namespace tauforge::cli {

namespace {

using explicit_model::Derivation;
using nlohmann::json;

json to_json(const explicit_model::Operations& o) {
  return {{"multiplications", o.multiplications}, {"additions", o.additions}, {"total", o.total()}};
}

json to_json(const explicit_model::Calculations& c) {
  return {{"kinetic_energy_matrix", to_json(c.kinetic_energy)},
          {"configuration", to_json(c.configuration)},
          {"rates", to_json(c.rates())},
          {"whole", to_json(c.whole)}};
}

json certificate_json(const explicit_model::Certificate& c) {
  json joints = json::array();
  for (std::size_t i = 0; i < c.joints.size(); ++i) {
    const auto& joint = c.joints[i];
    joints.push_back({{"bound", joint.bound},
                      {"found", joint.found},
                      {"found_at", {{"q", joint.q}, {"qd", joint.qd}, {"qdd", joint.qdd}}},
                      {"largest_torque", joint.torque},
                      {"position", {c.range.q[i].low, c.range.q[i].high}},
                      {"speed", c.range.qd[i]},
                      {"acceleration", c.range.qdd[i]}});
  }
  return joints;
}

json trade_off_json(const Derivation& d) {
  json points = json::array();
  for (const auto& p : d.trade_off) {
    json shares = json::array();
    for (std::size_t i = 0; i < p.bounds.size(); ++i)
      shares.push_back(d.torques[i] > 0 ? p.bounds[i] / d.torques[i] : 0.0);
    points.push_back({{"allowed_share", p.allowed},
                      {"calculations", p.operations},
                      {"dropped", p.dropped},
                      {"bounds", p.bounds},
                      {"bound_shares", shares}});
  }
  return {{"full", d.calculations.whole.total()}, {"largest_torques", d.torques}, {"points", points}};
}

}  // namespace

json derivation_json(const Derivation& d) {
  json constants = json::array(), elements = json::array(), merges = json::array(), removed = json::object(),
       derivatives = json::array();
  for (const auto& c : d.model.constants) {
    const char* kinds[] = {"inertia", "motor", "gravity"};
    const auto k = constants.size();
    constants.push_back(
        {{"name", c.name},
         {"printed", d.constants[k]},
         {"paper_name", d.paper_names.empty() || d.paper_names[k].empty() ? json() : json(d.paper_names[k])},
         {"kind", kinds[static_cast<int>(c.kind)]},
         {"value", c.value},
         {"tolerance", c.tolerance ? json(*c.tolerance) : json()},
         {"definition", definition_text(d.model, c, explicit_model::plain_text)}});
    if (d.payload && depends_on_payload(d.model, c))
      constants.back()["with_payload"] = payload_text(d.model, c, 0, explicit_model::plain_text);
  }
  for (std::size_t e = 0; e < d.complete.size(); ++e) {
    const auto& element = d.complete[e];
    const auto root = element.same_as < 0 ? e : static_cast<std::size_t>(element.same_as);
    json entry = {{"name", element.name},
                  {"formula", sum_text(d.model, element.same_as < 0 ? element.written : d.model.written(element.sum),
                                       explicit_model::plain_text)}};
    if (element.same_as >= 0) entry["same_as"] = {{"element", d.complete[root].name}, {"factor", element.factor}};
    if (d.abbreviation && element.same_as < 0)
      entry["abbreviated"] = number_sum_text(d.printed[e].numbers, explicit_model::plain_text);
    elements.push_back(entry);
  }
  const auto index = [](const explicit_model::SymbolIndex& s) { return json{s.k + 1, s.l + 1, s.i + 1}; };
  for (const auto& m : d.model.christoffel.merges)
    merges.push_back({{"symbol", index(m.symbol)},
                      {"equals", m.zero ? json(0) : index(m.same_as)},
                      {"sign", m.sign},
                      {"reason", to_text(m.reason)}});
  for (int r = 0; r < explicit_model::reasons; ++r)
    removed[to_text(static_cast<explicit_model::Reason>(r))] = d.model.christoffel.removed[static_cast<std::size_t>(r)];
  for (const auto& x : d.model.christoffel.derivatives) derivatives.push_back({x.j + 1, x.k + 1, x.l + 1});
  json answer = {{"robot", d.model.robot},
                 {"joints", d.model.n},
                 {"constants", constants},
                 {"elements", elements},
                 {"christoffel",
                  {{"possible", d.model.christoffel.uses.size()},
                   {"distinct", d.model.christoffel.distinct.size()},
                   {"derivatives", derivatives},
                   {"removed", removed},
                   {"merges", merges}}},
                 {"calculations", {{"full", to_json(d.calculations)}}}};
  if (d.payload) {
    const auto& p = *d.payload;
    answer["payload"] = {{"symbols", explicit_model::payload_symbols},
                         {"mass", p.mass},
                         {"centre", {p.centre.x, p.centre.y, p.centre.z}}};
  }
  answer["rounding"] = certificate_json(d.rounding);
  if (!d.trade_off.empty()) answer["trade_off"] = trade_off_json(d);
  if (!d.abbreviation) return answer;
  answer["calculations"]["abbreviated"] = to_json(*d.abbreviated);
  const auto& a = *d.abbreviation;
  answer["abbreviation"] = {{"rule", a.rule == explicit_model::Rule::paper ? "paper" : "value"},
                            {"share", a.share},
                            {"terms", a.considered},
                            {"dropped", a.dropped},
                            {"dearer", a.dearer > 0 ? json(a.dearer) : json()},
                            {"positive_definite", d.not_definite.empty()},
                            {"certificate", certificate_json(*d.certificate)}};
  return answer;
}

explicit_model::PrintedModel printed_model(const json& derivation) {
  explicit_model::PrintedModel model;
  for (const auto& c : derivation.at("constants")) {
    model.constants[c.at("name")] = c.at("value");
    if (c.contains("with_payload")) model.with_payload[c.at("name")] = c["with_payload"];
  }
  for (const auto& e : derivation.at("elements")) {
    const std::string name = e.at("name");
    if (e.contains("same_as")) {
      const auto& same = e["same_as"];
      model.formulas[name] = reference_text(same["element"], same["factor"], explicit_model::plain_text);
      model.references.push_back(name);
      continue;
    }
    model.formulas[name] = e.at("formula");
    if (e.contains("abbreviated")) model.abbreviated[name] = e["abbreviated"];
  }
  return model;
}

}  // namespace tauforge::cli
