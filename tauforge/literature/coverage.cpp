#include "tauforge/literature/coverage.h"

#include <cmath>

#include "tauforge/identify/base_parameters.h"
#include "tauforge/identify/parameter_names.h"

namespace tauforge::literature {

std::map<std::string, double> named_truth(const robot::Robot& puma, const Campaign& campaign) {
  const auto base = identify::ordered_base_parameters(puma, identify::paper_order(puma.tree, false));
  const auto names = identify::parameter_names(puma);
  std::map<std::string, double> truth;
  for (std::size_t k = 0; k < base.kept.size(); ++k)
    truth[names[static_cast<std::size_t>(base.kept[k])].name] = campaign.truth[k];
  return truth;
}

void Coverage::count(const identify::Identification& found, const std::map<std::string, double>& truth) {
  ++campaigns_;
  for (const identify::Estimate& e : found.estimates) {
    if (e.from_file) continue;
    const auto known = truth.find(e.name.name);
    const bool inside = e.interval.contains(known == truth.end() ? 0.0 : known->second);
    OfParameter& own = parameters_[e.name.name];
    own.inside += inside, ++own.all;
    if (e.significant) kept_.inside += inside, ++kept_.all;
    outside_ += !e.interval.contains(e.all);
  }
}

Coverage::OfParameter Coverage::pooled() const {
  OfParameter sum;
  for (const auto& [name, own] : parameters_) sum.inside += own.inside, sum.all += own.all;
  return sum;
}

int fewest_inside(int all, double p, double in_how_many) {
  double below = 0.0;  // probability of fewer than k
  for (int k = 0; k <= all; ++k) {
    const double log_p = std::lgamma(all + 1.0) - std::lgamma(k + 1.0) - std::lgamma(all - k + 1.0) + k * std::log(p) +
                         (all - k) * std::log1p(-p);
    below += std::exp(log_p);
    if (below > 1.0 / in_how_many) return k;
  }
  return all;
}

}  // namespace tauforge::literature
