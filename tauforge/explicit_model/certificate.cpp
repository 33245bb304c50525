#include "tauforge/explicit_model/certificate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <random>

namespace tauforge::explicit_model {

namespace {

// The equation (1) of one joint, ready to be evaluated often: factors are computed once per state.
class ErrorOfJoint {
 public:
  ErrorOfJoint(const ExplicitModel& model, const std::vector<Element>& all, int joint, const OperatingRange& range)
      : range_(range), n_(model.n) {
    std::map<Factor, int> known;
    for (const Element& e : all) {
      if (e.sum.zero()) continue;
      Rate rate;
      if (e.table == Table::A && (e.i == joint || e.k == joint))
        rate.k = e.i == joint ? e.k : e.i;
      else if (e.table != Table::A && e.i == joint)
        rate.k = e.table == Table::g ? -1 : e.k, rate.l = e.table == Table::g ? -1 : e.l;
      else
        continue;
      for (const auto& [product, form] : model.written(e.sum)) {
        Term term{{}, product.powers, form.value([&](int k) { return model.constant_value(k); })};
        for (const Factor& f : product.factors) {
          const auto [place, fresh] = known.emplace(f, static_cast<int>(factors_.size()));
          if (fresh) factors_.push_back(f);
          term.factors.push_back(place->second);
        }
        rate.terms.push_back(std::move(term));
        ++terms_;
      }
      rates_.push_back(std::move(rate));
    }
  }

  bool empty() const { return rates_.empty(); }
  int terms() const { return terms_; }

  // (2) over a box of positions.
  double bound(const std::vector<Interval>& box) const {
    std::vector<Interval> values;
    for (const Factor& f : factors_) values.push_back(range_of(f, box));
    double sum = 0;
    for (const Rate& r : rates_) {
      Interval value;
      for (const Term& t : r.terms) {
        Interval x = range_of(t.powers, box);
        for (const int f : t.factors) x = x * values[f];
        value.low += std::min(t.c * x.low, t.c * x.high), value.high += std::max(t.c * x.low, t.c * x.high);
      }
      sum += value.magnitude() * largest_rate(r);
    }
    return sum;
  }

  // The joints that (1) depends on.
  std::vector<std::size_t> joints() const {
    std::vector<std::size_t> result;
    for (int j = 0; j < n_; ++j) {
      bool used =
          std::any_of(factors_.begin(), factors_.end(), [&](const Factor& f) { return digit_at(f.angle, j) != 0; });
      for (const Rate& r : rates_)
        for (const Term& t : r.terms) used = used || power_at(t.powers, j) > 0;
      if (used) result.push_back(j);
    }
    return result;
  }

  // The largest |e_i| at these positions: accelerations to their limits, velocities one after another to where (1) is
  // largest, from several starts.
  double worst(const std::vector<double>& q, std::vector<double>* qd, std::vector<double>* qdd, int starts) const {
    double acceleration_part = 0, constant = 0;
    std::vector<double> v(n_ * n_, 0.0), a(n_, 0.0);
    std::vector<double> values;
    for (const Factor& f : factors_) values.push_back(factor_value(f, q));
    for (const Rate& r : rates_) {
      double value = 0;
      for (const Term& t : r.terms) {
        double x = t.powers == 0 ? t.c : t.c * product_value({{}, t.powers}, q);
        for (const int f : t.factors) x *= values[f];
        value += x;
      }
      if (r.k < 0)
        constant += value;
      else if (r.l < 0)
        a[r.k] += value, acceleration_part += std::abs(value) * range_.qdd[r.k];
      else
        v[r.k * n_ + r.l] += value;
    }
    double best = -1;
    for (const double sign : {1.0, -1.0})
      for (int start = 0; start < starts; ++start) {
        std::vector<double> speed(n_);
        for (std::size_t j = 0; j < speed.size(); ++j) speed[j] = ((start >> j) & 1 ? -1 : 1) * range_.qd[j];
        const double velocity_part = climb(v, sign, speed);
        const double error = acceleration_part + velocity_part + sign * constant;
        if (error <= best) continue;
        best = error;
        if (qd) *qd = speed;
        if (!qdd) continue;
        qdd->assign(n_, 0.0);
        for (std::size_t j = 0; j < a.size(); ++j) (*qdd)[j] = (a[j] * sign < 0 ? -1 : 1) * range_.qdd[j];
      }
    return best;
  }

 private:
  struct Term {
    std::vector<int> factors;
    Powers powers;
    double c;
  };
  struct Rate {
    int k = -1, l = -1;  // qdd_k (l = -1), qd_k qd_l, or 1 (both -1)
    std::vector<Term> terms;
  };

  double largest_rate(const Rate& r) const {
    if (r.k < 0) return 1;
    return r.l < 0 ? range_.qdd[r.k] : range_.qd[r.k] * range_.qd[r.l];
  }

  // sign * sum v_kl qd_k qd_l, uphill in one velocity at a time; each step is exact.
  double climb(const std::vector<double>& v, double sign, std::vector<double>& speed) const {
    const auto value = [&] {
      double sum = 0;
      for (std::size_t k = 0; k < speed.size(); ++k)
        for (std::size_t l = 0; l < speed.size(); ++l) sum += sign * v[k * speed.size() + l] * speed[k] * speed[l];
      return sum;
    };
    double best = value();
    for (bool better = true; better;) {
      better = false;
      for (std::size_t j = 0; j < speed.size(); ++j) {
        double linear = 0;
        const double square = sign * v[j * speed.size() + j];
        for (std::size_t k = 0; k < speed.size(); ++k)
          if (k != j) linear += sign * (v[j * speed.size() + k] + v[k * speed.size() + j]) * speed[k];
        const double before = speed[j], top = range_.qd[j];
        double candidate = linear < 0 ? -top : top;
        if (square < 0) candidate = std::clamp(-linear / (2 * square), -top, top);
        speed[j] = candidate;
        if (const double now = value(); now > best + 1e-15 * std::abs(best))
          best = now, better = true;
        else
          speed[j] = before;
      }
    }
    return best;
  }

  OperatingRange range_;
  int n_;
  std::vector<Factor> factors_;
  std::vector<Rate> rates_;
  int terms_ = 0;
};

// Boxes are halved, worst first, until the bound is near what was found.
double bound_by_boxes(const ErrorOfJoint& error, const OperatingRange& range, double found, int boxes) {
  struct Box {
    double bound;
    std::vector<Interval> q;
    bool operator<(const Box& other) const { return bound < other.bound; }
  };
  const auto joints = error.joints();
  std::priority_queue<Box> open;
  open.push({error.bound(range.q), range.q});
  for (int looked = 1; looked < boxes && open.top().bound > 1.25 * found && !joints.empty(); looked += 2) {
    const Box box = open.top();
    open.pop();
    const std::size_t widest = *std::max_element(joints.begin(), joints.end(), [&](std::size_t a, std::size_t b) {
      return box.q[a].high - box.q[a].low < box.q[b].high - box.q[b].low;
    });
    const double middle = 0.5 * (box.q[widest].low + box.q[widest].high);
    for (const bool upper : {false, true}) {
      Box half = box;
      (upper ? half.q[widest].low : half.q[widest].high) = middle;
      half.bound = std::min(box.bound, error.bound(half.q));
      open.push(std::move(half));
    }
  }
  return open.top().bound * (1 + 1e-12);  // rounding of the sums
}

}  // namespace

std::vector<Element> difference(const std::vector<Element>& complete, const std::vector<Element>& abbreviated) {
  std::vector<Element> result = complete;
  for (std::size_t e = 0; e < result.size(); ++e) {
    result[e].sum.add(abbreviated[e].sum, -1.0);
    result[e].same_as = -1;
  }
  return result;
}

Certificate certificate(const ExplicitModel& model, const std::vector<Element>& complete,
                        const std::vector<Element>& abbreviated, const OperatingRange& range,
                        const CertificateOptions& options) {
  Certificate result;
  result.range = range;
  result.samples = options.samples;
  const std::vector<Element> left_out = difference(complete, abbreviated);
  std::mt19937_64 random(1986);  // the same certificate for the same robot
  const auto any = [&](const Interval& x) { return std::uniform_real_distribution<double>(x.low, x.high)(random); };
  for (int i = 0; i < model.n; ++i) {
    const ErrorOfJoint error(model, left_out, i, range), torque(model, complete, i, range);
    // general arms have thousands of terms: there the search looks at fewer states
    const int samples = std::clamp(20'000'000 / (1 + error.terms() + torque.terms() / 10), 20, options.samples);
    const int boxes = std::clamp(80'000'000 / (1 + error.terms()), 1, options.boxes);
    JointError joint;
    joint.q.assign(model.n, 0.0), joint.qd = joint.qdd = joint.q;
    std::vector<std::pair<double, std::vector<double>>> best;
    for (int s = 0; s < samples; ++s) {
      std::vector<double> q;
      for (const Interval& x : range.q) q.push_back(any(x));
      if (s < samples / 10) joint.torque = std::max(joint.torque, torque.worst(q, nullptr, nullptr, 2));
      if (error.empty()) continue;
      best.emplace_back(error.worst(q, nullptr, nullptr, 2), q);
      std::push_heap(best.begin(), best.end(), std::greater<>());
      if (best.size() <= 5) continue;
      std::pop_heap(best.begin(), best.end(), std::greater<>());
      best.pop_back();
    }
    for (auto& [size, q] : best) {
      const int starts = 1 << std::min(model.n, 6);
      size = error.worst(q, nullptr, nullptr, starts);
      for (double step = 0.3; step > 1e-3;) {  // uphill, one joint at a time
        bool better = false;
        for (std::size_t j = 0; j < q.size(); ++j)
          for (const double sign : {1.0, -1.0}) {
            std::vector<double> near = q;
            near[j] = std::clamp(near[j] + sign * step, range.q[j].low, range.q[j].high);
            if (const double s = error.worst(near, nullptr, nullptr, 8); s > size) size = s, q = near, better = true;
          }
        if (!better) step /= 2;
      }
      if (size <= joint.found) continue;
      joint.q = q;
      joint.found = error.worst(q, &joint.qd, &joint.qdd, starts);
    }
    if (!error.empty()) joint.bound = bound_by_boxes(error, range, joint.found, boxes);
    result.joints.push_back(std::move(joint));
  }
  return result;
}

}  // namespace tauforge::explicit_model
