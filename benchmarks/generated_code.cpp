#include "benchmarks/generated_code.h"

#include <cmath>
#include <limits>

namespace tauforge::benchmarks {

namespace {

using OfPosition = void (*)(const double* q, double* result);
using OfState = void (*)(const double* q, const double* qd, const double* third, double* result);
using OfManyStates = void (*)(std::size_t count, const double* q, const double* qd, const double* third,
                              double* result);

// tau = Y pi. How many columns Y has is seen from what the function writes; those of drives meet zeros in pi.
std::vector<double> torque_by_regressor(const Subject& subject, const std::vector<double>& Y) {
  const std::size_t nv = subject.states.nv;
  std::size_t written = Y.size();
  while (written > 0 && std::isnan(Y[written - 1])) --written;
  std::vector<double> pi = subject.standard_parameters(), tau(nv);
  const std::size_t columns = written / nv;
  pi.resize(columns);
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t c = 0; c < columns; ++c) tau[i] += Y[i * columns + c] * pi[c];
  return tau;
}

std::size_t largest_result(const Subject& subject, Function function) {
  const std::size_t nv = subject.states.nv;
  if (function == Function::mass_matrix) return nv * nv;
  return function == Function::regressor ? nv * (15 * nv + 10) : nv;  // 10 moments and up to 5 numbers per drive
}

}  // namespace

GeneratedCode::GeneratedCode(const std::string& shared_object, std::string prefix)
    : library_(std::make_shared<const native::SharedLibrary>(shared_object)), prefix_(std::move(prefix)) {}

std::optional<Contender> GeneratedCode::contender(const std::string& name, const Subject& subject, Function function,
                                                  bool batch) const {
  void* const found = library_->symbol<void*>(prefix_ + "_" + to_text(function) + (batch ? "_batch" : ""));
  if (!found) return {};
  const States& s = subject.states;
  const auto result = std::make_shared<std::vector<double>>(largest_result(subject, function) * (batch ? s.count : 1));
  const std::vector<double>& third = function == Function::forward_dynamics ? s.tau : s.qdd;
  const std::size_t nv = s.nv;

  std::function<void(std::size_t, std::size_t)> run;
  if (batch)
    run = [&s, &third, result, f = reinterpret_cast<OfManyStates>(found), keep = library_](std::size_t begin,
                                                                                           std::size_t end) {
      f(end - begin, s.q_of(begin), s.qd_of(begin), third.data() + begin * s.nv, result->data());
    };
  else if (function == Function::mass_matrix)
    run = [&s, result, f = reinterpret_cast<OfPosition>(found), keep = library_](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) f(s.q_of(k), result->data());
    };
  else
    run = [&s, &third, result, f = reinterpret_cast<OfState>(found), keep = library_](std::size_t begin,
                                                                                      std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) f(s.q_of(k), s.qd_of(k), third.data() + k * s.nv, result->data());
    };
  // A batch is checked as a batch: what a version for many states does to the first one could differ from the others.
  const auto read = [&subject, result, run, function, batch, nv](std::size_t k) {
    if (batch) {
      if (k == 0) run(0, subject.states.count);
      return std::vector<double>(result->begin() + static_cast<std::ptrdiff_t>(k * nv),
                                 result->begin() + static_cast<std::ptrdiff_t>((k + 1) * nv));
    }
    std::fill(result->begin(), result->end(), std::numeric_limits<double>::quiet_NaN());
    run(k, k + 1);
    return function == Function::regressor ? torque_by_regressor(subject, *result) : *result;
  };
  return Contender{name, run, read};
}

}  // namespace tauforge::benchmarks
