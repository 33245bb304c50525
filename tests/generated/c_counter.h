// Counts the operations that stand in the text of a C function. It knows nothing of the graph that the text was made
// from: it reads C as a compiler does, so it confirms the counts that the program prints.
#pragma once

#include <string>

namespace tauforge::tests {

// Customised convention: signs are free, 2.0 * x is an addition, sums of angles count, sines and cosines do not;
// divisions, square roots, exponentials, hyperbolic tangents and signs of numbers are one multiplication each.
// Arithmetic inside [ ] is not counted.
struct CCount {
  int multiplications = 0, additions = 0;
  int sines_or_cosines = 0;  // reads of sine[] and cosine[], or calls
  std::string problem;       // text that was not understood; empty: none
};

// Of the function with this name in a C file; macros are taken as numbers.
CCount count_c_function(const std::string& file, const std::string& function);

}  // namespace tauforge::tests
