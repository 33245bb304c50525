// NAME.hpp: the functions of a unit with C++ types, sizes checked when the program is compiled.
#pragma once

#include <string>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

std::string cpp_wrapper(const Unit& unit);

}  // namespace tauforge::emit
