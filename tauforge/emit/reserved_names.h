// Names that files, targets and symbols of generated code cannot have, because somebody else has them already.
#pragma once

#include <string>
#include <vector>

namespace tauforge::emit {

struct ReservedNames {
  const char* whose;  // "a word of C, C++ or the C library"
  std::vector<std::string> names;
};

// The first entry also binds identifiers inside a file; all of them bind what a whole unit is called.
const std::vector<ReservedNames>& reserved_names();

// A word of the languages or a name of the C library that a local name may not hide.
bool is_reserved_word(const std::string& name);

// Why a unit cannot be called this: NAME.h, NAME.c, the target NAME, the library NAME, the namespace NAME. Empty: it can.
// Capitals make no difference, because there are file systems where they make none.
std::string why_reserved(const std::string& name);

}  // namespace tauforge::emit
