#include "tauforge/explicit_model/by_value.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "tauforge/explicit_model/rounding.h"
#include "tauforge/explicit_model/savings.h"

namespace tauforge::explicit_model {

namespace {

constexpr std::size_t positions = 96;       // at which (1) is looked at
constexpr double for_dropping = 1.0 / 1.1;  // of the allowed error: rounding may cost a tenth besides

using Samples = std::vector<double>;  // by position

struct Term {
  std::size_t element, number;
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
    std::mt19937_64 random(1986);
    std::vector<std::vector<double>> q(positions);
    for (auto& position : q)
      for (const Interval& x : range.q)
        position.push_back(std::uniform_real_distribution<double>(x.low, x.high)(random));
    std::map<Product, Samples> known;
    first_.resize(complete.size());
    for (std::size_t e = 0; e < complete.size(); ++e) {
      first_[e] = terms_.size();
      if (complete[e].same_as >= 0) continue;
      for (std::size_t k = 0; k < complete[e].numbers.size(); ++k) {
        const auto& [product, coefficient] = complete[e].numbers[k];
        Samples& shape = known[product];
        if (shape.empty())
          for (const auto& position : q) shape.push_back(product_value(product, position));
        Term term{e, k, shape};
        for (double& x : term.value) x *= coefficient;
        terms_.push_back(std::move(term));
      }
    }
    make_portions();
  }

  ByValue run() {
    ByValue best = what_is_left(std::vector<bool>(terms_.size(), true));
    for (const double exponent : {2.0, 1.0, 0.5}) {
      exponent_ = exponent;
      try_shares(best);
    }
    return best;
  }

 private:
  using Portion = Savings::Group;

  void try_shares(ByValue& best) {
    const std::size_t n = errors_.size();
    std::vector<double> beyond(n, 0.6);  // x_i
    constexpr int trials = 4;
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
  }

  // What a node of the program stands for, an element, all that only one constant makes.
  void make_portions() {
    start_.emplace(
        model_, complete_, [&](const Savings::Place& place) { return first_[place.element] + place.number; },
        terms_.size());
    portions_ = start_->groups();
    std::map<int, Portion> constants;
    std::map<std::size_t, Portion> elements;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      const Element& element = complete_[terms_[t].element];
      elements[terms_[t].element].push_back(t);
      const auto& form = element.written.at(element.numbers[terms_[t].number].first).parts();
      if (form.size() == 1) constants[form[0].first].push_back(t);
    }
    for (auto& [key, p] : constants) portions_.push_back(std::move(p));
    for (auto& [key, p] : elements) portions_.push_back(std::move(p));
  }

  NumberSum numbers_of(std::size_t e, const std::vector<bool>& kept) const {
    NumberSum sum;
    for (std::size_t k = 0; k < complete_[e].numbers.size(); ++k)
      if (kept[first_[e] + k]) sum.push_back(complete_[e].numbers[k]);
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
    for (const std::size_t t : p) {
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
        price +=
            std::pow(*std::max_element(alone[i].begin(), alone[i].end()) / std::max(errors_[i], 1e-300), exponent_);
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
    for (const std::size_t t : p) kept_[t] = false;
  }

  struct Bargain {
    double price;  // (2)
    std::size_t portion;
    bool operator<(const Bargain& other) const { return price < other.price; }
  };

  void drop_within(const std::vector<double>& beyond) {
    kept_.assign(terms_.size(), true);
    error_.assign(complete_.size(), Samples(positions, 0.0));
    off_.assign(errors_.size(), Samples(positions, 0.0));
    Savings now = *start_;
    std::vector<bool> open(portions_.size(), true);
    const auto offer = [&](std::size_t p, const std::map<std::size_t, Samples>& added) -> std::optional<Bargain> {
      const int saved = now.saved_by(portions_[p]);
      if (saved <= 0) return std::nullopt;
      return Bargain{price_of(added) / saved, p};
    };
    for (bool some = true; some;) {  // what is shared by less and less saves more and more: all are asked again
      some = false;
      std::vector<Bargain> bargains;
      for (std::size_t p = 0; p < portions_.size(); ++p) {
        if (!open[p]) continue;
        if (p % 64 == 0) ask(alive_);
        const auto added = errors_by(portions_[p]);
        open[p] = !added.empty() && fits(added, beyond);
        if (!open[p]) continue;
        if (const auto bargain = offer(p, added)) bargains.push_back(*bargain);
      }
      std::sort(bargains.begin(), bargains.end());
      std::size_t most = std::max<std::size_t>(8, portions_.size() / 100);
      for (const Bargain& bargain : bargains) {
        const Portion& portion = portions_[bargain.portion];
        const auto added = errors_by(portion);
        if (added.empty() || !fits(added, beyond)) continue;
        const auto still = offer(bargain.portion, added);
        if (!still || still->price > 1.2 * bargain.price) continue;
        drop(portion, added), now.leave_out(portion);
        some = true;
        if (--most == 0) break;
      }
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
  std::vector<Term> terms_;
  std::vector<std::size_t> first_;  // term of an element
  std::vector<Portion> portions_;
  std::optional<Savings> start_;  // nothing left out
  double exponent_ = 2;           // p
  // of one trial
  std::vector<bool> kept_;
  std::vector<Samples> error_;  // of elements
  std::vector<Samples> off_;    // (1), of torques
  std::vector<double> worst_;
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
  const auto fits = [&](double share) {
    std::vector<double> errors;
    for (const double torque : torques) errors.push_back(share * torque);
    WithinBudget tried{share, cheapest_within(model, complete, range, errors, alive)};
    const bool within = tried.model.operations <= budget;
    if (within) best = std::move(tried);
    return within;
  };
  double low = 0;
  for (const double share : shares_for_budgets) {
    if (fits(share)) break;
    low = share;
  }
  if (!best) return best;
  constexpr int halvings = 5;
  for (int step = 0; step < halvings && low > 0; ++step) {
    const double share = std::sqrt(low * best->share);
    if (!fits(share)) low = share;
  }
  return best;
}

}  // namespace tauforge::explicit_model
