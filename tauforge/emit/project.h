// What makes generated sources a project of their own: a CMakeLists.txt and a small example.
#pragma once

#include <string>

#include "tauforge/emit/c_unit.h"

namespace tauforge::emit {

std::string cmake_lists(const Unit& unit, bool with_cpp_wrapper, bool with_casadi = false);
std::string example_main(const Unit& unit);

}  // namespace tauforge::emit
