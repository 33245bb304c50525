// A robot's functions as a pair of C99 files, NAME.h and NAME.c: math.h only, no allocation, no static state.
#pragma once

#include <string>
#include <vector>

#include "tauforge/emit/c_body.h"
#include "tauforge/emit/friction_step.h"
#include "tauforge/emit/rolled_function.h"
#include "tauforge/expression/program.h"
#include "tauforge/passes/layout.h"

namespace tauforge::emit {

// The name of the argument that holds what the set-up stage computed.
inline constexpr const char* constants_argument = "constants";

// How the programs of a function are written down (compiler/lay_out.h).
struct FunctionLayout {
  passes::Layout program, setup;        // for one state
  passes::Layout tile;                  // for several states side by side
  passes::Layout script, setup_script;  // for Octave
  passes::Layout before, after;         // around limbs
  std::vector<passes::Layout> limbs;    // per group
};

constexpr int states_of_tile = 8;  // that a batch computes side by side

struct UnitFunction {
  std::string name;             // inverse_dynamics; the prefix is put before it
  std::string comment;          // what it computes, one line
  expression::Program program;  // a set-up stage's values come as its argument "constants"
  expression::Program setup;    // that stage; without outputs: there is none
  bool batch = false;           // also a version for many states
  RolledFunction rolled = {};   // the same for one state, limbs side by side; without groups: nothing is
  FunctionLayout layout = {};
};

struct Unit {
  std::string prefix;                // a C identifier
  std::vector<std::string> comment;  // lines at the top of both files
  CStyle style;
  std::vector<UnitFunction> functions;
  std::map<double, std::string> origins;              // what constants are made of
  bool observer = false;                              // also one of the momentum (observer.h)
  std::vector<FrictionStepDrive> friction_step = {};  // drives whose friction grows or remembers; empty: none does

  bool has_setup() const;
};

// How a language writes the elements of arguments and outputs.
struct ElementStyle {
  const char* member = "->";  // of a struct
  const char *open = "[", *close = "]";
  std::size_t first = 0;  // index of an array's first element
};

// Every element of every argument and output as it is written in the body; `tile`: see CAccess.
CAccess access_of(const UnitFunction& function, const expression::Program& program, int tile,
                  const ElementStyle& style = {});

// How a function looks from outside: its parameters in order, for prototypes, wrappers and tests.
struct Parameter {
  enum class Kind { constants, record, array } kind;
  std::string name;  // of the parameter
  std::string type;  // struct NAME_constants; of an array: empty
  int size = 0;      // of an array
  bool is_output = false;
  std::string meaning;
};
std::vector<Parameter> parameters_of(const Unit& unit, const expression::Program& program);
// The set-up function's: run-time inputs of all functions, each once.
std::vector<Parameter> setup_parameters(const Unit& unit);

std::string c_header(const Unit& unit);
std::string c_source(const Unit& unit);

}  // namespace tauforge::emit
