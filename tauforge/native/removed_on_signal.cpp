#include "tauforge/native/removed_on_signal.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>

#include "tauforge/native/held_signals.h"
#include "tauforge/native/run_program.h"

namespace tauforge::native {

namespace {

// Empty: nothing. A handler may not allocate, so the names wait in plain arrays.
char doomed[8][4096];
std::mutex access;  // of threads; the handler takes what is there
std::atomic<bool> answers{false};

void remove_file_or_folder(const char* path) {
  if (unlink(path) == 0 || (errno != EISDIR && errno != EPERM)) return;
  const pid_t child = fork();  // no function that empties a folder may be called in a handler
  if (child == 0) {
    execl("/bin/rm", "rm", "-rf", "--", path, static_cast<char*>(nullptr));
    _exit(127);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

extern "C" void remove_doomed(int signal) {
  end_running_program();  // it might still write there
  for (const auto& path : doomed)
    if (path[0]) remove_file_or_folder(path);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void answer_signals() { answers = true; }

RemovedOnSignal::RemovedOnSignal(const std::string& path) : place_(nullptr) {
  const HeldSignals held;  // until the name is whole
  const std::lock_guard lock(access);
  if (!answers) return;
  // Each time: whoever wanted to hear of Ctrl-C meanwhile may have put the default back.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, remove_doomed) == SIG_IGN) std::signal(signal, SIG_IGN);
  for (auto& place : doomed) {
    if (place[0] || path.size() + 1 > sizeof place) continue;
    std::memcpy(place, path.c_str(), path.size() + 1);
    place_ = place;
    return;
  }
}

RemovedOnSignal::~RemovedOnSignal() {
  const std::lock_guard lock(access);
  if (place_) place_[0] = '\0';
}

}  // namespace tauforge::native
