// NAME_casadi.c: functions of a unit behind CasADi's interface of external functions (casadi.external).
//
// Per function NAME_casadi_F: its value, and jac_NAME_casadi_F with the derivatives by all its arguments in one call, where
// there is a function of the unit that gives them. Where there is none the symbol is absent, so that CasADi knows: it then
// refuses to differentiate instead of taking differences. Matrices are column-major with the zeros left out that are zero
// for every state.
#pragma once

#include <string>
#include <vector>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

// An output of a function of the unit as a matrix.
struct CasadiMatrix {
  std::size_t output = 0;             // which of the function's outputs
  std::size_t rows = 0, columns = 0;  // as CasADi sees it
  bool transposed = false;            // the unit has it column by column already
};

struct CasadiFunction {
  std::size_t function = 0;             // of the unit
  std::vector<CasadiMatrix> results;    // all of its outputs
  std::size_t derivatives = 0;          // the function that gives them; means nothing where there are none
  std::vector<CasadiMatrix> jacobians;  // of the one result by each argument; empty: there are no derivatives
};

// The symbol that casadi.external is given.
std::string casadi_symbol(const Unit& unit, const CasadiFunction& function);

// Where in an output each entry stands that may be other than zero, column by column; and its row and column.
struct CasadiEntry {
  std::size_t place = 0, row = 0, column = 0;
};
std::vector<CasadiEntry> casadi_entries(const expression::Program& program, const CasadiMatrix& matrix);

std::string casadi_source(const Unit& unit, const std::vector<CasadiFunction>& functions);

}  // namespace tauforge::emit
