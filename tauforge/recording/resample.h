// A series at other times than it was measured at.
#pragma once

#include <span>
#include <vector>

namespace tauforge::recording {

// Begin, begin + period, ... up to and with end where it is met within a thousandth of a period.
std::vector<double> uniform_times(double begin, double end, double period);

// The natural cubic spline through (t, x); outside of t it goes on as a straight line. t increases.
class CubicSpline {
 public:
  CubicSpline(std::span<const double> t, std::span<const double> x);
  double operator()(double at) const;
  double operator()(double at,
                    std::size_t& last) const;  // `last`: the interval of the last answer, where the search begins

 private:
  std::vector<double> t_, x_, second_;  // second derivatives at the knots
};

std::vector<double> by_spline(std::span<const double> t, std::span<const double> x, std::span<const double> at);
// Straight lines between samples: for signals whose noise a spline would swing with.
std::vector<double> by_lines(std::span<const double> t, std::span<const double> x, std::span<const double> at);

}  // namespace tauforge::recording
