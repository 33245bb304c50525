#include "tauforge/cli/findings_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "tauforge/cli/json_text.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::Diagnostic;
using diagnostic::Findings;
using diagnostic::Severity;

namespace {

constexpr std::size_t shown_before_summing_up = 3;
constexpr std::size_t lines_named = 12;

// Findings of one kind say much the same of different places.
using Kind = std::tuple<Severity, std::string, std::string>;  // severity, code, file

Kind kind_of(const Diagnostic& finding) {
  return {finding.severity, finding.code, finding.at.source ? finding.at.source->name : ""};
}

Colour colour_of(Severity severity) {
  return severity == Severity::error ? Colour::red : severity == Severity::warning ? Colour::yellow : Colour::blue;
}

// The word before the message gets the colour.
std::string one(const Diagnostic& finding, bool colour) {
  std::string text = to_text(finding);
  const std::string word = to_text(finding.severity);
  const std::string place = to_text(finding.at) + ": ";
  if (colour && text.compare(0, place.size(), place) == 0 && text.compare(place.size(), word.size(), word) == 0)
    text.replace(place.size(), word.size(), painted(word, colour_of(finding.severity), true));
  return text;
}

// "      and 41 more like this: lines 30, 44, ... (--all-findings shows each)"
std::string and_more(const std::vector<const Diagnostic*>& group, const std::string& show_all) {
  std::string lines;
  std::size_t named = 0;
  int last = 0;
  for (const Diagnostic* finding : group) {
    if (finding == group.front() || finding->at.line == last || finding->at.line == 0) continue;
    last = finding->at.line;
    if (named++ < lines_named) lines += fmt::format("{}{}", lines.empty() ? "" : ", ", last);
  }
  if (named > lines_named) lines += ", ...";
  const std::string where = lines.empty() ? "" : fmt::format(": {} {}", named == 1 ? "line" : "lines", lines);
  return fmt::format("      and {} more like this{}{}\n", group.size() - 1, where,
                     show_all.empty() ? "" : fmt::format(" ({} shows each)", show_all));
}

}  // namespace

std::string findings_text(const Findings& findings, const FindingsStyle& style) {
  std::map<Kind, std::vector<const Diagnostic*>> alike;
  for (const auto& finding : findings) alike[kind_of(finding)].push_back(&finding);
  std::string out;
  for (const auto& finding : findings) {
    const auto& group = alike[kind_of(finding)];
    const bool each = style.verbose || group.size() <= shown_before_summing_up;
    if (!each && group.front() != &finding) continue;
    out += one(finding, style.colour);
    if (!each) out += and_more(group, style.show_all);
  }
  return out;
}

void print_findings(const Findings& findings) {
  fmt::print(stderr, "{}", findings_text(findings, {wants_colour(stderr), false}));
}

Tally tally(const Findings& findings) {
  Tally result;
  for (const auto& finding : findings) switch (finding.severity) {
      case Severity::error: ++result.errors; break;
      case Severity::warning: ++result.warnings; break;
      case Severity::note: ++result.notes; break;
    }
  return result;
}

std::string to_text(const Tally& t) {
  const auto count = [](int n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  return count(t.errors, "error") + ", " + count(t.warnings, "warning") + ", " + count(t.notes, "note");
}

nlohmann::json findings_json(const Findings& findings) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& finding : findings)
    list.push_back({{"severity", to_text(finding.severity)},
                    {"code", finding.code},
                    {"file", finding.at.source ? finding.at.source->name : ""},
                    {"line", finding.at.line},
                    {"column", finding.at.column},
                    {"length", finding.at.length},
                    {"message", finding.message},
                    {"hint", finding.hint}});
  return list;
}

std::string files_json_text(const nlohmann::json& files, const diagnostic::Findings& every_finding) {
  const Tally total = tally(every_finding);
  const nlohmann::json answer = {
      {"files", files}, {"errors", total.errors}, {"warnings", total.warnings}, {"notes", total.notes}};
  return json_text(answer);
}

}  // namespace tauforge::cli
