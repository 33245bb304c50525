// Compiles C text and loads functions from it, or makes a program of it. No shell is involved.
#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

namespace tauforge::tests {

struct Finished {
  int status = -1;     // exit status; -1 when the program did not end by itself
  std::string output;  // standard output and error together
};
Finished run_program(const std::vector<std::string>& words);

// Whether a tool of a test can be started. Where it cannot, the test is skipped by name; under CI=true it fails as well,
// because a check that quietly stays away is no check.
bool is_installed(const std::string& program);

// Whether CI=true: nothing that a test needs may be missing.
bool everything_must_be_installed();

// A folder of its own, removed at the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ~ScratchFolder();
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// No contraction: with libm's sine and cosine this is what exact equality with double needs.
inline const std::vector<std::string> exact_flags = {"-O2", "-ffp-contract=off"};

// Strict C99: every warning is an error, and the compiler's words are shown by the test.
class CompiledC {
 public:
  explicit CompiledC(const std::string& text, const std::string& compiler = "gcc",
                     const std::vector<std::string>& flags = exact_flags);
  CompiledC(const CompiledC&) = delete;
  ~CompiledC();
  bool ok() const { return library_ != nullptr; }
  const std::string& messages() const { return messages_; }
  template <class Function> Function function(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

 private:
  ScratchFolder folder_;
  std::string messages_;
  void* library_ = nullptr;
};

// Writes the text to folder/generated.c and compiles it to `output`; `flags` may ask for an object, a shared object ...
Finished compile_c(const ScratchFolder& folder, const std::string& text, const std::string& compiler,
                   const std::vector<std::string>& flags, const std::string& output);

}  // namespace tauforge::tests
