#include "tauforge/cli/recipe_report.h"

#include <fmt/format.h>

#include <cmath>

#include "tauforge/cli/recipe_rows.h"
#include "tauforge/cli/terminal.h"

namespace tauforge::cli {

using diagnostic::breaks;
using diagnostic::leaves;
using identify::Conditioning;
using identify::Summary;
using literature::PaperEstimate;
using literature::PaperIdentification;

namespace {

std::vector<diagnostic::Column> columns_of(const RecipeReport& r, std::vector<std::string>& heading) {
  const bool beside = !r.table_1.empty();
  std::vector<diagnostic::Column> columns{{}};
  heading = {""};
  if (!r.truth.empty()) heading.push_back("truth"), columns.push_back(leaves(3));
  for (int k = 0; k < 4; ++k) {
    heading.push_back(recipe_statistics[k].name), columns.push_back(k < 2 ? diagnostic::Column{} : leaves(9 - k));
    if (r.draws.size() > 1)
      heading.push_back("range"), columns.push_back(k == 0 ? diagnostic::Column{} : leaves(10 - k));
    if (beside) heading.push_back("paper"), columns.push_back(k < 2 ? diagnostic::Column{} : leaves(9 - k));
  }
  if (r.draws.size() > 1) heading.push_back("seeds"), columns.push_back(leaves(4));
  if (beside) return columns;
  heading.insert(heading.end(), {"share %", "unit", "meaning"});
  columns.insert(columns.end(), {leaves(1), {}, breaks});
  return columns;
}

std::vector<std::string> cells(const RecipeReport& r, std::size_t k, const std::string& mark, const RecipeRow& row) {
  const PaperEstimate& e = r.draws.front().estimates[k];
  std::vector<std::string> line{mark + printable(e.name.name)};
  if (!r.truth.empty()) line.push_back(figure_text({r.truth[k]}));
  for (const RecipeStatistic& s : recipe_statistics) {
    const std::vector<double> values = over(row, s.ours);
    line.push_back(values.empty() ? "-" : figure_text({identify::median(values)}));
    if (r.draws.size() > 1) line.push_back(range_of(values));
    if (!r.table_1.empty()) line.push_back(row.paper ? figure_text({row.paper->*s.paper}) : "");
  }
  if (r.draws.size() > 1) line.push_back(std::to_string(row.draws.size()));
  if (!r.table_1.empty()) return line;
  line.insert(line.end(), {fmt::format("{:.2f}", 100.0 * e.torque_share), e.name.unit, printable(e.name.meaning)});
  return line;
}

std::string tables_text(const RecipeReport& r) {
  const PaperIdentification& first = r.draws.front();
  diagnostic::Rows table_1(1), table_2(1);
  const auto columns = columns_of(r, table_1[0]);
  table_2[0] = table_1[0];
  for (std::size_t k = 0; k < first.estimates.size(); ++k) {
    const bool kept = mostly_significant(r, k);
    table_1.push_back(cells(r, k, kept ? "* " : "  ", row_1(r, k)));
    if (kept) table_2.push_back(cells(r, k, "", row_2(r, k)));
  }
  const std::size_t all = first.estimates.size() + first.base.dropped.size();
  const std::string mostly = r.draws.size() > 1 ? ", with most seeds" : "";
  return paragraph(
             fmt::format("Table 1: {} parameters, {} of {} independent; * significant{}: at least {:g} % of the torque",
                         all, first.estimates.size(), all, mostly, 100.0 * first.share)) +
         table(table_1, "  ", columns) +
         fmt::format("\nTable 2: the {} significant ones alone{}\n{}\n", table_2.size() - 1, mostly,
                     table(table_2, "  ", columns));
}

std::string range_text(const std::vector<double>& values) {
  if (values.empty()) return "-";
  const Summary s = identify::summary(values);
  const auto text = [](double x) { return std::isfinite(x) ? fmt::format("{:.4g}", x) : "singular"; };
  return fmt::format("{} .. {}, median {}", text(s.smallest), text(s.largest), text(identify::median(values)));
}

std::string counts_text(const std::vector<double>& counts) {
  const Summary s = identify::summary(counts);
  return s.smallest == s.largest ? fmt::format("{:g}", s.smallest)
                                 : fmt::format("{:g} ({:g}..{:g})", identify::median(counts), s.smallest, s.largest);
}

std::string conditioning_text(const RecipeReport& r) {
  const auto of = [&](double Conditioning::*figure, const auto& which) {
    return identify::median(r.over_draws([&](const PaperIdentification& f) { return which(f).*figure; }));
  };
  const auto line = [&](const char* what, const auto& before, const auto& after) {
    const double a = of(&Conditioning::smallest, before), b = of(&Conditioning::largest, before);
    const double c = of(&Conditioning::smallest, after), d = of(&Conditioning::largest, after);
    return std::vector<std::string>{what, fmt::format("{:.3g} {:.4g}  ->  {:.3g} {:.4g}", a, b, c, d),
                                    fmt::format("{:.1f} times better", b / a / (d / c))};
  };
  using F = const PaperIdentification&;
  diagnostic::Rows rows{
      line(
          "worst trajectory", [](F f) { return f.worst().before; }, [](F f) { return f.worst().after; }),
      line(
          "all trajectories together", [](F f) { return f.together_before; }, [](F f) { return f.together_after; })};
  if (!r.table_1.empty())
    rows.push_back(line(
        "paper", [](F) { return literature::published_before; }, [](F) { return literature::published_after; }));
  const PaperIdentification& first = r.draws.front();
  const RecipeConditions c = conditions_of(r);
  return fmt::format("Smallest and largest singular value, {} parameters -> {}\n{}", first.estimates.size(),
                     counts_text(r.over_draws([](F f) { return static_cast<double>(f.significant); })),
                     table(rows, "  ")) +
         fmt::format("\nCondition number over {} trajectories{}, smallest .. largest\n", first.trajectories.size(),
                     r.draws.size() > 1 ? fmt::format(" of {} seeds", r.draws.size()) : "") +
         table({{"independent", range_text(c.before)},
                {"significant", range_text(c.after)},
                {"times better", range_text(c.better)}},
               "  ");
}

}  // namespace

std::string recipe_text(const RecipeReport& report) { return tables_text(report) + conditioning_text(report); }

}  // namespace tauforge::cli
