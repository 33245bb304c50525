#include "tauforge/cli/cards_options.h"

#include <CLI/CLI.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

namespace {

using nlohmann::json;

std::string counts_text(const char* what, const cards::CallCounts& c) {
  return fmt::format("{}: {} fine, {} stale{}, {} failed", what, c.fine, c.stale,
                     c.stale > 0 ? fmt::format(" (at most {} in a row)", c.longest_stale) : "", c.failed);
}

json counts_json(const cards::CallCounts& c) {
  return {{"fine", c.fine}, {"stale", c.stale}, {"failed", c.failed}, {"longest_stale", c.longest_stale}};
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> list;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) list.push_back(line);
  return list;
}

}  // namespace

std::optional<Cards> CardsOptions::wanted() const {
  if (cards.driver.empty()) return std::nullopt;
  Cards result = cards;
  const auto is_accepted = [&](const char* what) {
    return std::find(accepted.begin(), accepted.end(), what) != accepted.end();
  };
  result.without_watchdog = is_accepted("watchdog");
  result.without_emergency_stop = is_accepted("emergency-stop");
  return result;
}

CLI::Option* add_cards_options(CLI::App& command, CardsOptions& options) {
  CLI::Option* hardware =
      command.add_option("--hardware", options.cards.driver, "driver library of cards of your own: ./libmycards.so")
          ->type_name("FILE");
  CLI::Option* machine =
      command.add_option("--machine", options.cards.machine, "what calibrates these cards: docs/machine-file.md")
          ->type_name("FILE");
  hardware->needs(machine), machine->needs(hardware);
  command.add_option("--hardware-options", options.cards.options, "for the driver (those of the machine file)")
      ->type_name("TEXT")
      ->needs(hardware);
  command.add_flag("--acknowledge", options.cards.acknowledged, "you have looked at what an alarm stopped last time")
      ->needs(hardware);
  command
      .add_option("--accept", options.accepted,
                  "run although the cards have no 'watchdog', or no 'emergency-stop' that can be read")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"watchdog", "emergency-stop"}))
      ->expected(1)
      ->take_all()
      ->needs(hardware);
  return hardware;
}

void add_record_option(CLI::App& command, CLI::Option* hardware, CardsOptions& options) {
  command
      .add_option("--commissioned", options.record,
                  "the record of `tauforge commission`: without it drives get 10 % of their torque besides gravity")
      ->type_name("FILE")
      ->needs(hardware);
}

std::string cards_text(const cards::CardsReport& report) {
  std::string text = paragraph(fmt::format("Cards: {}", printable(report.name)));
  text += paragraph(counts_text("reads", report.reads), "  ", "    ");
  text += paragraph(counts_text("writes", report.writes), "  ", "    ");
  if (!report.mistake.empty()) text += paragraph("the driver is wrong: " + printable(report.mistake), "  ", "    ");
  for (const std::string& line : lines(report.told)) text += paragraph(printable(line), "  ", "    ");
  return text;
}

json cards_json(const cards::CardsReport& report) {
  return {{"name", printable(report.name)},
          {"reads", counts_json(report.reads)},
          {"writes", counts_json(report.writes)},
          {"mistake", report.mistake.empty() ? json() : json(printable(report.mistake))},
          {"told", [&] {
             json told = json::array();
             for (const std::string& line : lines(report.told)) told.push_back(printable(line));
             return told;
           }()}};
}

}  // namespace tauforge::cli
