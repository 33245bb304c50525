#include "tauforge/explicit_model/record.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::explicit_model {

namespace {

using expression::Binding;
using expression::Expr;
using expression::Graph;

class Recorder {
 public:
  // `apart`: squares are two factors, so that one of them can stand before a bracket; else they are computed once for all.
  Recorder(const ExplicitModel& model, const std::vector<Element>& all, bool apart)
      : model_(model), all_(all), apart_(apart) {}

  Program record(Function function) {
    program_.name = name_of(function);
    const int n = model_.n;
    q_ = program_.add_argument("q", n, Binding::slow, "joint positions [rad, m]");
    values_.resize(all_.size());
    for (std::size_t e = 0; e < all_.size(); ++e) values_[e] = value_of(all_[e]);
    switch (function) {
      case Function::mass_matrix: program_.add_output("M", mass_matrix(), "kinetic energy matrix, row by row"); break;
      case Function::gravity: program_.add_output("g", gravity(), "torques that hold the arm [N m, N]"); break;
      case Function::elements:
        program_.add_output("e", values_, "elements of A, B, C, g in the order of the tables");
        break;
      case Function::bias:
        program_.add_output("b", torques(velocities(), {}), "torques at no acceleration [N m, N]");
        break;
      case Function::inverse_dynamics: {
        const auto qd = velocities();
        program_.add_output("tau", torques(qd, program_.add_argument("qdd", n, Binding::fast, "joint accelerations")),
                            "joint torques [N m, N]");
        break;
      }
      case Function::forward_dynamics: {
        const auto qd = velocities();
        const auto tau = program_.add_argument("tau", n, Binding::fast, "joint torques [N m, N]");
        std::vector<Expr> qdd = torques(qd, {}), M = mass_matrix();
        for (int i = 0; i < n; ++i) qdd[i] = tau[i] - qdd[i];
        dynamics::solve_symmetric<Expr>(n, M, qdd);
        program_.add_output("qdd", qdd, "joint accelerations");
        break;
      }
    }
    return std::move(program_);
  }

 private:
  struct Term {
    std::vector<Factor> factors;
    Powers powers = 0;
    double c = 0;
  };

  std::vector<Expr> velocities() {
    return program_.add_argument("qd", model_.n, Binding::fast, "joint velocities [rad/s, m/s]");
  }

  // S23, CC4: the name where the angle's name is a number
  Expr labelled(const Expr& x, const char* symbol, const std::string& index) {
    if (index.empty() || index.size() > 6 || index.find_first_not_of("0123456789") != std::string::npos) return x;
    return named(x, symbol, std::stoi(index));
  }

  Expr angle(Angle a) {
    Expr sum(0.0);
    const auto d = digits(a);
    for (std::size_t j = 0; j < d.size(); ++j)
      for (int k = 0; k < std::abs(d[j]); ++k) sum = d[j] > 0 ? sum + q_[j] : sum - q_[j];
    return sum;
  }

  Expr factor(const Factor& f) {
    const std::string index = angle_name(f.angle);
    using enum FactorKind;
    switch (f.kind) {
      case cosine: return labelled(cos(angle(f.angle)), "C", index);
      case sine: return labelled(sin(angle(f.angle)), "S", index);
      default: break;
    }
    const Expr c = factor({f.angle, cosine}), s = factor({f.angle, sine});
    if (f.kind == cosine_squared) return labelled(c * c, "CC", index);
    if (f.kind == sine_squared) return labelled(s * s, "SS", index);
    return labelled(s * c, "SC", index);
  }

  static std::vector<Factor> taken_apart(const std::vector<Factor>& factors) {
    std::vector<Factor> result;
    using enum FactorKind;
    for (const Factor& f : factors) {
      if (f.kind == cosine || f.kind == sine) {
        result.push_back(f);
        continue;
      }
      result.push_back({f.angle, f.kind == cosine_squared ? cosine : sine});
      result.push_back({f.angle, f.kind == sine_squared ? sine : cosine});
    }
    return result;
  }

  Expr product(const Term& t) {
    Expr x(1.0);
    for (int j = 0; j < model_.n; ++j)
      for (int p = power_at(t.powers, j); p > 0; --p) x = x * q_[j];
    for (const Factor& f : t.factors) x = x * factor(f);
    return x;
  }

  // What most terms share stands before a bracket: a factor, or a coefficient up to sign.
  Expr sum(const std::vector<Term>& terms) {
    if (terms.empty()) return Expr(0.0);
    if (terms.size() == 1) return Expr(terms[0].c) * product(terms[0]);
    std::map<Factor, int> uses;
    std::map<double, int> coefficients;
    for (const Term& t : terms) {
      for (auto f = t.factors.begin(); f != t.factors.end(); ++f)
        if (std::find(t.factors.begin(), f, *f) == f) ++uses[*f];
      if (std::abs(t.c) != 1.0) ++coefficients[std::abs(t.c)];
    }
    const Factor* best = nullptr;
    int most = 1;
    for (const auto& [f, count] : uses)
      if (count > most) most = count, best = &f;
    double shared_coefficient = 0;
    for (const auto& [c, count] : coefficients)
      if (count > most) most = count, shared_coefficient = c;
    if (most < 2) {
      Expr total(0.0);
      for (const Term& t : terms) total = total + sum({t});
      return total;
    }
    std::vector<Term> inside, others;
    for (Term t : terms) {
      if (shared_coefficient != 0.0) {
        const bool shares = std::abs(t.c) == shared_coefficient;
        if (shares) t.c = t.c < 0 ? -1.0 : 1.0;
        (shares ? inside : others).push_back(std::move(t));
        continue;
      }
      const auto found = std::find(t.factors.begin(), t.factors.end(), *best);
      const bool shares = found != t.factors.end();
      if (shares) t.factors.erase(found);
      (shares ? inside : others).push_back(std::move(t));
    }
    const Expr before = shared_coefficient != 0.0 ? Expr(shared_coefficient) : factor(*best);
    return before * sum(inside) + sum(others);
  }

  Expr value_of(const Element& e) {
    if (e.zero) return Expr(0.0);
    if (e.same_as >= 0) return Expr(e.factor) * values_[e.same_as];
    std::vector<Term> terms;
    for (const auto& [p, c] : e.numbers)  // what rounds to zero is none: nothing is shared with it
      if (c != 0.0) terms.push_back({apart_ ? taken_apart(p.factors) : p.factors, p.powers, c});
    const char* letters[] = {"a", "b", "c", "G"};
    return labelled(sum(terms), letters[static_cast<int>(e.table)], e.name.substr(1));
  }

  std::vector<Expr> mass_matrix() const {
    std::vector<Expr> M(model_.n * model_.n, Expr(0.0));
    for (std::size_t e = 0; e < all_.size(); ++e)
      if (all_[e].table == Table::A)
        M[all_[e].i * model_.n + all_[e].k] = M[all_[e].k * model_.n + all_[e].i] = values_[e];
    return M;
  }

  std::vector<Expr> gravity() const {
    std::vector<Expr> g;
    for (std::size_t e = 0; e < all_.size(); ++e)
      if (all_[e].table == Table::g) g.push_back(values_[e]);
    return g;
  }

  // An element that stands in one torque with several products of velocities multiplies their sum.
  std::vector<Expr> torques(const std::vector<Expr>& qd, const std::vector<Expr>& qdd) {
    const int n = model_.n;
    std::vector<Expr> tau = gravity();
    std::vector<std::map<int, Expr>> rates(n);  // per torque: element -> what it multiplies
    for (std::size_t e = 0; e < all_.size(); ++e) {
      const Element& element = all_[e];
      if (element.zero) continue;
      if (element.table == Table::A && !qdd.empty()) {
        tau[element.i] = tau[element.i] + values_[e] * qdd[element.k];
        if (element.i != element.k) tau[element.k] = tau[element.k] + values_[e] * qdd[element.i];
      }
      if (element.table != Table::B && element.table != Table::C) continue;
      const int root = element.same_as >= 0 ? element.same_as : static_cast<int>(e);
      const double times = element.same_as >= 0 ? element.factor : 1.0;
      const Expr rate = Expr(times) * (qd[element.k] * qd[element.l]);
      auto& sums = rates[element.i];
      const auto found = sums.find(root);
      if (found == sums.end())
        sums.emplace(root, rate);
      else
        found->second = found->second + rate;
    }
    for (int i = 0; i < n; ++i)
      for (const auto& [root, rate] : rates[i]) tau[i] = tau[i] + values_[root] * rate;
    return tau;
  }

  const ExplicitModel& model_;
  const std::vector<Element>& all_;
  bool apart_;
  Program program_;
  std::vector<Expr> q_, values_;
};

}  // namespace

const char* name_of(Function function) {
  switch (function) {
    case Function::inverse_dynamics: return "inverse_dynamics";
    case Function::bias: return "bias";
    case Function::mass_matrix: return "mass_matrix";
    case Function::gravity: return "gravity";
    case Function::elements: return "elements";
    case Function::forward_dynamics: return "forward_dynamics";
  }
  return "";
}

Program record(const ExplicitModel& model, const std::vector<Element>& all, Function function) {
  Program together = Recorder(model, all, false).record(function), apart = Recorder(model, all, true).record(function);
  const auto cost = [](const Program& p) { return expression::count(p, expression::rule_002).total(); };
  return cost(apart) < cost(together) ? apart : together;
}

int operations_of(const ExplicitModel& model, const std::vector<Element>& all) {
  return expression::count(record(model, all, Function::inverse_dynamics), expression::rule_002).total();
}

int operations_of(const ExplicitModel& model, const NumberSum& sum) {
  Element alone;
  alone.name = "x", alone.table = Table::g, alone.numbers = sum, alone.zero = sum.empty();
  return expression::count(record(model, {alone}, Function::elements), expression::rule_002).total();
}

Calculations calculations(const ExplicitModel& model, const std::vector<Element>& all) {
  const auto count_of = [&](Function f) { return expression::count(record(model, all, f), expression::rule_002); };
  return {count_of(Function::mass_matrix), count_of(Function::elements), count_of(Function::inverse_dynamics)};
}

}  // namespace tauforge::explicit_model
