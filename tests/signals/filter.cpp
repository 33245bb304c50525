// Butterworth filters have closed forms: their gain at every frequency, and no phase at all when run both ways.
#include "tauforge/signals/filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tauforge::identify {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<double> sine(std::size_t n, double period, double frequency, double phase = 0.0) {
  std::vector<double> x(n);
  for (std::size_t k = 0; k < n; ++k) x[k] = std::sin(2.0 * pi * frequency * static_cast<double>(k) * period + phase);
  return x;
}

// Amplitude of the parts in phase and out of phase with a sine, over whole periods in the middle of the signal.
std::pair<double, double> parts(const std::vector<double>& y, double period, double frequency, double phase) {
  const double cycle = 1.0 / (frequency * period);
  const auto length =
      static_cast<std::size_t>(std::round(std::floor(0.5 * static_cast<double>(y.size()) / cycle) * cycle));
  const std::size_t begin = (y.size() - length) / 2;
  double in = 0.0, out = 0.0;
  for (std::size_t k = begin; k < begin + length; ++k) {
    const double angle = 2.0 * pi * frequency * static_cast<double>(k) * period + phase;
    in += y[k] * std::sin(angle), out += y[k] * std::cos(angle);
  }
  return {2.0 * in / static_cast<double>(length), 2.0 * out / static_cast<double>(length)};
}

TEST(ZeroPhaseFilter, HasTheGainOfTheFormulaAndNoPhase) {
  const double period = 1e-3;
  for (const int order : {1, 2, 3, 4, 8})
    for (const double cutoff : {20.0, 100.0, 300.0})
      for (const double frequency : {10.0, 20.0, 50.0, 100.0, 250.0}) {
        const signals::Butterworth filter{order, cutoff};
        const auto y = signals::zero_phase(filter, period, sine(8000, period, frequency, 0.3));
        const auto [in, out] = parts(y, period, frequency, 0.3);
        EXPECT_NEAR(in, signals::zero_phase_gain(filter, period, frequency), 1e-7)
            << order << ' ' << cutoff << ' ' << frequency;
        EXPECT_NEAR(out, 0.0, 1e-7) << order << ' ' << cutoff << ' ' << frequency;
      }
}

TEST(ZeroPhaseFilter, HalvesASineAtItsCutOff) {
  EXPECT_NEAR(signals::zero_phase_gain({4, 35.0}, 1e-3, 35.0), 0.5, 1e-15);
  EXPECT_NEAR(signals::zero_phase_gain({8, 20.0}, 2e-4, 20.0), 0.5, 1e-15);
}

TEST(ZeroPhaseFilter, SecondOrderSectionIsTheTextbookOne) {
  // order 2 at a quarter of the sampling rate: tan(pi/4) = 1, so b = 1/(2 + sqrt 2), a1 = 0, a2 = (2 - sqrt 2)/(2 + sqrt 2)
  const auto s = signals::sections({2, 250.0}, 1e-3);
  ASSERT_EQ(s.size(), 1u);
  EXPECT_NEAR(s[0].b0, 1.0 / (2.0 + std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(s[0].b1, 2.0 / (2.0 + std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(s[0].a1, 0.0, 1e-15);
  EXPECT_NEAR(s[0].a2, (2.0 - std::sqrt(2.0)) / (2.0 + std::sqrt(2.0)), 1e-15);
}

TEST(ZeroPhaseFilter, LeavesStraightLinesAsTheyAre) {
  std::vector<double> line(2000);
  for (std::size_t k = 0; k < line.size(); ++k) line[k] = 3.0 - 0.01 * static_cast<double>(k);
  for (const int order : {1, 4, 8}) {
    const auto y = signals::zero_phase({order, 10.0}, 1e-3, line);
    for (std::size_t k = 0; k < line.size(); ++k) ASSERT_NEAR(y[k], line[k], 1e-6) << order << ' ' << k;
  }
}

TEST(ZeroPhaseFilter, TreatsBothDirectionsOfTimeAlike) {
  std::vector<double> x(701);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::sin(0.07 * static_cast<double>(k * k % 977));
  const auto forward = signals::zero_phase({4, 40.0}, 1e-3, x);
  const auto backward = signals::zero_phase({4, 40.0}, 1e-3, std::vector<double>(x.rbegin(), x.rend()));
  for (std::size_t k = 300; k < 400; ++k) ASSERT_NEAR(forward[k], backward[x.size() - 1 - k], 1e-6);
}

TEST(ZeroPhaseFilter, PassesEverythingWithoutACutOff) {
  const std::vector<double> x{1.0, -2.0, 5.0};
  EXPECT_EQ(signals::zero_phase({4, 0.0}, 1e-3, x), x);
  EXPECT_EQ(signals::zero_phase({4, 500.0}, 1e-3, x), x);
  EXPECT_EQ(signals::zero_phase({4, 10.0}, 1e-3, std::vector<double>{7.0}), std::vector<double>{7.0});
  EXPECT_TRUE(signals::zero_phase({4, 10.0}, 1e-3, {}).empty());
}

TEST(Every, KeepsTheFirstAndEveryKthSample) {
  EXPECT_EQ(signals::every(3, std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}), (std::vector<double>{0, 3, 6}));
  EXPECT_EQ(signals::every(1, std::vector<double>{4, 5}), (std::vector<double>{4, 5}));
}

}  // namespace
}  // namespace tauforge::identify
