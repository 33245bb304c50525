// A promise between parts of this program. When it is broken the program has a bug: it says which
// line noticed and stops with exit code 3. Bad input is not a broken promise; see result.h.
#pragma once

#include <source_location>

namespace tauforge::diagnostic {

[[noreturn]] void broken_promise(const char* promise, const std::source_location& where);

inline void require(bool kept, const char* promise,
                    const std::source_location& where = std::source_location::current()) {
  if (!kept) [[unlikely]] broken_promise(promise, where);
}

}  // namespace tauforge::diagnostic
