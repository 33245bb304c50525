#include "tauforge/cli/findings_text.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tauforge/cli/json_text.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::Diagnostic;
using diagnostic::Findings;
using diagnostic::Severity;

namespace {

constexpr int shown_before_summing_up = 3;

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

}  // namespace

std::string findings_text(const Findings& findings, const FindingsStyle& style) {
  std::map<std::string, int> times;
  for (const auto& finding : findings)
    if (finding.severity == Severity::note && finding.code != "not-used")
      ++times[finding.code];  // those are one per name
  std::string out;
  for (const auto& finding : findings) {
    int& count = times[finding.code];
    constexpr int summed_up = -1;
    if (finding.severity != Severity::note || style.verbose ||
        (count <= shown_before_summing_up && count != summed_up)) {
      out += one(finding, style.colour);
      continue;
    }
    if (count == summed_up) continue;
    Diagnostic sum = finding;
    sum.message += fmt::format(" (and {} more like this; --verbose lists them)", count - 1);
    out += one(sum, style.colour);
    count = summed_up;
  }
  return out;
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
