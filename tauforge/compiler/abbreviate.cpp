#include "tauforge/compiler/abbreviate.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "tauforge/passes/drop_small_terms.h"
#include "tauforge/passes/factor_sums.h"

namespace tauforge::compiler {

namespace {

using expression::Program;
using passes::Samples;

double unit(std::mt19937& engine) { return static_cast<double>(engine()) / 4294967296.0; }

double range_of(const expression::Argument& argument, std::size_t element, const AbbreviateOptions& options) {
  if (argument.name == "q" && element < options.slides.size() && options.slides[element]) return 1.0;
  return argument.name == "qdd" ? options.qdd : argument.name == "qd" ? options.qd : options.q;
}

std::vector<std::vector<double>> random_states(const Program& program, const AbbreviateOptions& options, int count,
                                               unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<std::vector<double>> states;
  for (int k = 0; k < count; ++k) {
    states.emplace_back();
    for (const auto& argument : program.arguments)
      for (std::size_t i = 0; i < argument.nodes.size(); ++i)
        states.back().push_back(range_of(argument, i, options) * (2.0 * unit(engine) - 1.0));
  }
  return states;
}

// States with the outputs of the exact program there.
Samples sampled(const Program& exact, const AbbreviateOptions& options, int count, unsigned seed) {
  Samples samples;
  samples.inputs = random_states(exact, options, count, seed);
  for (const auto& state : samples.inputs) samples.expected.push_back(evaluate(exact, state));
  return samples;
}

std::vector<double> allowed_errors(const Samples& samples, double tolerance) {
  std::vector<double> allowed(samples.expected.front().size(), 1e-300);
  for (const auto& outputs : samples.expected)
    for (std::size_t k = 0; k < outputs.size(); ++k)
      allowed[k] = std::max(allowed[k], tolerance * std::abs(outputs[k]));
  return allowed;
}

double error_at(const Program& program, const std::vector<double>& state, const std::vector<double>& expected,
                const std::vector<double>& allowed) {
  const std::vector<double> found = evaluate(program, state);
  double worst = 0;
  for (std::size_t k = 0; k < found.size(); ++k) worst = std::max(worst, std::abs(found[k] - expected[k]) / allowed[k]);
  return worst;
}

// Random states seldom meet the worst one: from a bad state small random steps lead to a worse one nearby.
double climb(const Program& exact, const Program& program, const AbbreviateOptions& options, const Samples& checked,
             std::mt19937& engine, std::vector<double>& state) {
  std::vector<double> range;
  for (const auto& argument : exact.arguments)
    for (std::size_t i = 0; i < argument.nodes.size(); ++i) range.push_back(range_of(argument, i, options));
  double worst = error_at(program, state, evaluate(exact, state), checked.allowed);
  for (int step = 0; step < options.climbing; ++step) {
    std::vector<double> next = state;
    for (int k = 0; k < 3; ++k) {
      const std::size_t i = engine() % next.size();
      next[i] = std::clamp(next[i] + 0.1 * range[i] * (2.0 * unit(engine) - 1.0), -range[i], range[i]);
    }
    const double error = error_at(program, next, evaluate(exact, next), checked.allowed);
    if (error > worst) worst = error, state = next;
  }
  return worst;
}

// Adds the states where the program is wrong by more than the margin; returns the largest error.
double add_failures(const Program& exact, const Program& program, const AbbreviateOptions& options,
                    const Samples& checked, Samples& training) {
  std::vector<std::pair<double, std::size_t>> errors;
  for (std::size_t s = 0; s < checked.inputs.size(); ++s)
    errors.emplace_back(-error_at(program, checked.inputs[s], checked.expected[s], checked.allowed), s);
  constexpr std::size_t worst_few = 40;
  std::partial_sort(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(std::min(worst_few, errors.size())),
                    errors.end());
  double worst = 0;
  std::mt19937 engine(options.seed);
  for (std::size_t k = 0; k < errors.size(); ++k) {
    double error = -errors[k].first;
    std::vector<double> state = checked.inputs[errors[k].second];
    if (k < worst_few) error = climb(exact, program, options, checked, engine, state);
    worst = std::max(worst, error);
    if (error <= options.margin) continue;
    training.inputs.push_back(state);
    training.expected.push_back(evaluate(exact, state));
  }
  return worst;
}

}  // namespace

Abbreviation abbreviate(const Program& exact, const AbbreviateOptions& options) {
  Samples checked = sampled(exact, options, options.checking, options.seed + 1);
  checked.allowed = allowed_errors(checked, options.tolerance);
  Samples training = sampled(exact, options, options.training, options.seed);
  for (const double allowed : checked.allowed) training.allowed.push_back(options.margin * allowed);
  constexpr int rounds = 16;
  for (int round = 0; round < rounds; ++round) {
    Program tried = passes::factor_sums(passes::drop_small_terms(exact, training, options.stop));
    const double worst = add_failures(exact, tried, options, checked, training);
    if (worst <= options.margin + 1e-9) return {std::move(tried), worst * options.tolerance};
    if (options.stop && options.stop()) break;
  }
  return {exact, 0.0};
}

}  // namespace tauforge::compiler
