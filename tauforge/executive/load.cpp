#include "tauforge/executive/load.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

namespace tauforge::executive {

namespace {

void compute() {
  volatile double kept = 0.5;  // so that the work is not removed
  for (;;) {
    double x = kept;
    for (int k = 0; k < 10000; ++k) x = 3.9 * x * (1.0 - x) + 1e-9 * std::sin(x);
    kept = x;
  }
}

void move_memory() {
  constexpr std::size_t bytes = std::size_t{32} << 20, piece = std::size_t{1} << 20;
  const std::unique_ptr<char[]> from(new char[bytes]()), to(new char[bytes]());
  for (std::size_t at = 0;; at = (at + piece) % bytes) {
    std::memcpy(to.get() + at, from.get() + at, piece);
    from[at] = static_cast<char>(to[at] + 1);
  }
}

void write_a_file() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  const std::string megabyte(std::size_t{1} << 20, 'x');
  for (;;) {
    if (!file || std::fwrite(megabyte.data(), 1, megabyte.size(), file.get()) != megabyte.size()) {
      usleep(10000);  // no disk, or a full one: the others are load enough
      if (file) std::clearerr(file.get());
    } else if (std::fflush(file.get()) == 0) {
      fsync(fileno(file.get()));
    }
    if (file && std::ftell(file.get()) >= 32 * static_cast<long>(megabyte.size())) std::rewind(file.get());
  }
}

}  // namespace

Load::Load(const LoadSettings& settings) {
  const auto start = [this](int count, void (*work)()) {
    for (int k = 0; k < count; ++k) {
      const pid_t process = fork();
      if (process == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // it must not outlive us, however we end
        try {
          work();
        } catch (...) {  // no memory: one process less
        }
        _exit(1);
      }
      if (process > 0) processes_.push_back(process);
    }
  };
  start(settings.computing, &compute);
  start(settings.moving_memory, &move_memory);
  start(settings.writing, &write_a_file);
}

Load::~Load() {
  for (const pid_t process : processes_) kill(process, SIGKILL);
  for (const pid_t process : processes_) waitpid(process, nullptr, 0);
}

std::string text(const LoadSettings& settings) {
  return std::to_string(settings.computing) + " processes that compute, " + std::to_string(settings.moving_memory) +
         " that moves memory, " + std::to_string(settings.writing) + " that writes a file";
}

}  // namespace tauforge::executive
