// The statements of a recorded program in C99: sines and cosines of all angles together, then one statement per value
// that has a name or is used more than once; the rest stands inside the expression that uses it. Parentheses keep the
// order of the recorded operations, so nothing is reassociated.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tauforge/emit/identifier.h"
#include "tauforge/expression/program.h"
#include "tauforge/passes/layout.h"

namespace tauforge::emit {

// Whose statements: those of Octave (and MATLAB) and JavaScript differ by a few words; with libm only.
enum class Language { c, octave, javascript };

struct CStyle {
  Language language = Language::c;
  bool single_precision = false;
  bool libm = false;               // sin and cos of the C library, one by one
  std::string sincos = "sincos_";  // name of the function that computes all at once; its size is appended
  std::string sign = "sign_of";    // name of the function -1, 0, 1

  const char* type() const { return single_precision ? "float" : "double"; }
  std::string declaration() const {
    return language == Language::octave       ? ""
           : language == Language::javascript ? "const "
                                              : std::string("const ") + type() + " ";
  }
};

// Literals of a file as macros (JavaScript: constants), each once; short ones (2.0, 0.5) are written in place.
class NamedConstants {
 public:
  // `origins`: what numbers are made of, as far as that is known.
  NamedConstants(const CStyle& style, UniqueNames& names, const std::map<double, std::string>& origins)
      : style_(style), names_(names), origins_(origins) {}
  std::string text(double value);  // as written in an expression
  std::string definitions();       // lines that define what was new since the last call

 private:
  CStyle style_;
  UniqueNames& names_;
  const std::map<double, std::string>& origins_;
  std::map<double, std::string> known_;
  std::string fresh_;
};

// Every number in generated code, whatever the language, is written by number_text: of the type of the style, and reads
// back as the same value. What is infinite there has no literal; overflow.h finds such numbers before they get here.
bool has_literal(double value, const CStyle& style);
std::string number_text(double value, const CStyle& style);

struct CBody {
  std::string zeros;       // statements for results that are always zero: to be written first
  std::string zero;        // the name that results that are always zero are set to; empty: it is not used
  std::string angles;      // statements that fill angle[]; empty: no angles
  std::string statements;  // everything else; reads sine[] and cosine[]
};

// How inputs and outputs are written: one text per element, in the order of the program's arguments and outputs.
struct CAccess {
  std::vector<std::vector<std::string>> arguments, outputs;
  int tile = 0;  // states side by side, numbered l; 0: one state
  // Per output, a name for it that keeps compilers from collecting results into vectors; used where the layout says so.
  std::vector<std::string> singly = {};
};

CBody c_body(const expression::Program& program, const passes::Layout& layout, const CAccess& access,
             const CStyle& style, UniqueNames names, NamedConstants& constants, const std::string& indent);

}  // namespace tauforge::emit
