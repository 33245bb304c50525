// Where the numbers of a program come from. A literal that stands for a parameter of a robot carries an Origin, and so does
// every literal that arithmetic makes of it:
//
//   sums and differences        add what their parts are made of
//   a number times an origin    scales it; lengths, angles and gravity count as numbers beside masses and moments
//   anything else               becomes a part with a name of its own: (rotor of j1) / (m of forearm)
//
// So a constant of generated code can say "h_x of forearm + 0.432 m of wrist_1".
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "tauforge/expression/operation.h"

namespace tauforge::expression {

class Origins;

struct Origin {
  struct Part {
    int of;         // of Origins::names
    double factor;  // 1: as it is
  };
  Origins* home = nullptr;
  std::vector<Part> parts = {};  // in the order of `of`
  double rest = 0;               // a number that is nobody's
  int degree = 0;                // in masses and moments; 0: lengths, angles and gravity alone, or a ratio
};

class Origins {
 public:
  Origins() = default;
  Origins(const Origins&) = delete;

  // A parameter and its value; null: it is zero. Degree 1: a mass, a moment, a torque; 0: a length, an angle, gravity.
  const Origin* parameter(std::string name, double value, int degree);
  // What an operation makes of literals; null: of nothing that is known. Either argument may have no origin.
  const Origin* apply(Operation op, const Origin* a, double a_value, const Origin* b = nullptr, double b_value = 0.0);

  const Origin* angle(const Origin* sine, double s, const Origin* cosine, double c);

  // The number stands in a program. The first origin of a number stays, as equal numbers are one constant.
  void note(double value, const Origin* origin);
  // Numbers that passes made of noted ones, by one operation on two or as a sum of three, are noted as well, where that can
  // be seen from the numbers: to rounding, with which no number that passes did not make of them is met by chance.
  void note_combinations(const std::vector<double>& values);

  // Whether the number has an origin whose parameters, put together again, give it to rounding.
  bool explains(double value) const;
  // "h_x of forearm + 0.432 m of wrist_1 - ..., 3 more of a, b", for this number or its negative; empty: unknown.
  std::string text(double value, std::size_t most_parts = 6) const;

 private:
  struct Name {
    std::string text;
    double value;
  };
  std::string text(const Origin& origin, double sign, std::size_t most_parts) const;
  const Origin* keep(Origin origin);
  const Origin* atom(std::string text, double value, int degree);
  std::string name(const Origin* origin, double value) const;  // as a factor
  const Origin* sum(const Origin* a, double a_value, const Origin* b, double b_value, double sign);
  const Origin* scaled(const Origin& origin, double factor);

  std::vector<Name> names_;
  std::deque<Origin> origins_;
  struct Noted {
    const Origin* origin;
    double sign;  // of the number that was noted
  };
  std::map<double, Noted> noted_;  // by the number without its sign
};

}  // namespace tauforge::expression
