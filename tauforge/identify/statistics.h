// Means, deviations and honest intervals.
//
// Residuals of a log are alike from sample to sample, so counting samples as independent makes intervals far too narrow.
// Whole blocks are nearly independent: the model is fitted without each block in turn (jackknife),
//
//   s^2 = (B-1)/B sum_b (x_-b - mean)^2,     x +- t(B-1) s                               (1)
//
// and where every log is a trajectory of its own, each is fitted alone and the estimates are compared:
//
//   mean +- t(N-1) deviation / sqrt(N)                                                   (2)     [IHPH92, tables 1, 2]
#pragma once

#include <span>
#include <vector>

namespace tauforge::identify {

// Of a sample of one quantity.
struct Summary {
  double mean = 0, deviation = 0, largest = 0, smallest = 0;  // deviation with n - 1
  std::size_t count = 0;
};
Summary summary(std::span<const double> values);
double median(std::vector<double> values);  // NaN of none

// t with P(|T| <= t) = confidence for Student's distribution.
double student_limit(double confidence, double freedom);

// P(F >= f) of Fisher's distribution.
double fisher_tail(double f, double first_freedom, double second_freedom);

struct Interval {
  double lower = 0, upper = 0;
  bool contains(double x) const { return lower <= x && x <= upper; }
};
// (2)
Interval interval_of_mean(const Summary& s, double confidence = 0.95);
// (1): the deviation of an estimate from the estimates without each block.
double jackknife_deviation(std::span<const double> without_each);

}  // namespace tauforge::identify
