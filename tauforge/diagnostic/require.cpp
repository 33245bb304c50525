#include "tauforge/diagnostic/require.h"

#include <cstdio>
#include <cstdlib>

namespace tauforge::diagnostic {

void broken_promise(const char* promise, const CodeLine& where) {
  std::fprintf(stderr,
               "tauforge: internal error at %s:%d: broken promise: %s\n"
               "This is a bug in tauforge, not in your input; please report it with the command.\n",
               where.file, where.line, promise);
  std::fflush(nullptr);
  std::_Exit(3);
}

}  // namespace tauforge::diagnostic
