// Compiles C text into a shared object and loads one function from it.
#pragma once

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tauforge::tests {

class CompiledC {
 public:
  // Plain C99, no contraction, libm's sine and cosine: what exact equality with double needs.
  explicit CompiledC(const std::string& text, const std::string& compiler = "gcc") {
    std::string pattern = (std::filesystem::temp_directory_path() / "tauforge-XXXXXX").string();
    if (!mkdtemp(pattern.data())) return;
    folder_ = pattern;
    std::ofstream(folder_ + "/generated.c") << text;
    const std::vector<std::string> words = {compiler,
                                            "-std=c99",
                                            "-pedantic-errors",
                                            "-Wall",
                                            "-Wextra",
                                            "-Wconversion",
                                            "-Werror",
                                            "-O2",
                                            "-fPIC",
                                            "-shared",
                                            "-ffp-contract=off",
                                            folder_ + "/generated.c",
                                            "-o",
                                            folder_ + "/generated.so",
                                            "-lm"};
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    int status = 1;
    waitpid(child, &status, 0);
    if (status == 0) library_ = dlopen((folder_ + "/generated.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  CompiledC(const CompiledC&) = delete;
  ~CompiledC() {
    if (library_) dlclose(library_);
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  bool ok() const { return library_ != nullptr; }
  template <class Function> Function function(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

 private:
  std::string folder_;
  void* library_ = nullptr;
};

}  // namespace tauforge::tests
