#include "tauforge/native/run_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

extern char** environ;

namespace tauforge::native {

namespace {

std::atomic<pid_t> running[8];  // leaders of groups of their own, one per thread that waits; 0: none

}  // namespace

void end_running_program() {
  for (const auto& place : running)
    if (const pid_t child = place; child > 0) {
      kill(-child, SIGTERM);
      waitpid(child, nullptr, 0);
    }
}

ProgramRun run_program(const std::vector<std::string>& words) {
  ProgramRun run;
  int ends[2];
  if (words.empty() || pipe2(ends, O_CLOEXEC) != 0) return run;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  run.started = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ) == 0;
  std::atomic<pid_t>* place = nullptr;
  for (auto& free : running) {
    pid_t none = 0;
    if (run.started && !place && free.compare_exchange_strong(none, child)) place = &free;
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(ends[1]);
  constexpr std::size_t most = 65536;
  char buffer[4096];
  for (ssize_t got = 0;
       run.started && ((got = read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR));)
    if (got > 0 && run.output.size() < most) run.output.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  while (run.started && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (place) *place = 0;
  if (run.started && WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  return run;
}

}  // namespace tauforge::native
