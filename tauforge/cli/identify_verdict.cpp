#include "tauforge/cli/identify_verdict.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tauforge/cli/findings_text.h"
#include "tauforge/cli/identify_figures.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using nlohmann::json;

namespace {

std::string with_robot(std::string sentence, const std::string& robot) {
  if (const std::size_t at = sentence.find("ROBOT"); at != std::string::npos) sentence.replace(at, 5, robot);
  return sentence;
}

std::string or_dash(double percent) { return std::isfinite(percent) ? fmt::format("{:.1f}", percent) : "-"; }

std::string hausman_text(const Verdict::Hausman& h, const identify::InstrumentUse& instruments) {
  if (!h.why_not.empty()) return fmt::format("Hausman's test of least squares: none, {}", h.why_not);
  const bool iv = instruments.rounds > 0 && !instruments.direct;
  std::string text = fmt::format("Hausman's test of least squares: F({}, {}) = {:.3g}, p = {:.2g}: ", h.columns,
                                 h.freedom, h.statistic, h.p);
  if (!h.biased) return text + "no bias to be seen";
  text += "biased, by noise of the motion or by what the model lacks";
  return text + (iv ? "; these values are of instrumental variables" : "; --method iv is not biased by such noise");
}

}  // namespace

std::string verdict_text(const IdentifyReport& r) {
  const Verdict& v = r.verdict;
  std::string text = painted(v.trusted ? "Verdict: to be trusted" : "Verdict: fitted, not to be trusted", Colour::bold,
                             wants_colour(stdout));
  text += fmt::format(" (robot '{}', {} log{}, {:.1f} s)\n", printable(r.prior.name), r.logs.size(),
                      r.logs.size() == 1 ? "" : "s", r.seconds);
  text += paragraph(
      fmt::format(
          "How good: torques are missed by {:.2f} % {}{}; {:.2f} % of the torques without their noise are explained",
          v.error,
          v.fresh ? "on logs it has not seen"
                  : "on left-out blocks of these logs (--validate LOG judges by "
                    "others)",
          std::isfinite(v.noise) ? fmt::format(", of which noise is {:.2f} %", v.noise) : "", v.explained),
      "  ", "    ");
  std::vector<std::vector<std::string>> rows{{"drive", "error %", "noise %", "explained %"}};
  for (std::size_t j = 0; j < v.error_of_drive.size(); ++j)
    rows.push_back({printable(r.prior.drives[j]), or_dash(v.error_of_drive[j]), or_dash(v.noise_of_drive[j]),
                    or_dash(v.explained_of_drive[j])});
  text += table(rows, "    ");
  text += paragraph(
      fmt::format("How far to trust it: condition {:.2g} (columns of length one), {} of {} parameters not told "
                  "by the logs, residuals alike over {:.0f} ms, signs cost {:.2g} %",
                  v.condition, r.found.refusals.size(), r.found.estimates.size(), 1e3 * v.alike,
                  100.0 * r.found.cost_of_signs),
      "  ", "    ");
  text += paragraph(printable(hausman_text(v.hausman, r.found.instruments)), "  ", "    ");
  for (const auto& d : v.doubts)
    text += paragraph(fmt::format("{}: {}{} [{}]", d.severity == diagnostic::Severity::note ? "accepted" : "doubt",
                                  printable(d.message), d.hint.empty() ? "" : ". " + printable(d.hint), d.code),
                      "    ", "      ");
  for (const auto& next : v.next)
    text += paragraph("What next: " + printable(with_robot(next, r.robot_file)), "  ", "    ");
  return text;
}

json hausman_json(const Verdict::Hausman& h) {
  if (!h.why_not.empty()) return {{"why_not", h.why_not}};
  return {{"statistic", number_json(h.statistic)},
          {"degrees_of_freedom", {h.columns, h.freedom}},
          {"p", number_json(h.p)},
          {"biased", h.biased},
          {"reference_hz", h.reference}};
}

json verdict_json(const Verdict& v) {
  return {{"trusted", v.trusted},
          {"doubts", findings_json(v.doubts)},
          {"next", v.next},
          {"fresh", v.fresh},
          {"error", number_json(v.error)},
          {"noise", number_json(v.noise)},
          {"explained", number_json(v.explained)},
          {"error_of_drive", numbers_json(v.error_of_drive)},
          {"noise_of_drive", numbers_json(v.noise_of_drive)},
          {"explained_of_drive", numbers_json(v.explained_of_drive)},
          {"left_out", number_json(v.left_out)},
          {"condition", number_json(v.condition)},
          {"alike_s", number_json(v.alike)},
          {"hausman", hausman_json(v.hausman)}};
}

}  // namespace tauforge::cli
