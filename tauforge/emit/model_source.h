// NAME_model.c: the functions of a unit behind the seam tauforge/model.h.
#pragma once

#include <string>
#include <vector>

#include "tauforge/emit/c_unit.h"
#include "tauforge/expression/count.h"

namespace tauforge::emit {

struct ModelFacts {
  std::string name, source_hash;
  int nq = 0, nv = 0;
  bool floating = false;
  std::vector<std::string> coordinates, torque_units;          // nv
  std::vector<double> lower, upper, max_velocity, max_torque;  // nv; infinity: none
  std::vector<expression::Operations> operations;              // one per function of the unit
  std::vector<int> sines_and_cosines;
};

std::string model_source(const Unit& unit, const ModelFacts& facts);

// A C string literal of any text.
std::string c_string(const std::string& text);

}  // namespace tauforge::emit
