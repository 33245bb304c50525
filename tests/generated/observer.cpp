// The generated momentum observer beside the one of the control loop.
#include <gtest/gtest.h>

#include <cmath>

#include "tauforge/compiler/two_rate.h"
#include "tauforge/control/momentum_observer.h"
#include "tauforge/control/template_model.h"
#include "tauforge/emit/observer.h"
#include "tauforge/native/verified_code.h"
#include "tests/generated/built_model.h"
#include "tests/support/random_robot.h"
#include "tests/support/robots.h"

namespace tauforge::tests {
namespace {

compiler::Request request_of_observer() {
  compiler::Request request;
  request.observer = true;
  compiler::add_observer_calls(request);
  request.evaluations = 300;
  return request;
}

native::CodeOptions few_states() {
  native::CodeOptions options;
  options.states = 200;
  return options;
}

// q = amplitude sin(w t + phase) of every drive, as an arm would be sampled.
struct Swing {
  std::vector<double> amplitude, w, phase;
  explicit Swing(Random& random, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      amplitude.push_back(random.uniform(0.2, 1.0)), w.push_back(random.uniform(1.0, 8.0)),
          phase.push_back(random.uniform(0.0, 6.0));
  }
  std::vector<double> q(double t) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < w.size(); ++i) values.push_back(amplitude[i] * std::sin(w[i] * t + phase[i]));
    return values;
  }
  std::vector<double> qd(double t) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < w.size(); ++i) values.push_back(amplitude[i] * w[i] * std::cos(w[i] * t + phase[i]));
    return values;
  }
};

TEST(GeneratedObserver, GivesTheResidualsOfTheControlLoopsOwn) {
  for (const char* name : {"puma260", "scara", "stanford"}) {
    SCOPED_TRACE(name);
    const robot::Robot robot = robot_in_folder(name);
    const std::size_t n = robot.drives.size();
    const auto code = native::verified_code(robot, request_of_observer(), few_states());
    ASSERT_TRUE(code.ok());
    ASSERT_TRUE(code.value().observer.has_value());
    EXPECT_LT(code.value().observer->deviation, 1e-10);
    const std::string prefix = compiler::prefix_for(robot.name);
    const auto reset =
        code.value().model->symbol<void (*)(double*, const double*)>(prefix + "_momentum_observer_reset");
    const auto observe =
        code.value().model->symbol<void (*)(double*, const double*, const double*, const double*, double, double*)>(
            prefix + "_momentum_observer");
    ASSERT_NE(reset, nullptr);
    ASSERT_NE(observe, nullptr);
    const control::TemplateModel model(robot);
    for (unsigned seed = 1; seed <= 5; ++seed) {
      Random random(seed);
      const Swing swing(random, n);
      std::vector<double> gains, tau(n), found(n), state(emit::observer_numbers(n), std::nan(""));
      for (std::size_t i = 0; i < n; ++i) gains.push_back(random.uniform(5.0, 100.0));
      control::MomentumObserver expected(model, gains);
      reset(state.data(), gains.data());
      double t = 0.0, largest = 1.0;
      for (int k = 0; k < 500; ++k) {
        const double dt = random.uniform(0.2e-3, 5e-3);
        t += dt;
        for (double& torque : tau) torque = random.uniform(-20.0, 20.0);
        const auto q = swing.q(t), qd = swing.qd(t);
        expected.step({q, qd}, tau, dt);
        observe(state.data(), q.data(), qd.data(), tau.data(), dt, found.data());
        for (std::size_t i = 0; i < n; ++i) {
          largest = std::max(largest, std::abs(expected.residual()[i]));
          ASSERT_NEAR(found[i], expected.residual()[i], 1e-9 * largest) << "step " << k << ", drive " << i + 1;
        }
      }
      EXPECT_GT(largest, 1.0);
    }
  }
}

TEST(GeneratedObserver, IsVerifiedWithRunTimeInputsInFloatAndAsItIs) {
  const robot::Robot robot = robot_in_folder("scara");
  for (const int kind : {0, 1, 2, 3}) {
    SCOPED_TRACE(kind);
    compiler::Request request = request_of_observer();
    request.run_time.payload = kind == 0, request.single_precision = kind == 1, request.exact = kind == 2;
    request.rigid = kind == 3;
    const auto code = native::verified_code(robot, request, few_states());
    ASSERT_TRUE(code.ok()) << code.findings().front().message;
    EXPECT_TRUE(code.value().observer->ok());
    EXPECT_GT(code.value().observer->deviation, 0.0) << "it did compare";
  }
}

TEST(GeneratedObserver, NeedsNothingButWhatTheOtherFunctionsNeed) {
  const robot::Robot robot = robot_in_folder("puma260");
  for (const char* compiler : {"gcc", "clang"}) {
    if (!is_installed(compiler)) continue;
    const BuiltModel built(robot, request_of_observer(), {compiler, {"-O3"}});
    ASSERT_TRUE(built.ok()) << built.messages;
    const Finished symbols = run_program({"nm", "-D", "--undefined-only", built.folder.file("model.so")});
    EXPECT_EQ(symbols.status, 0);
    for (const char* unwanted : {"memset", "memcpy", "malloc"})
      EXPECT_EQ(symbols.output.find(unwanted), std::string::npos) << unwanted << ": " << symbols.output;
  }
}

TEST(GeneratedObserver, IsNotAbbreviated) {
  compiler::Request request = request_of_observer();
  request.within = 0.01;
  const auto code = native::verified_code(robot_in_folder("scara"), request, few_states());
  ASSERT_FALSE(code.ok());
  EXPECT_EQ(code.findings().front().code, "options-conflict");
}

}  // namespace
}  // namespace tauforge::tests
