#include "tauforge/explicit_model/partition.h"

#include <algorithm>

namespace tauforge::explicit_model {

namespace {

int root_of(const std::vector<Element>& all, std::size_t e) {
  return all[e].same_as >= 0 ? all[e].same_as : static_cast<int>(e);
}

// The torques of these elements alone, with all that equal them.
Program program_of(const ExplicitModel& model, std::vector<Element> all, const std::vector<int>& kept) {
  const std::vector<Element> complete = all;
  for (std::size_t e = 0; e < all.size(); ++e)
    if (!std::count(kept.begin(), kept.end(), root_of(complete, e))) all[e].zero = true;
  return record(model, all, Function::inverse_dynamics);
}

}  // namespace

int Partition::longest() const {
  int most = 0;
  for (const Block& b : blocks) most = std::max(most, b.operations.total());
  return most;
}

double Partition::balance() const {
  double sum = 0;
  for (const Block& b : blocks) sum += b.operations.total();
  return longest() == 0 ? 1 : sum / static_cast<double>(blocks.size()) / longest();
}

Partition partition(const ExplicitModel& model, const std::vector<Element>& all, int blocks) {
  const auto cost = [&](const std::vector<int>& elements) {
    return expression::count(program_of(model, all, elements), expression::rule_002);
  };
  std::vector<std::pair<int, int>> by_cost;  // operations, element
  for (std::size_t e = 0; e < all.size(); ++e)
    if (!all[e].zero && all[e].same_as < 0)
      by_cost.emplace_back(cost({static_cast<int>(e)}).total(), static_cast<int>(e));
  std::stable_sort(by_cost.begin(), by_cost.end(), [](const auto& a, const auto& b) { return a.first > b.first; });

  Partition result;
  result.blocks.resize(static_cast<std::size_t>(blocks));
  result.undivided = expression::count(record(model, all, Function::inverse_dynamics), expression::rule_002);
  for (const auto& [operations, element] : by_cost) {  // what a block shares among its elements is counted once
    Block& least = *std::min_element(result.blocks.begin(), result.blocks.end(), [](const Block& a, const Block& b) {
      return a.operations.total() < b.operations.total();
    });
    least.elements.push_back(element);
    least.operations = cost(least.elements);
  }
  std::vector<int> shares(static_cast<std::size_t>(model.n), 0);
  for (Block& b : result.blocks) {
    const Program program = program_of(model, all, b.elements);
    for (const auto node : expression::reachable(program))
      b.received += program.graph->node(node).op == expression::Operation::input;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const auto& node = program.graph->node(program.outputs[0].nodes[i]);
      const bool has_share = node.op != expression::Operation::constant || node.value != 0.0;
      b.sent += has_share, shares[i] += has_share;
    }
    std::sort(b.elements.begin(), b.elements.end());
  }
  for (const int s : shares) result.additions_after += std::max(0, s - 1);
  return result;
}

}  // namespace tauforge::explicit_model
