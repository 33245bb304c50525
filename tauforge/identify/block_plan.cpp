#include "tauforge/identify/block_plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tauforge::identify {

BlockPlan plan_blocks(const std::vector<std::size_t>& samples, std::size_t in_all) {
  const auto total = static_cast<double>(std::accumulate(samples.begin(), samples.end(), std::size_t{0}));
  BlockPlan plan;
  for (const std::size_t n : samples) {
    const double share = static_cast<double>(in_all) * static_cast<double>(n) / std::max(total, 1.0);
    plan.of_log.push_back(std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share))));
  }
  plan.group.resize(samples.size());
  std::iota(plan.group.begin(), plan.group.end(), std::size_t{0});
  const std::size_t blocks = std::accumulate(plan.of_log.begin(), plan.of_log.end(), std::size_t{0});
  if (blocks <= std::max(in_all, most_single_blocks)) return plan;
  plan.together = true;
  const double largest = total / static_cast<double>(std::max<std::size_t>(in_all, 1));
  double gathered = 0.0;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const auto n = static_cast<double>(samples[k]);
    const bool joins = k > 0 && plan.of_log[k] == 1 && plan.of_log[k - 1] == 1 && gathered + n <= largest;
    plan.group[k] = joins ? plan.group[k - 1] : k;
    gathered = joins ? gathered + n : n;
  }
  return plan;
}

BlockPlan plan_blocks(const std::vector<signals::Samples>& logs, std::size_t in_all) {
  std::vector<std::size_t> samples;
  for (const signals::Samples& log : logs) samples.push_back(log.size());
  return plan_blocks(samples, in_all);
}

std::size_t every_row_of_trial(std::size_t rows, std::size_t rows_in_all) {
  constexpr std::size_t of_log = 3000, of_all = 36000;
  return std::max<std::size_t>({1, rows / of_log, rows_in_all / of_all});
}

}  // namespace tauforge::identify
