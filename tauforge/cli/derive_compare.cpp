// Our numbers beside tables 1, 2 and 3 of paper 001; rates and parallel blocks.
#include <fmt/format.h>

#include "tauforge/cli/derive_parts.h"
#include "tauforge/compiler/customised_count.h"
#include "tauforge/compiler/record_bodies.h"
#include "tauforge/explicit_model/partition.h"
#include "tauforge/expression/count.h"

namespace tauforge::cli {

namespace {

using explicit_model::Calculations;
using explicit_model::Cell;
using explicit_model::Derivation;
using explicit_model::Operations;
using explicit_model::Section;

Cell cell(const std::string& text) { return {text, false}; }

std::string pair(const Operations& o) { return fmt::format("{} = {} + {}", o.total(), o.multiplications, o.additions); }

// On free symbols, and on this robot.
std::string counted(const robot::Robot& robot, auto method) {
  using expression::rule_002;
  const auto free = expression::count(compiler::record(compiler::free_robot(robot.tree), method), rule_002);
  const auto given = expression::count(compiler::record(compiler::literal_robot(robot), method), rule_002);
  return fmt::format("{} in general, {} for this robot", pair(free), pair(given));
}

struct Rates {
  double configuration, torque;  // [1/s]
};
Rates rates(const Calculations& c, double flops, int torques) {
  const double cycle = c.configuration.total() + torques * c.rates().total();
  return {flops / cycle, torques * flops / cycle};
}

std::vector<Cell> rate_row(const std::string& name, const Rates& r, const std::string& printed) {
  return {cell(name), cell(fmt::format("{:.0f} / {:.0f} Hz", r.configuration, r.torque)), cell(printed)};
}

}  // namespace

Section rates_section(const Derivation& d, const DeriveExtras& extras) {
  Section s;
  s.title = fmt::format("Rates of a processor with {:g} operations per second", extras.flops);
  s.lines = {"What depends on q alone may be computed less often than torques are."};
  s.rows = {{cell("model"), cell("configuration terms"), cell("velocity and acceleration terms"), cell("each time"),
             cell(fmt::format("once per {} torques", extras.ratio))}};
  const auto row = [&](const std::string& name, const Calculations& c) {
    const Rates each = rates(c, extras.flops, 1), slow = rates(c, extras.flops, extras.ratio);
    s.rows.push_back({cell(name), cell(pair(c.configuration)), cell(pair(c.rates())),
                      cell(fmt::format("{:.0f} Hz", each.torque)),
                      cell(fmt::format("{:.0f} Hz, torques {:.0f} Hz", slow.configuration, slow.torque))});
  };
  row("full", d.calculations);
  if (d.abbreviated) row("abbreviated", *d.abbreviated);
  return s;
}

Section exact_code_section(const robot::Robot& robot, const Derivation& d) {
  constexpr int effort = 1000;  // evaluations of the search: generate looks longer, and finds no more than this
  const auto exact =
      compiler::customised_counts(robot, {functions::Function::inverse_dynamics}, {.evaluations = effort}).functions;
  Section s;
  s.title = "Exact code instead";
  if (exact.empty()) return s;
  const int printed = d.abbreviated ? d.abbreviated->whole.total() : d.calculations.whole.total();
  const int needs = exact[0].operations.total();
  s.lines = {fmt::format(
      "`tauforge generate` writes code for the same torques, exact, that needs at most {} operations: {} than "
      "the {} model above ({}).",
      needs, needs < printed ? "fewer" : "more", d.abbreviated ? "abbreviated" : "full", printed)};
  if (needs < printed)
    s.lines.push_back("To compute torques take that; the printed model is for reading and reasoning.");
  return s;
}

Section blocks_section(const Derivation& d, int blocks) {
  const auto& elements = d.complete;
  const auto p = explicit_model::partition(d.model, elements, blocks);
  Section s;
  s.title = fmt::format("{} parallel blocks", blocks);
  s.lines = {
      fmt::format("One processor: {}. The busiest block: {}, {:.2f} times fewer; balance {:.2f}; {} additions "
                  "put the torques together.",
                  pair(p.undivided), p.longest(), static_cast<double>(p.undivided.total()) / std::max(1, p.longest()),
                  p.balance(), p.additions_after)};
  s.rows = {
      {cell("block"), cell("operations"), cell("words in"), cell("words out"), cell("per word"), cell("elements")}};
  for (std::size_t b = 0; b < p.blocks.size(); ++b) {
    std::vector<std::string> names;
    for (const int e : p.blocks[b].elements) names.push_back(elements[static_cast<std::size_t>(e)].name);
    const int words = p.blocks[b].received + p.blocks[b].sent;
    s.rows.push_back(
        {cell(std::to_string(b + 1)), cell(pair(p.blocks[b].operations)), cell(std::to_string(p.blocks[b].received)),
         cell(std::to_string(p.blocks[b].sent)),
         cell(words ? fmt::format("{:.1f}", static_cast<double>(p.blocks[b].operations.total()) / words) : "-"),
         cell(fmt::format("{}", fmt::join(names, " ")))});
  }
  return s;
}

std::vector<Section> compare_sections(const robot::Robot& robot, const Derivation& d) {
  const bool is_the_puma = robot.name == "puma560";
  const auto printed = [&](const char* text) { return cell(is_the_puma ? text : "-"); };
  const std::vector<Cell> heading = {cell("method"), cell("printed [AKB86]"), cell("ours")};
  Section one;
  one.title = "Table 1 of [AKB86]: calculations for the torques";
  one.lines = {"total = multiplications + additions"};
  one.rows = {heading,
              {cell("recursive Newton-Euler"), printed("1560"),
               cell(counted(robot, dynamics::InverseDynamics::luh_walker_paul))},
              {cell("full explicit model"), printed("1165 = 739 + 426"), cell(pair(d.calculations.whole))},
              {cell("abbreviated explicit model"), printed("305"), cell(pair(d.abbreviated->whole))}};
  Section two;
  two.title = "Table 2 of [AKB86]: configuration terms / torques at 100,000 operations per second";
  two.lines = {"The printed rates allow for about 10 % more operations than the printed 1165."};
  two.rows = {{cell("full model"), cell("ours"), cell("printed [AKB86]")},
              rate_row("everything each time", rates(d.calculations, 100e3, 1), is_the_puma ? "78 / 78 Hz" : "-"),
              rate_row("configuration terms once per four torques", rates(d.calculations, 100e3, 4),
                       is_the_puma ? "50 / 200 Hz" : "-")};
  Section three;
  three.title = "Table 3 of [AKB86]: calculations for the kinetic energy matrix";
  three.rows = {heading,
                {cell("Walker and Orin"), printed("2737"), cell(counted(robot, dynamics::MassMatrix::walker_orin))},
                {cell("full explicit model"), printed("278"), cell(pair(d.calculations.kinetic_energy))},
                {cell("Izaguirre and Paul, simplified"), printed("58"),
                 cell(counted(robot, dynamics::MassMatrix::compound_link) + " (compound links, not simplified)")},
                {cell("abbreviated explicit model"), printed("25"), cell(pair(d.abbreviated->kinetic_energy))}};
  return {one, two, three};
}

}  // namespace tauforge::cli
