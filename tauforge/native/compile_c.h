// C files into a shared object, by a compiler of this machine: the one place that starts one.
//
// Every file is compiled once, as strict C99 with every warning an error; the same run tells how much stack the functions
// take. Compilers differ in the options they know (tcc has no -pedantic-errors, others no -fstack-usage). Which of ours
// one knows is asked only when it refuses, with a file that has nothing in it; what it does not know is left out then. So
// a compiler that knows them all is never asked, and code that it refuses is not compiled again with weaker options.
#pragma once

#include <string>
#include <vector>

#include "tauforge/diagnostic/result.h"

namespace tauforge::native {

struct BuildOptions {
  std::string compiler = "cc";
  std::vector<std::string> flags = {"-O2", "-ffp-contract=fast"};
  std::string text() const;  // "cc -O2 -ffp-contract=fast"
};

struct StackUse {
  std::string function;
  long bytes = 0;
};

struct CompiledC {
  std::string shared_object;    // its path
  std::vector<StackUse> stack;  // of the functions of the first file; empty: this compiler does not tell
};

// `files` and `shared_object` are names in `folder`, which is searched for headers. Errors: compiler-missing, and
// compiler-refused with the compiler's own words from the second line on, about files without their folder.
diagnostic::Result<CompiledC> compile_c(const std::string& folder, const std::vector<std::string>& files,
                                        const std::string& shared_object, const BuildOptions& options);

}  // namespace tauforge::native
