#include "tauforge/explicit_model/christoffel.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace tauforge::explicit_model {

namespace {

// A symbol as a formal sum of derivatives, before anything is known of their values; doubled, so that factors are +-1, 2.
using Formal = std::map<std::array<int, 3>, int>;  // (j, k, l), j <= k

Formal negated(Formal f) {
  for (auto& [d, factor] : f) factor = -factor;
  return f;
}

TrigSum negated(const TrigSum& sum) {
  TrigSum result;
  result.add(sum, -1.0);
  return result;
}

class Reduction {
 public:
  Reduction(const UpperMatrix& A, const Runs& runs) : A_(A), runs_(runs), n_(A.size()) {}

  Christoffel run() {
    result_.n = n_;
    differentiate();
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k < n_; ++k)
        for (int l = k; l < n_; ++l) symbols_.push_back({i, k, l});
    parent_.resize(symbols_.size());
    for (std::size_t s = 0; s < symbols_.size(); ++s) parent_[s] = {static_cast<int>(s), 1};
    zero_.assign(symbols_.size(), false);
    for (int r = 0; r < reasons; ++r) merge(static_cast<Reason>(r));
    collect();
    return std::move(result_);
  }

 private:
  struct Link {
    int to;
    int sign;
  };

  void differentiate() {
    last_link_symmetric_ = true;
    for (int j = 0; j < n_; ++j)
      for (int k = j; k < n_; ++k)
        for (int l = 0; l < n_; ++l) {
          TrigSum d = A_.at(j, k).derivative(l, runs_);
          if (l == n_ - 1 && !d.zero()) last_link_symmetric_ = false;
          if (!d.zero()) derivatives_.emplace(std::array{j, k, l}, std::move(d));
        }
    for (const auto& [index, d] : derivatives_) equal_[d].push_back(index);
  }

  // (6): the symbol with the first axis parallel to k in its place; the sign where that one points the other way
  std::pair<SymbolIndex, int> along_first_parallel(SymbolIndex s) const {
    const auto k = static_cast<std::size_t>(s.k);
    if (runs_.of_joint[k] < 0) return {s, 1};
    const auto first = static_cast<std::size_t>(
        std::find(runs_.of_joint.begin(), runs_.of_joint.end(), runs_.of_joint[k]) - runs_.of_joint.begin());
    s.k = static_cast<int>(first);
    return {s, runs_.direction[k] * runs_.direction[first]};
  }

  // (6): the first derivative of equal value whose joints are those of this one or lie in the same runs
  std::array<int, 3> along_runs(const std::array<int, 3>& index) const {
    const auto found = derivatives_.find(index);
    if (found == derivatives_.end()) return index;
    const auto run = [&](int joint) { return runs_.of_joint[static_cast<std::size_t>(joint)]; };
    const auto alike = [&](int a, int b) { return a == b || (run(a) >= 0 && run(a) == run(b)); };
    for (const auto& other : equal_.at(found->second)) {
      const bool straight = alike(other[0], index[0]) && alike(other[1], index[1]);
      const bool crossed = alike(other[0], index[1]) && alike(other[1], index[0]);
      if ((straight || crossed) && alike(other[2], index[2])) return other;
    }
    return index;
  }

  Formal formal(SymbolIndex s, Reason known) const {
    Formal sum;
    int sign = 1;
    if (known >= Reason::parallel_axes) std::tie(s, sign) = along_first_parallel(s);
    const auto add = [&](int j, int k, int l, int factor) {
      std::array<int, 3> d{std::min(j, k), std::max(j, k), l};                        // (3)
      if (known >= Reason::prior_joints && l <= d[0]) return;                         // (4)
      if (known >= Reason::last_link && last_link_symmetric_ && l == n_ - 1) return;  // (5)
      if (known >= Reason::parallel_axes) d = along_runs(d);
      if ((sum[d] += sign * factor) == 0) sum.erase(d);
    };
    add(s.i, s.k, s.l, 1), add(s.i, s.l, s.k, 1), add(s.k, s.l, s.i, -1);  // (1)
    return sum;
  }

  TrigSum value(const SymbolIndex& s) const {
    TrigSum sum;
    for (const auto& [d, factor] : formal(s, Reason::symmetry))
      if (const auto found = derivatives_.find(d); found != derivatives_.end()) sum.add(found->second, 0.5 * factor);
    return sum;
  }

  Link root(int s) const {
    int sign = 1;
    while (parent_[static_cast<std::size_t>(s)].to != s) {
      sign *= parent_[static_cast<std::size_t>(s)].sign;
      s = parent_[static_cast<std::size_t>(s)].to;
    }
    return {s, sign};
  }

  // All merges that become visible with this reason.
  void merge(Reason reason) {
    if (reason == Reason::this_robot) return merge_by(reason, [&](const SymbolIndex& s) { return value(s); });
    merge_by(reason, [&](const SymbolIndex& s) { return formal(s, reason); });
  }
  static bool is_zero(const Formal& f) { return f.empty(); }
  static bool is_zero(const TrigSum& f) { return f.zero(); }

  template <class Meaning> void merge_by(Reason reason, Meaning meaning) {
    using M = decltype(meaning(SymbolIndex{}));
    std::map<M, int> known;
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      const int s = static_cast<int>(k);
      const Link r = root(s);
      if (zero_[static_cast<std::size_t>(r.to)]) continue;
      const M mine = meaning(symbols_[k]);
      if (is_zero(mine)) {
        zero_[static_cast<std::size_t>(r.to)] = true;
        note({symbols_[static_cast<std::size_t>(r.to)], true, {}, 1, reason});
        continue;
      }
      for (const int sign : {1, -1}) {
        const auto found = known.find(sign > 0 ? mine : negated(mine));
        if (found == known.end()) continue;
        const Link other = root(found->second);
        if (other.to == r.to) break;
        // the later symbol hangs on the earlier one
        const int sign_of_roots = r.sign * sign * other.sign;
        const int first = std::min(r.to, other.to), second = std::max(r.to, other.to);
        parent_[static_cast<std::size_t>(second)] = {first, sign_of_roots};
        note({symbols_[static_cast<std::size_t>(second)], false, symbols_[static_cast<std::size_t>(first)],
              sign_of_roots, reason});
        break;
      }
      known.emplace(mine, s);
    }
  }

  void note(const Merge& merge) {
    result_.merges.push_back(merge);
    ++result_.removed[static_cast<std::size_t>(merge.reason)];
  }

  void collect() {
    std::map<int, int> number;
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
      const Link r = root(static_cast<int>(k));
      if (zero_[static_cast<std::size_t>(r.to)]) {
        result_.uses.push_back({});
        continue;
      }
      const auto [place, fresh] = number.emplace(r.to, static_cast<int>(result_.distinct.size()));
      if (fresh) {
        const SymbolIndex& representative = symbols_[static_cast<std::size_t>(r.to)];
        result_.index.push_back(representative);
        result_.distinct.push_back(value(representative));
      }
      result_.uses.push_back({place->second, r.sign});
    }
    std::set<TrigSum> needed;
    for (const auto& s : result_.index)
      for (const auto& [d, factor] : formal(s, Reason::parallel_axes)) {
        const auto found = derivatives_.find(d);
        if (found == derivatives_.end() || needed.count(found->second) || needed.count(negated(found->second)))
          continue;
        needed.insert(found->second);
        result_.derivatives.push_back({d[0], d[1], d[2]});
      }
  }

  const UpperMatrix& A_;
  const Runs& runs_;
  int n_;
  bool last_link_symmetric_ = false;
  std::map<std::array<int, 3>, TrigSum> derivatives_;  // those that are not zero
  std::map<TrigSum, std::vector<std::array<int, 3>>> equal_;
  std::vector<SymbolIndex> symbols_;
  std::vector<Link> parent_;
  std::vector<bool> zero_;  // of roots
  Christoffel result_;
};

}  // namespace

const char* to_text(Reason reason) {
  switch (reason) {
    case Reason::symmetry: return "A is symmetric";
    case Reason::prior_joints: return "no energy depends on prior joints";
    case Reason::last_link: return "the last link is symmetric about its axis";
    case Reason::parallel_axes: return "parallel axes";
    case Reason::this_robot: return "lengths and parameters of this robot";
  }
  return "";
}

SymbolUse Christoffel::use(int i, int k, int l) const {
  if (k > l) std::swap(k, l);
  const int within = k * n - k * (k - 1) / 2 + (l - k);
  return uses[static_cast<std::size_t>(i * n * (n + 1) / 2 + within)];
}

Christoffel christoffel(const UpperMatrix& A, const Runs& runs) { return Reduction(A, runs).run(); }

}  // namespace tauforge::explicit_model
