// Scripts of tests/ that ask programs of others, run by $TAUFORGE_PYTHON, else python3.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tauforge::tests {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tauforge-XXXXXX").string();
    if (mkdtemp(pattern.data())) path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Exit code of tests/SCRIPT; what it prints goes to `log` and `log`.err.
inline int run_python(const std::string& script, std::vector<std::string> arguments, const std::string& log) {
  const char* given = std::getenv("TAUFORGE_PYTHON");
  arguments.insert(arguments.begin(),
                   {given ? given : "python3", std::string(TAUFORGE_SOURCE_DIR) + "/tests/" + script});
  std::vector<char*> words;
  for (auto& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (!std::freopen(log.c_str(), "w", stdout) || !std::freopen((log + ".err").c_str(), "w", stderr)) _exit(127);
    execvp(words[0], words.data());
    _exit(127);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

inline std::string text_of_file(const std::string& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace tauforge::tests
