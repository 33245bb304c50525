// Whether two generated files differ in their header comments only.
#pragma once

#include <string>

#include "tauforge/compiler/compile.h"

namespace tauforge::native {

// What is compiled and compared with the templates has to be what is handed over. The header comment tells how that went,
// so it is written afterwards: nothing else may differ.
bool same_code(const compiler::GeneratedFile& one, const compiler::GeneratedFile& other);

}  // namespace tauforge::native
