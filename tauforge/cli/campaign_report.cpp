#include "tauforge/cli/campaign_report.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "tauforge/cli/terminal.h"
#include "tauforge/literature/gravity_constants.h"
#include "tauforge/literature/published_puma260.h"

namespace tauforge::cli {

using literature::PaperIdentification;
using nlohmann::json;

namespace {

// Parameters that the seeds found significant and the paper did not, and the other way round: in how many seeds.
struct Selection {
  std::size_t equal = 0;
  std::map<std::string, std::size_t> besides, missing;
};

Selection selection_of(const RecipeReport& r) {
  std::set<std::string> published;
  for (const auto& row : literature::published_table_2) published.insert(row.name);
  Selection s;
  for (const PaperIdentification& draw : r.draws) {
    bool equal = true;
    for (const auto& e : draw.estimates) {
      if (e.significant == published.contains(e.name.name)) continue;
      ++(e.significant ? s.besides : s.missing)[e.name.name];
      equal = false;
    }
    s.equal += equal;
  }
  return s;
}

std::string selection_text(const RecipeReport& r) {
  const Selection s = selection_of(r);
  std::string text = fmt::format("The significant parameters are the paper's {} with {} of {} seeds",
                                 std::size(literature::published_table_2), s.equal, r.draws.size());
  const auto list = [&](const char* what, const std::map<std::string, std::size_t>& names) {
    if (!names.empty()) text += what;
    const char* before = "";
    for (const auto& [name, count] : names) text += fmt::format("{}{} ({})", std::exchange(before, ", "), name, count);
  };
  list("; besides them (seeds) ", s.besides), list("; without ", s.missing);
  return "\n" + paragraph(text);
}

std::vector<double> friction_of(const RecipeReport& r, const std::string& name) {
  return r.over_draws([&](const PaperIdentification& f) { return best_estimate(f.estimates, name); });
}

std::string friction_text(const RecipeReport& r) {
  diagnostic::Rows rows{{"", "ours", "paper", "Lloyd"}};
  for (const auto& row : literature::published_table_3)
    rows.push_back({row.name, figure_text(friction_of(r, row.name)), fmt::format("{:g}", row.paper),
                    fmt::format("{:g}", row.lloyd)});
  return "\nTable 3: friction, fs Coulomb [N m], ds viscous [N m s/rad]\n" + table(rows, "  ");
}

std::vector<double> gravity_of(const RecipeReport& r, std::size_t k) {
  return r.over_draws([&](const PaperIdentification& f) { return gravity_constants(f.estimates)[k]; });
}

std::string gravity_text(const RecipeReport& r) {
  diagnostic::Rows rows{{"", "ours", "paper", "Lloyd"}};
  for (std::size_t k = 0; k < std::size(literature::published_gravity); ++k) {
    const auto& row = literature::published_gravity[k];
    rows.push_back({fmt::format("{} = {}", row.name, row.formula), figure_text(gravity_of(r, k)),
                    fmt::format("{:.5f}", row.paper), fmt::format("{:.4f}", row.lloyd)});
  }
  return "\nGravity constants [N m]\n" + table(rows, "  ") +
         fmt::format("  (of {} the paper's own table gives -1.76865)\n", literature::published_gravity[1].name);
}

}  // namespace

CampaignReport campaign_report(const literature::Campaign& campaign, unsigned first_seed) {
  return {{{}, campaign.truth, literature::published_table_1, literature::published_table_2},
          first_seed,
          campaign.trajectories.size(),
          campaign.planned};
}

std::string campaign_text(const CampaignReport& report) {
  const RecipeReport& r = report.recipe;
  std::string text;
  if (report.measured < report.planned)
    text = fmt::format("Cut short: trajectories {} to {} are left out\n", report.measured + 1, report.planned);
  if (r.draws.size() > 1)
    text += paragraph(fmt::format("Seeds {} to {} of the noise: medians, with the smallest and the largest",
                                  report.first_seed, report.first_seed + r.draws.size() - 1)) +
            "\n";
  return text + recipe_text(r) + selection_text(r) + friction_text(r) + gravity_text(r);
}

json campaign_json(const CampaignReport& report) {
  const RecipeReport& r = report.recipe;
  json j = recipe_json(r);
  const Selection s = selection_of(r);
  j["first_seed"] = report.first_seed;
  j["trajectories"] = report.measured, j["planned"] = report.planned;
  j["selection"] = {{"as_published", s.equal}, {"besides", s.besides}, {"missing", s.missing}};
  for (const auto& row : literature::published_table_3)
    j["table_3"].push_back({{"name", row.name},
                            {"value", figure_json(friction_of(r, row.name))},
                            {"paper", row.paper},
                            {"lloyd", row.lloyd}});
  for (std::size_t k = 0; k < std::size(literature::published_gravity); ++k) {
    const auto& row = literature::published_gravity[k];
    j["gravity"].push_back(
        {{"name", row.name}, {"value", figure_json(gravity_of(r, k))}, {"paper", row.paper}, {"lloyd", row.lloyd}});
  }
  return j;
}

}  // namespace tauforge::cli
