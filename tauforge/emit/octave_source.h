// One file NAME_FUNCTION.m per function of a unit, for Octave and MATLAB. Always in double precision.
#pragma once

#include <string>
#include <vector>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

struct OctaveFile {
  std::string name, text;
};

std::vector<OctaveFile> octave_sources(const Unit& unit);

}  // namespace tauforge::emit
