// The cheapest model within an error, and the best one within a budget: terms are dropped by what they are worth.
//
// What may be dropped: all terms that stand behind one node of the program, in all elements that share it (savings.h), an element,
// or what one constant alone makes. A term that only some of the elements drop would take the bracket from them that they share.
// At positions spread over the range, what has been dropped makes an error of every element, and each torque i is off by
//   m_i = sum |error of element| times its largest rates                                                            (1)
// Dropped next is what adds least to the allowed errors E_i per operation saved, as long as m_i <= x_i E_i at all positions:
//   sum_i (largest m_i of it alone / E_i)^p / operations                                                             (2)
// with p of 2, 1 and 1/2, of which the cheapest result is given: which is best is a matter of the arm.
// Waves do not all peak together, and positions are only samples: x_i is found by trial, from the bound that a certificate
// puts on the error of what a trial drops.
#pragma once

#include <functional>
#include <optional>

#include "tauforge/explicit_model/certificate.h"
#include "tauforge/explicit_model/record.h"

namespace tauforge::explicit_model {

struct ByValue {
  std::vector<Element> elements;  // what is left, in full precision
  int operations = 0;
  int terms = 0, dropped = 0;
};

// No torque is wrong by more than `errors`, each of one joint; never dearer than the complete model.
ByValue cheapest_within(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
                        const std::vector<double>& errors, const Alive& alive = {});

// The smallest share of the largest torques whose cheapest model needs at most so many operations; nothing where even a model
// without terms needs more. A larger error does not always make a cheaper model, so these shares are tried from below, and then
// those between the first that will do and the one before it.
constexpr double shares_for_budgets[] = {1e-5, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1.2};
struct WithinBudget {
  double share = 0;
  ByValue model;
};
std::optional<WithinBudget> best_within(const ExplicitModel& model, const std::vector<Element>& complete,
                                        const OperatingRange& range, const std::vector<double>& torques, int budget,
                                        const Alive& alive = {});

}  // namespace tauforge::explicit_model
