#include "tauforge/diagnostic/require.h"

#include <cstdio>
#include <cstdlib>

namespace tauforge::diagnostic {

void broken_promise(const char* promise, const std::source_location& where) {
  std::fprintf(stderr,
               "tauforge: internal error at %s:%u: broken promise: %s\n"
               "This is a bug in tauforge, not in your input; please report it with the command.\n",
               where.file_name(), static_cast<unsigned>(where.line()), promise);
  std::fflush(nullptr);
  std::_Exit(3);
}

}  // namespace tauforge::diagnostic
