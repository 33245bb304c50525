#include "tauforge/explicit_model/by_value.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <random>

#include "tauforge/explicit_model/rounding.h"

namespace tauforge::explicit_model {

namespace {

constexpr std::size_t positions = 96;          // at which (1) is looked at
constexpr double for_dropping = 1.0 / 1.1;     // of the allowed error: rounding may cost a tenth besides
constexpr int small = 1500;                    // operations: then every saving is counted, not estimated
constexpr std::size_t single_products = 2500;  // more terms than that are dropped in larger portions only

constexpr double least_saving = 0.5;  // of a portion whose terms others share: together they save

using Samples = std::vector<double>;  // by position

struct Term {
  std::size_t element;
  Product product;
  int constant;
  double coefficient;
  Samples value;
};

struct Use {  // of an element in a torque
  std::size_t joint;
  double rate;
};

class Trader {
 public:
  Trader(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
         const std::vector<double>& errors, const Alive& alive)
      : model_(model), complete_(complete), range_(range), errors_(errors), alive_(alive), uses_(complete.size()) {
    const auto per_unit = torques_per_unit(complete, range);
    for (std::size_t e = 0; e < complete.size(); ++e)
      for (std::size_t i = 0; i < errors.size(); ++i)
        if (per_unit[e][i] > 0) uses_[e].push_back({i, per_unit[e][i]});
    count_rates();
    std::mt19937_64 random(1986);
    std::vector<std::vector<double>> q(positions);
    for (auto& position : q)
      for (const Interval& x : range.q)
        position.push_back(std::uniform_real_distribution<double>(x.low, x.high)(random));
    std::map<Product, Samples> known;
    of_element_.resize(complete.size());
    for (std::size_t e = 0; e < complete.size(); ++e)
      for (const auto& [product, form] : complete[e].written) {
        Samples& shape = known[product];
        if (shape.empty())
          for (const auto& position : q) shape.push_back(product_value(product, position));
        for (const auto& [constant, factor] : form.parts()) {
          Term term{e, product, constant, factor * model.constant_value(constant), shape};
          for (double& x : term.value) x *= term.coefficient;
          of_element_[e].push_back(terms_.size());
          terms_.push_back(std::move(term));
        }
      }
    make_portions();
  }

  ByValue run() {
    const std::size_t n = errors_.size();
    std::vector<double> beyond(n, 0.6);  // x_i
    ByValue best = what_is_left(std::vector<bool>(terms_.size(), true));
    by_counting_ = best.operations <= small;
    const int trials = 7;
    for (int trial = 0; trial < trials; ++trial) {
      drop_within(beyond);
      ByValue now = what_is_left(kept_);
      const std::vector<double> share = shares_of_error(now.elements);
      const bool fits = std::all_of(share.begin(), share.end(), [](double s) { return s <= for_dropping; });
      if (fits && now.operations < best.operations) best = std::move(now);
      bool settled = fits;
      for (std::size_t i = 0; i < n; ++i) {
        if (share[i] <= 0 || worst_[i] <= 0) continue;
        // what this trial reached, were it just allowed
        const double reached = worst_[i] / errors_[i] * for_dropping / share[i];
        const double next = share[i] > for_dropping ? 0.96 * reached : std::max(beyond[i], 0.98 * reached);
        settled = settled && next <= 1.03 * beyond[i];
        beyond[i] = next;
      }
      if (settled) break;
    }
    return best;
  }

 private:
  struct Portion {
    std::vector<std::size_t> terms;
  };

  void count_rates() {
    rate_operations_.assign(complete_.size(), 0);
    for (std::size_t e = 0; e < complete_.size(); ++e) {
      if (complete_[e].zero) continue;
      const auto root = complete_[e].same_as >= 0 ? static_cast<std::size_t>(complete_[e].same_as) : e;
      const bool both = complete_[e].table == Table::A && complete_[e].i != complete_[e].k;
      rate_operations_[root] += complete_[e].table == Table::g ? 1 : both ? 4 : 2;
    }
  }

  void make_portions() {
    std::map<int, Portion> constants;
    std::map<std::pair<std::size_t, int>, Portion> brackets;
    std::map<std::size_t, Portion> elements;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      constants[terms_[t].constant].terms.push_back(t);
      brackets[{terms_[t].element, terms_[t].constant}].terms.push_back(t);
      elements[terms_[t].element].terms.push_back(t);
      if (terms_.size() <= single_products) portions_.push_back({{t}});
    }
    for (auto& [key, p] : constants) portions_.push_back(std::move(p));
    for (auto& [key, p] : brackets) portions_.push_back(std::move(p));
    for (auto& [key, p] : elements) portions_.push_back(std::move(p));
  }

  NumberSum numbers_of(std::size_t e, const std::vector<bool>& kept) const {
    NumberSum sum;
    for (const std::size_t t : of_element_[e]) {  // terms of one product stand together
      if (!kept[t]) continue;
      if (!sum.empty() && sum.back().first == terms_[t].product)
        sum.back().second += terms_[t].coefficient;
      else
        sum.emplace_back(terms_[t].product, terms_[t].coefficient);
    }
    return sum;
  }

  std::vector<Element> elements_of(const std::vector<bool>& kept) const {
    std::vector<Element> result = complete_;
    for (std::size_t e = 0; e < result.size(); ++e) {
      if (result[e].same_as < 0) result[e].numbers = numbers_of(e, kept);
      result[e].zero =
          result[e].same_as >= 0 ? result[static_cast<std::size_t>(result[e].same_as)].zero : result[e].numbers.empty();
    }
    return result;
  }

  ByValue what_is_left(const std::vector<bool>& kept) const {
    ByValue result;
    result.elements = elements_of(kept);
    result.terms = static_cast<int>(terms_.size());
    result.dropped = static_cast<int>(std::count(kept.begin(), kept.end(), false));
    result.operations = operations_of(model_, result.elements);
    return result;
  }

  std::vector<double> shares_of_error(const std::vector<Element>& left) const {
    const std::vector<Waves> error = difference(complete_, left);
    std::vector<double> shares;
    for (int i = 0; i < model_.n; ++i) {
      const JointError joint =
          largest(TorquePolynomial(complete_, error, i, range_), model_.revolute,
                  {.mesh_points = 1e5, .cells = 4000, .starts = 3, .enough = 1.05, .alive = alive_});
      const double allowed = errors_[static_cast<std::size_t>(i)];
      shares.push_back(allowed > 0 ? joint.bound / allowed : joint.bound > 0 ? 1e9 : 0.0);
    }
    return shares;
  }

  // Errors of elements that dropping what is left of a portion adds.
  std::map<std::size_t, Samples> errors_by(const Portion& p) const {
    std::map<std::size_t, Samples> added;
    for (const std::size_t t : p.terms) {
      if (!kept_[t]) continue;
      Samples& sum = added[terms_[t].element];
      if (sum.empty()) sum.assign(positions, 0.0);
      for (std::size_t s = 0; s < positions; ++s) sum[s] += terms_[t].value[s];
    }
    return added;
  }

  double price_of(const std::map<std::size_t, Samples>& added) const {
    std::vector<Samples> alone(errors_.size());
    for (const auto& [e, value] : added)
      for (const Use& use : uses_[e]) {
        Samples& m = alone[use.joint];
        if (m.empty()) m.assign(positions, 0.0);
        for (std::size_t s = 0; s < positions; ++s) m[s] += use.rate * std::abs(value[s]);
      }
    double price = 0;
    for (std::size_t i = 0; i < alone.size(); ++i)
      if (!alone[i].empty())
        price += std::pow(*std::max_element(alone[i].begin(), alone[i].end()) / std::max(errors_[i], 1e-300), 2);
    return price;
  }

  bool fits(const std::map<std::size_t, Samples>& added, const std::vector<double>& beyond) const {
    std::map<std::size_t, Samples> off;
    for (const auto& [e, value] : added)
      for (const Use& use : uses_[e]) {
        Samples& m = off.try_emplace(use.joint, off_[use.joint]).first->second;
        for (std::size_t s = 0; s < positions; ++s)
          m[s] += use.rate * (std::abs(error_[e][s] + value[s]) - std::abs(error_[e][s]));
      }
    for (const auto& [i, m] : off)
      if (*std::max_element(m.begin(), m.end()) > beyond[i] * errors_[i]) return false;
    return true;
  }

  void drop(const Portion& p, const std::map<std::size_t, Samples>& added) {
    for (const auto& [e, value] : added) {
      for (const Use& use : uses_[e])
        for (std::size_t s = 0; s < positions; ++s)
          off_[use.joint][s] += use.rate * (std::abs(error_[e][s] + value[s]) - std::abs(error_[e][s]));
      for (std::size_t s = 0; s < positions; ++s) error_[e][s] += value[s];
    }
    for (const std::size_t t : p.terms) kept_[t] = false;
    for (const auto& [e, value] : added) operations_alone_[e] = alone(e, kept_);
  }

  int alone(std::size_t e, const std::vector<bool>& kept) const {
    const NumberSum sum = numbers_of(e, kept);
    return sum.empty() ? 0 : operations_of(model_, sum) + rate_operations_[e];
  }

  // Operations that a portion saves: of its elements one by one, or of the whole model.
  double saved_by(const Portion& p, bool counted) const {
    std::vector<bool> kept = kept_;
    std::map<std::size_t, bool> touched;
    for (const std::size_t t : p.terms)
      if (kept[t]) kept[t] = false, touched[terms_[t].element] = true;
    if (counted) return operations_ - operations_of(model_, elements_of(kept));
    double saved = 0;
    for (const auto& [e, yes] : touched) saved += operations_alone_[e] - alone(e, kept);
    return saved;
  }

  void drop_within(const std::vector<double>& beyond) {
    kept_.assign(terms_.size(), true);
    error_.assign(complete_.size(), Samples(positions, 0.0));
    off_.assign(errors_.size(), Samples(positions, 0.0));
    operations_alone_.assign(complete_.size(), 0);
    for (std::size_t e = 0; e < complete_.size(); ++e)
      if (!of_element_[e].empty()) operations_alone_[e] = alone(e, kept_);
    operations_ = operations_of(model_, complete_);

    struct Bargain {
      double price;  // (2)
      std::size_t portion;
      double saved;  // operations, counted or estimated
      bool operator<(const Bargain& other) const { return price > other.price; }
    };
    std::priority_queue<Bargain> open;
    const auto offer = [&](std::size_t p, bool counted) -> std::optional<Bargain> {
      const auto added = errors_by(portions_[p]);
      if (added.empty()) return std::nullopt;
      const double saved = saved_by(portions_[p], counted);
      return Bargain{price_of(added) / std::max(saved, least_saving), p, saved};
    };
    for (std::size_t p = 0; p < portions_.size(); ++p)
      if (const auto bargain = offer(p, false)) open.push(*bargain);
    while (!open.empty()) {
      const Bargain bargain = open.top();
      open.pop();
      ask(alive_);
      const Portion& portion = portions_[bargain.portion];
      const auto added = errors_by(portion);
      if (added.empty() || !fits(added, beyond)) continue;
      const auto now = offer(bargain.portion, by_counting_);
      if (!now) continue;
      if (!open.empty() && now->price > open.top().price * 1.2) {
        open.push(*now);
        continue;
      }
      drop(portion, added);
      if (by_counting_) operations_ -= static_cast<int>(now->saved);  // counted with these terms gone
    }
    worst_.clear();
    for (const Samples& m : off_) worst_.push_back(*std::max_element(m.begin(), m.end()));
  }

  const ExplicitModel& model_;
  const std::vector<Element>& complete_;
  const OperatingRange& range_;
  const std::vector<double>& errors_;
  const Alive& alive_;
  std::vector<std::vector<Use>> uses_;
  std::vector<int> rate_operations_;
  std::vector<Term> terms_;
  std::vector<std::vector<std::size_t>> of_element_;
  std::vector<Portion> portions_;
  bool by_counting_ = false;
  // of one trial
  std::vector<bool> kept_;
  std::vector<Samples> error_;  // of elements
  std::vector<Samples> off_;    // (1), of torques
  std::vector<int> operations_alone_;
  std::vector<double> worst_;
  int operations_ = 0;
};

}  // namespace

ByValue cheapest_within(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
                        const std::vector<double>& errors, const Alive& alive) {
  return Trader(model, complete, range, errors, alive).run();
}

std::optional<WithinBudget> best_within(const ExplicitModel& model, const std::vector<Element>& complete,
                                        const OperatingRange& range, const std::vector<double>& torques, int budget,
                                        const Alive& alive) {
  std::optional<WithinBudget> best;
  double low = 1e-5, high = 1.2;
  for (int step = 0; step < 9; ++step) {
    const double share = std::sqrt(low * high);
    std::vector<double> errors;
    for (const double torque : torques) errors.push_back(share * torque);
    WithinBudget tried{share, cheapest_within(model, complete, range, errors, alive)};
    if (tried.model.operations <= budget)
      high = share, best = std::move(tried);
    else
      low = share;
  }
  return best;
}

}  // namespace tauforge::explicit_model
