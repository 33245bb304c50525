#include "tauforge/native/temporary_folder.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tauforge/native/held_signals.h"
#include "tauforge/native/run_program.h"

namespace tauforge::native {

namespace fs = std::filesystem;

namespace {

// What a signal has to remove; empty: nothing. A handler may not allocate, so the names wait in plain arrays.
char doomed[4][4096];

extern "C" void remove_doomed(int signal) {
  end_running_program();  // it might still write into them
  for (const auto& folder : doomed) {
    if (!folder[0]) continue;
    const pid_t child = fork();
    if (child == 0) {
      execl("/bin/rm", "rm", "-rf", "--", folder, static_cast<char*>(nullptr));
      _exit(127);
    }
    if (child > 0) waitpid(child, nullptr, 0);
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void guard(const std::string& path) {
  static const bool installed = [] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      if (std::signal(signal, remove_doomed) == SIG_IGN) std::signal(signal, SIG_IGN);  // nohup
    return true;
  }();
  (void)installed;
  for (auto& folder : doomed) {
    if (folder[0] || path.size() + 1 > sizeof folder) continue;
    std::memcpy(folder, path.c_str(), path.size() + 1);
    return;
  }
}

void release(const std::string& path) {
  for (auto& folder : doomed)
    if (path == folder) folder[0] = '\0';
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const HeldSignals held;  // until the folder is known to the handler
  std::error_code failed;
  const char* told = std::getenv("TMPDIR");
  const fs::path usual = told && !*told ? fs::path("/tmp") : fs::temp_directory_path(failed);  // empty: not told
  std::string pattern = (usual / "tauforge-XXXXXX").string();
  if (failed || !mkdtemp(pattern.data())) return;
  path_ = pattern;
  guard(path_);
}

TemporaryFolder::TemporaryFolder(const std::string& path) {
  const HeldSignals held;
  std::error_code failed;
  if (!fs::create_directory(path, failed) || failed) return;
  path_ = path;
  guard(path_);
}

void TemporaryFolder::keep() {
  release(path_);
  path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (path_.empty()) return;
  fs::remove_all(path_, ignored);
  release(path_);
}

std::string without_path(const std::string& folder, std::string text) {
  const std::string before = folder + "/";
  for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) text.erase(at, before.size());
  return text;
}

}  // namespace tauforge::native
