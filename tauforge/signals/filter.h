// Low-pass filters without delay: a Butterworth filter run forward and backward over a uniformly sampled signal.
//
//   |H(f)|^2 = 1 / (1 + (tan(pi f T) / tan(pi fc T))^(2n))     gain of forward and backward together       (1)
//
// n order, fc cut-off [Hz], T period [s]: the bilinear transform of the analogue filter, so at fc the gain is 1/2. Both
// ends are continued by reflection through the end point (2 x_0 - x_k), long enough for the filter to settle, so that a
// signal that moves steadily at its end is not bent.
#pragma once

#include <span>
#include <vector>

namespace tauforge::signals {

struct Butterworth {
  int order = 4;
  double cutoff_hz = 0;  // 0, or at least half the sampling rate: nothing is filtered
};

// One second-order section, y = (b0 + b1/z + b2/z^2) / (1 + a1/z + a2/z^2) x.
struct Section {
  double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;
};
std::vector<Section> sections(const Butterworth& filter, double period);

// (1)
double zero_phase_gain(const Butterworth& filter, double period, double frequency_hz);

// As long as x.
std::vector<double> zero_phase(const Butterworth& filter, double period, std::span<const double> x);

// Every k-th sample, beginning with the first.
std::vector<double> every(std::size_t k, std::span<const double> x);

}  // namespace tauforge::signals
