// Elements, constants and definitions as text, in the notation of plain text, C-like formulas or LaTeX.
#pragma once

#include <string>

#include "tauforge/explicit_model/elements.h"

namespace tauforge::explicit_model {

struct Notation {
  const char* times;  // between factors
  bool latex;
};
inline constexpr Notation plain_text{"*", false};
inline constexpr Notation latex_math{" ", true};

// A number with `digits` significant digits; with all that it has where none are given, and no more.
std::string number_text(double value, int digits, const Notation& notation);
std::string number_text(double value, const Notation& notation);

// I20 or I_{20}, m2 or m_2, rx2 or r_{x2}. In LaTeX s_{23} is a sine, c_4 a cosine, and the elements of C are capital: C_{12}.
std::string constant_name(const std::string& name, const Notation& notation);

// The sum with one bracket per constant: I5*S3 + I6 + 2*I16*C2*(S23*C5 + C23*C4*S5). Zero is "0".
std::string sum_text(const ExplicitModel& model, const ProductSum& sum, const Notation& notation);
// Numbers in place of the constants: one bracket per number.
std::string number_sum_text(const NumberSum& sum, const Notation& notation);
// What a constant is made of: Izz2 + m2 rx2^2 + ... ; symbols with equal factors share a bracket.
std::string definition_text(const ExplicitModel& model, const Constant& constant, const Notation& notation);
// "-b214", "b123/2"
std::string reference_text(const std::string& name, double factor, const Notation& notation);

}  // namespace tauforge::explicit_model
