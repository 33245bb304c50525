#include "tauforge/native/verify_casadi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "tauforge/compiler/casadi_functions.h"
#include "tauforge/compiler/reference_case.h"

namespace tauforge::native {

namespace {

using Integer = long long int;

// One function behind CasADi's interface.
class External {
 public:
  External(const LoadedModel& model, const std::string& name)
      : call_(model.symbol<Call>(name)), pattern_(model.symbol<Pattern>(name + "_sparsity_out")) {
    const auto inputs = model.symbol<Integer (*)()>(name + "_n_in"),
               outputs = model.symbol<Integer (*)()>(name + "_n_out");
    const auto work = model.symbol<Work>(name + "_work");
    if (!call_ || !pattern_ || !inputs || !outputs || !work) return;
    Integer integers = 0, numbers = 0, arguments = 0, results = 0;
    work(&arguments, &results, &integers, &numbers);
    integers_.resize(static_cast<std::size_t>(integers) + 1), numbers_.resize(static_cast<std::size_t>(numbers) + 1);
    arguments_.resize(static_cast<std::size_t>(std::max(arguments, inputs()))),
        results_.resize(static_cast<std::size_t>(results));
    for (Integer i = 0; i < outputs(); ++i) {
      const Integer* p = pattern_(i);
      values_.emplace_back(static_cast<std::size_t>(p[2 + p[1]]));
    }
    ok_ = values_.size() == results_.size();
  }

  bool ok() const { return ok_; }

  // Its results, row by row, with their zeros.
  std::vector<std::vector<double>> operator()(const std::vector<const double*>& arguments) {
    std::fill(arguments_.begin(), arguments_.end(), nullptr);
    std::copy(arguments.begin(), arguments.end(), arguments_.begin());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      std::fill(values_[i].begin(), values_[i].end(), std::nan(""));
      results_[i] = values_[i].data();
    }
    call_(arguments_.data(), results_.data(), integers_.data(), numbers_.data(), 0);
    std::vector<std::vector<double>> matrices;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Integer* p = pattern_(static_cast<Integer>(i));
      const Integer rows = p[0], columns = p[1];
      std::vector<double> matrix(static_cast<std::size_t>(rows * columns), 0.0);
      for (Integer column = 0; column < columns; ++column)
        for (Integer k = p[2 + column]; k < p[3 + column]; ++k)
          matrix[static_cast<std::size_t>(p[3 + columns + k] * columns + column)] =
              values_[i][static_cast<std::size_t>(k)];
      matrices.push_back(std::move(matrix));
    }
    return matrices;
  }

 private:
  using Call = int (*)(const double**, double**, Integer*, double*, int);
  using Pattern = const Integer* (*)(Integer);
  using Work = int (*)(Integer*, Integer*, Integer*, Integer*);

  Call call_;
  Pattern pattern_;
  std::vector<const double*> arguments_;
  std::vector<double*> results_;
  std::vector<std::vector<double>> values_;
  std::vector<Integer> integers_;
  std::vector<double> numbers_;
  bool ok_ = false;
};

std::vector<const double*> inputs_of(const expression::Program& program, const emit::SelfTestCase& c) {
  std::vector<const double*> inputs;
  for (const auto& argument : program.arguments)
    inputs.push_back(argument.name == "q"     ? c.q.data()
                     : argument.name == "qd"  ? c.qd.data()
                     : argument.name == "qdd" ? c.qdd.data()
                                              : c.tau.data());
  return inputs;
}

class Comparison {
 public:
  Comparison(const robot::Robot& robot, const compiler::Request& request, const compiler::CompiledModel& compiled,
             const LoadedModel& model, int states)
      : robot_(robot), request_(request), compiled_(compiled), model_(model), states_(states) {}

  // `name` gives these outputs of function `index` of the unit.
  void add(const std::string& name, std::size_t index, const std::vector<emit::CasadiMatrix>& matrices) {
    ++check_.functions;
    External external(model_, name);
    if (!external.ok()) return fail();
    const auto& program = compiled_.unit.functions[index].program;
    const auto& tolerance = compiled_.tolerances[index];
    std::mt19937 random(static_cast<unsigned>(index) + 201);
    for (int k = 0; k < states_; ++k) {
      const auto c = compiler::reference_case(robot_, request_, compiled_, index, random);
      const auto results = external(inputs_of(program, c));
      if (results.size() != matrices.size()) return fail();
      for (std::size_t r = 0; r < matrices.size(); ++r) {
        std::size_t before = 0;
        for (std::size_t o = 0; o < matrices[r].output; ++o) before += program.outputs[o].nodes.size();
        if (results[r].size() != program.outputs[matrices[r].output].nodes.size()) return fail();
        for (std::size_t row = 0; row < matrices[r].rows; ++row)
          for (std::size_t column = 0; column < matrices[r].columns; ++column) {
            const std::size_t place = before + (matrices[r].transposed ? column * matrices[r].rows + row
                                                                       : row * matrices[r].columns + column);
            compare(results[r][row * matrices[r].columns + column], c.expected[place], tolerance.results[place],
                    tolerance.scale);
          }
      }
    }
  }

  const CasadiCheck& check() const { return check_; }

 private:
  void compare(double got, double expected, double tolerance, double scale) {
    const double off = std::abs(got - expected);
    if (!std::isfinite(off)) return fail();
    check_.deviation = std::max(check_.deviation, off / scale);
    if (off > 0.0) check_.used = std::max(check_.used, off / tolerance);
  }
  void fail() { check_.deviation = check_.used = std::numeric_limits<double>::infinity(); }

  const robot::Robot& robot_;
  const compiler::Request& request_;
  const compiler::CompiledModel& compiled_;
  const LoadedModel& model_;
  int states_;
  CasadiCheck check_;
};

}  // namespace

CasadiCheck verify_casadi(const robot::Robot& robot, const compiler::Request& request,
                          const compiler::CompiledModel& compiled, const LoadedModel& model, int states) {
  Comparison comparison(robot, request, compiled, model, states);
  for (const auto& function : compiler::casadi_functions(robot.tree, request, compiled.unit)) {
    const std::string name = emit::casadi_symbol(compiled.unit, function);
    comparison.add(name, function.function, function.results);
    if (!function.jacobians.empty()) comparison.add("jac_" + name, function.derivatives, function.jacobians);
  }
  return comparison.check();
}

}  // namespace tauforge::native
