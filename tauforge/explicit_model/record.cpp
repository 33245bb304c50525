#include "tauforge/explicit_model/record.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "tauforge/dynamics/solve_symmetric.h"

namespace tauforge::explicit_model {

namespace {

using expression::Binding;
using expression::Expr;
using expression::Graph;

class Recorder {
 public:
  Recorder(const ExplicitModel& model, const std::vector<Element>& all, Brackets brackets)
      : model_(model), all_(all), brackets_(brackets) {}

  Program record(Function function, TermsOfNodes* places = nullptr) {
    places_ = places;
    program_.name = name_of(function);
    const int n = model_.n;
    q_ = program_.add_argument("q", n, Binding::slow, "joint positions [rad, m]");
    writer_.emplace(q_, brackets_);
    if (places_) writer_->remember_terms();
    values_.resize(all_.size());
    for (std::size_t e = 0; e < all_.size(); ++e) values_[e] = value_of(e);
    if (places_) *places_ = writer_->terms();
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
  std::vector<Expr> velocities() {
    return program_.add_argument("qd", model_.n, Binding::fast, "joint velocities [rad/s, m/s]");
  }

  Expr value_of(std::size_t number) {
    const Element& e = all_[number];
    if (e.zero) return Expr(0.0);
    if (e.same_as >= 0) return Expr(e.factor) * values_[e.same_as];
    const char* letters[] = {"a", "b", "c", "G"};
    return BracketWriter::labelled(writer_->write(e.numbers, number), letters[static_cast<int>(e.table)],
                                   e.name.substr(1));
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
  Brackets brackets_;
  std::optional<BracketWriter> writer_;
  TermsOfNodes* places_ = nullptr;
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
  std::optional<Program> best;
  int least = 0;
  for (const Brackets brackets : all_brackets) {
    Program program = Recorder(model, all, brackets).record(function);
    const int operations = expression::count(program, expression::rule_002).total();
    if (best && operations >= least) continue;
    best = std::move(program), least = operations;
  }
  return std::move(*best);
}

std::map<BracketWriter::Place, std::vector<double>> magnitudes_in(const std::vector<Element>& all, int joints) {
  Program program;
  BracketWriter writer(program.add_argument("q", joints, Binding::slow, ""), Brackets::outward);
  writer.remember_terms();
  for (std::size_t e = 0; e < all.size(); ++e)
    if (all[e].same_as < 0) writer.write(all[e].numbers, e);
  return writer.magnitudes();
}

Program record_with_terms(const ExplicitModel& model, const std::vector<Element>& all, TermsOfNodes& terms) {
  return Recorder(model, all, Brackets::outward).record(Function::inverse_dynamics, &terms);
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
