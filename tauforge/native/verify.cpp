#include "tauforge/native/verify.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>

#include "tauforge/compiler/reference_case.h"
#include "tauforge/native/deviations.h"

namespace tauforge::native {

namespace {

tauforge_state state_of(const emit::SelfTestCase& c) {
  const auto pointer = [](const std::vector<double>& v) { return v.empty() ? nullptr : v.data(); };
  return {pointer(c.q),   pointer(c.qd),     pointer(c.qdd),
          pointer(c.tau), pointer(c.wrench), pointer(c.equation),
          pointer(c.b),   nullptr,           {}};
}

// Of abbreviated functions: the error of each result as a share of its largest value over all states.
double share_of_largest(const tauforge_function& f, const void* constants,
                        const std::vector<emit::SelfTestCase>& cases) {
  std::vector<double> largest(f.results, 0.0), error(f.results, 0.0), result(f.results);
  for (const auto& c : cases) {
    const tauforge_state x = state_of(c);
    f.call(constants, &x, result.data());
    for (std::size_t i = 0; i < result.size(); ++i) {
      largest[i] = std::max(largest[i], std::abs(c.expected[i]));
      const double off = std::abs(result[i] - c.expected[i]);
      error[i] = std::max(error[i], std::isfinite(off) ? off : std::numeric_limits<double>::infinity());
    }
  }
  double share = 0.0;
  for (std::size_t i = 0; i < error.size(); ++i)
    if (error[i] > 0.0) share = std::max(share, error[i] / largest[i]);
  return share;
}

// The same states in a batch: the arrays of all cases one after another.
void check_batch(const tauforge_function& f, const expression::Program& program, const void* constants,
                 const std::vector<emit::SelfTestCase>& cases, Deviations& deviations, const Stopwatch* watch,
                 CallTime& time) {
  emit::SelfTestCase all;
  for (const auto& c : cases) {
    const std::pair<std::vector<double>*, const std::vector<double>*> lists[] = {
        {&all.q, &c.q}, {&all.qd, &c.qd}, {&all.qdd, &c.qdd}, {&all.tau, &c.tau}};
    for (const auto& [to, from] : lists) to->insert(to->end(), from->begin(), from->end());
    all.wrench.insert(all.wrench.end(), c.wrench.begin(), c.wrench.end());
  }
  std::vector<double> result(f.results * cases.size());
  const tauforge_state x = state_of(all);
  const auto run = [&] { f.batch(cases.size(), constants, &x, result.data()); };
  run();
  if (watch) {
    time = call_time(*watch, 1, [&](std::size_t, std::size_t) { run(); });
    time.nanoseconds /= static_cast<double>(cases.size());
  }
  for (std::size_t k = 0; k < cases.size(); ++k) {
    std::vector<double> got;
    std::size_t before = 0;
    for (const auto& output : program.outputs) {
      const std::size_t size = output.nodes.size();
      const auto begin = result.begin() + static_cast<std::ptrdiff_t>(before * cases.size() + k * size);
      got.insert(got.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
      before += size;
    }
    deviations.add(got.data(), cases[k].expected);
  }
}

}  // namespace

std::vector<FunctionCheck> verify(const robot::Robot& robot, const compiler::Request& request,
                                  const compiler::CompiledModel& compiled, const tauforge_model& model, int states,
                                  const Stopwatch* watch) {
  std::vector<FunctionCheck> checks;
  std::vector<std::max_align_t> constants(model.constants_size / sizeof(std::max_align_t) + 1);
  for (std::size_t index = 0; index < compiled.unit.functions.size(); ++index) {
    FunctionCheck check;
    check.name = compiled.unit.functions[index].name;
    check.deviation = check.used = std::numeric_limits<double>::infinity();
    const tauforge_function* f = tauforge_find(&model, check.name.c_str());
    if (f) {
      std::mt19937 random(static_cast<unsigned>(index) + 1);
      std::vector<emit::SelfTestCase> cases;
      std::vector<double> result(f->results);
      Deviations deviations(compiled.tolerances.at(index));
      for (int k = 0; k < states; ++k) {
        emit::SelfTestCase c = compiler::reference_case(robot, request, compiled, index, random);
        if (model.setup) {
          const tauforge_run_time inputs{c.payload.data(), c.gravity.data(), c.inertias.data(), c.friction.data()};
          model.setup(&inputs, constants.data());
        }
        const tauforge_state x = state_of(c);
        f->call(constants.data(), &x, result.data());
        deviations.add(result.data(), c.expected);
        if (f->batch && model.setup && k < 20 && request.within <= 0) {  // a batch shares one set-up
          constexpr std::size_t some = 9;                                // more than the lanes of a vector, and a rest
          check_batch(*f, compiled.unit.functions[index].program, constants.data(), std::vector(some, c), deviations,
                      nullptr, check.batch);
        }
        cases.push_back(std::move(c));
      }
      std::vector<tauforge_state> all;
      for (const auto& c : cases) all.push_back(state_of(c));
      if (watch)
        check.call = call_time(*watch, all.size(), [&](std::size_t begin, std::size_t end) {
          for (std::size_t k = begin; k < end; ++k) f->call(constants.data(), &all[k], result.data());
        });
      const bool abbreviated = request.within > 0;
      if (f->batch && !model.setup && !abbreviated)
        check_batch(*f, compiled.unit.functions[index].program, constants.data(), cases, deviations, watch,
                    check.batch);
      deviations.report(check);
      if (abbreviated) {
        check.deviation = share_of_largest(*f, constants.data(), cases), check.allowed = request.within;
        check.used = check.deviation / check.allowed;
      }
    }
    checks.push_back(check);
  }
  return checks;
}

std::string how_timed(const std::vector<FunctionCheck>& checks) {
  std::vector<CallTime> times;
  for (const auto& check : checks) times.insert(times.end(), {check.call, check.batch});
  return how_timed(times);
}

}  // namespace tauforge::native
