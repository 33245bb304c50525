#include "tests/support/compile_c.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tauforge::tests {

Finished run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  Finished finished;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    finished.output.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) finished.status = WEXITSTATUS(status);
  return finished;
}

bool everything_must_be_installed() {
  const char* ci = std::getenv("CI");
  return ci && std::string(ci) == "true";
}

bool is_installed(const std::string& program) {
  const bool found = run_program({program, "--version"}).status == 0;
  if (!found && everything_must_be_installed()) ADD_FAILURE() << program << " is not installed, and CI=true";
  return found;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "tauforge-XXXXXX").string();
  if (mkdtemp(pattern.data())) path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Finished compile_c(const ScratchFolder& folder, const std::string& text, const std::string& compiler,
                   const std::vector<std::string>& flags, const std::string& output) {
  std::ofstream(folder.file("generated.c")) << text;
  std::vector<std::string> words = {compiler,  "-std=c99",     "-pedantic-errors", "-Wall",
                                    "-Wextra", "-Wconversion", "-Werror"};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {folder.file("generated.c"), "-o", folder.file(output), "-lm"});
  return run_program(words);
}

CompiledC::CompiledC(const std::string& text, const std::string& compiler, const std::vector<std::string>& flags) {
  std::vector<std::string> all = flags;
  all.insert(all.end(), {"-fPIC", "-shared"});
  const Finished finished = compile_c(folder_, text, compiler, all, "generated.so");
  messages_ = finished.output;
  if (finished.status != 0) return;
  // A library linked by gcc -Ofast switches denormal numbers off in the thread that loads it.
  std::fenv_t environment;
  std::fegetenv(&environment);
  library_ = dlopen(folder_.file("generated.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  std::fesetenv(&environment);
  if (!library_) messages_ += dlerror();
}

CompiledC::~CompiledC() {
  if (library_) dlclose(library_);
}

}  // namespace tauforge::tests
