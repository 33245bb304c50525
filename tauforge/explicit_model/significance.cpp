#include "tauforge/explicit_model/significance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace tauforge::explicit_model {

namespace {

// Points that fill a box evenly: digits of k in the base of the j-th prime, mirrored (Halton).
double evenly(int k, int j) {
  constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
  double x = 0, step = 1;
  for (const int base = primes[j % 15]; k > 0; k /= base) step /= base, x += step * (k % base);
  return x;
}

// Rows of A in which an element stands, itself or as one that equals it: a44 = -a14 is not to go because a11 is large.
std::vector<int> rows_of(const std::vector<Element>& all, std::size_t e) {
  std::vector<int> rows{all[e].i};
  for (const Element& other : all)
    if (other.same_as == static_cast<int>(e)) rows.push_back(other.i);
  return rows;
}

}  // namespace

double amplitude(const std::vector<std::pair<Product, double>>& terms, const OperatingRange& range) {
  if (terms.empty()) return 0;
  if (terms.size() == 1) return std::abs(terms[0].second) * range_of(terms[0].first, range.q).magnitude();
  std::set<std::size_t> joints;  // that matter
  for (const auto& [product, factor] : terms) {
    for (const Factor& f : product.factors) {
      const auto d = digits(f.angle);
      for (std::size_t j = 0; j < d.size(); ++j)
        if (d[j] != 0) joints.insert(j);
    }
    for (std::size_t j = 0; j < range.q.size(); ++j)
      if (power_at(product.powers, static_cast<int>(j)) > 0) joints.insert(j);
  }
  const auto size = [&](const std::vector<double>& q) {
    double sum = 0;
    for (const auto& [product, factor] : terms) sum += factor * product_value(product, q);
    return std::abs(sum);
  };
  std::vector<double> q(range.q.size(), 0.0), best = q;
  double largest = size(q);
  const int points = terms.size() > 40 ? 128 : 512;
  for (int k = 1; k <= points; ++k) {
    int dimension = 0;
    for (const std::size_t j : joints)
      q[j] = range.q[j].low + evenly(k, dimension++) * (range.q[j].high - range.q[j].low);
    if (const double s = size(q); s > largest) largest = s, best = q;
  }
  double step = 0.25;
  for (int round = 0; round < 24; ++round) {  // from the best point uphill, one joint at a time
    bool better = false;
    for (const std::size_t j : joints)
      for (const double sign : {1.0, -1.0}) {
        q = best;
        q[j] = std::clamp(q[j] + sign * step, range.q[j].low, range.q[j].high);
        if (const double s = size(q); s > largest) largest = s, best = q, better = true;
      }
    if (!better) step /= 2;
  }
  return largest;
}

Abbreviation abbreviate(const ExplicitModel& model, const std::vector<Element>& complete, const OperatingRange& range,
                        double share) {
  Abbreviation result;
  result.share = share;
  for (int i = 0; i < model.n; ++i) {
    double constant = 0;
    for (const auto& [product, form] : model.written(model.A.at(i, i)))
      if (product == Product{}) constant = form.value([&](int k) { return model.constant_value(k); });
    result.joint_constants.push_back(std::abs(constant));
  }
  result.elements = complete;
  for (std::size_t e = 0; e < complete.size(); ++e) {
    Element& element = result.elements[e];
    if (element.zero) continue;
    if (element.same_as >= 0) {  // follows the one it equals, which comes before it
      element.sum = {};
      element.sum.add(result.elements[static_cast<std::size_t>(element.same_as)].sum, element.factor);
      element.zero = element.sum.zero();
      continue;
    }
    std::map<int, std::vector<std::pair<Product, double>>> by_constant;
    for (const auto& [product, form] : element.written)
      for (const auto& [constant, factor] : form.parts()) by_constant[constant].emplace_back(product, factor);
    std::map<int, double> sizes;
    std::set<int> still;  // constants that stand alone
    for (const auto& [constant, terms] : by_constant)
      if (terms.size() == 1 && terms[0].first == Product{}) {
        still.insert(constant);
        sizes[-1] += terms[0].second * model.constant_value(constant);
      } else {
        sizes[constant] = std::abs(model.constant_value(constant)) * amplitude(terms, range);
      }
    if (!still.empty()) sizes[-1] = std::abs(sizes[-1]);
    double greatest = 0, of_joints = std::numeric_limits<double>::infinity();
    for (const auto& [constant, size] : sizes) greatest = std::max(greatest, size);
    for (const int j : element.table == Table::A ? rows_of(complete, e) : element.joints)
      of_joints = std::min(of_joints, result.joint_constants[static_cast<std::size_t>(j)]);
    const double limit =
        element.table == Table::g ? share * greatest : std::max(share * greatest, share / 10 * of_joints);  // (1) (2)
    std::set<int> kept;
    for (const auto& [constant, size] : sizes) {
      result.terms.push_back({static_cast<int>(e), constant, size, limit, size >= limit});
      if (size < limit) continue;
      if (constant < 0)
        kept.insert(still.begin(), still.end());
      else
        kept.insert(constant);
    }
    TrigSum sum;
    for (const auto& [product, form] : element.sum.terms())
      for (const auto& [constant, factor] : form.parts())
        if (kept.count(constant)) sum.add(product, Form::of(constant), factor);
    element.sum = std::move(sum);
    element.written = model.written(element.sum);
    element.numbers = in_numbers(model, element.written);
    element.zero = element.sum.zero();
  }
  result.considered = static_cast<int>(result.terms.size());
  for (const TermSize& t : result.terms) result.dropped += !t.kept;
  return result;
}

}  // namespace tauforge::explicit_model
