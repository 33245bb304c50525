// NAME_selftest.c: a program that calls every function of a unit through the seam and compares with expected values.
#pragma once

#include <string>
#include <vector>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

// One call and what it must give, in the order of struct tauforge_state and tauforge_run_time; empty: not read.
struct SelfTestCase {
  std::string function;
  std::vector<double> q, qd, qdd, tau, wrench, equation, b;
  std::vector<double> payload, gravity, inertias, friction;
  std::vector<double> expected;
  std::vector<double> tolerance;  // of every result, absolute
};

std::string self_test_source(const Unit& unit, const std::vector<SelfTestCase>& cases);

}  // namespace tauforge::emit
