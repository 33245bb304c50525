#include "tauforge/cli/campaign_report.h"

#include <fmt/format.h>

#include <vector>

#include "tauforge/cli/terminal.h"
#include "tauforge/literature/gravity_constants.h"
#include "tauforge/literature/published_puma260.h"

namespace tauforge::cli {

using identify::Conditioning;
using identify::Summary;
using literature::PaperEstimate;
using literature::PaperIdentification;
using literature::PublishedEstimate;

namespace {

std::vector<std::string> estimate_row(const std::string& name, const Summary& s, double truth,
                                      const PublishedEstimate* paper) {
  std::vector<std::string> row{name, fmt::format("{:.6f}", truth)};
  for (const double x : {s.mean, s.deviation, s.largest, s.smallest}) row.push_back(fmt::format("{:.6f}", x));
  for (const double x : {paper ? paper->mean : 0.0, paper ? paper->deviation : 0.0})
    row.push_back(paper ? fmt::format("{:.6f}", x) : "");
  return row;
}

std::string estimates_text(const std::vector<double>& truth, const PaperIdentification& found) {
  const std::vector<std::string> header{"",        "truth",    "mean",         "deviation",
                                        "largest", "smallest", "paper's mean", "deviation"};
  const std::vector<diagnostic::Column> columns{{}, {}, {}, {}, diagnostic::leaves(2), diagnostic::leaves(1), {}, {}};
  std::vector<std::vector<std::string>> table1{header}, table2{header};
  for (std::size_t k = 0; k < found.estimates.size(); ++k) {
    const PaperEstimate& e = found.estimates[k];
    const std::string& name = e.name.name;
    table1.push_back(estimate_row((e.significant ? "* " : "  ") + name, e.all, truth[k],
                                  published_row(literature::published_table_1, name)));
    if (e.significant)
      table2.push_back(
          estimate_row(name, e.significant_alone, truth[k], published_row(literature::published_table_2, name)));
  }
  const std::size_t all = found.estimates.size() + found.base.dropped.size();
  return paragraph(
             fmt::format("Table 1: {} parameters, {} of {} independent; * significant: at least 1 % of the torque", all,
                         found.estimates.size(), all)) +
         table(table1, "  ", columns) +
         fmt::format("\nTable 2: the {} significant ones alone\n{}\n", table2.size() - 1, table(table2, "  ", columns));
}

std::string conditioning_text(const PaperIdentification& found) {
  const auto line = [](const char* what, const Conditioning& before, const Conditioning& after) {
    return std::vector<std::string>{
        what,
        fmt::format("{:.3g} {:.4g}  ->  {:.3g} {:.4g}", before.smallest, before.largest, after.smallest, after.largest),
        fmt::format("{:.1f} times better", before.number() / after.number())};
  };
  return fmt::format("Smallest and largest singular value, {} parameters -> {}\n{}", found.before.columns,
                     found.after.columns,
                     table({line("worst trajectory", found.before, found.after),
                            line("all trajectories together", found.together_before, found.together_after),
                            line("paper", literature::published_before, literature::published_after)},
                           "  "));
}

std::string gravity_text(const PaperIdentification& found) {
  std::string text = "\nGravity constants [N m]          ours      paper     Lloyd\n";
  const auto ours = gravity_constants(found.estimates);
  for (std::size_t k = 0; k < ours.size(); ++k) {
    const auto& row = literature::published_gravity[k];
    text += fmt::format("  {} = {:18} {:9.5f} {:9.5f} {:9.4f}\n", row.name, row.formula, ours[k], row.paper, row.lloyd);
  }
  return text + fmt::format("  (of {} the paper's own table gives -1.76865)\n", literature::published_gravity[1].name);
}

}  // namespace

std::string campaign_text(const literature::Campaign& campaign, const PaperIdentification& found) {
  const std::size_t measured = campaign.trajectories.size();
  std::string text;
  if (measured < campaign.planned)
    text = fmt::format("Cut short: trajectories {} to {} are left out\n", measured + 1, campaign.planned);
  return text + estimates_text(campaign.truth, found) + conditioning_text(found) + gravity_text(found);
}

}  // namespace tauforge::cli
