#include "tauforge/executive/load.h"

#include <unistd.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace tauforge::executive {

Load::Load(const LoadSettings& settings) {
  const auto start = [this](int count, void (Load::*work)()) {
    for (int k = 0; k < count; ++k) threads_.emplace_back([this, work] { (this->*work)(); });
  };
  try {
    start(settings.computing, &Load::compute);
    start(settings.moving_memory, &Load::move_memory);
    start(settings.writing, &Load::write);
  } catch (...) {  // no thread to be had: those that run must end before this object does
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    throw;
  }
}

Load::~Load() {
  stop_ = true;
  for (std::thread& thread : threads_) thread.join();
}

void Load::compute() {
  volatile double kept = 0.5;  // so that the work is not removed
  while (!stop_.load(std::memory_order_relaxed)) {
    double x = kept;
    for (int k = 0; k < 10000; ++k) x = 3.9 * x * (1.0 - x) + 1e-9 * std::sin(x);
    kept = x;
  }
}

void Load::move_memory() {
  constexpr std::size_t bytes = std::size_t{32} << 20, piece = std::size_t{1} << 20;
  const std::unique_ptr<char[]> from(new char[bytes]()), to(new char[bytes]());
  for (std::size_t at = 0; !stop_.load(std::memory_order_relaxed); at = (at + piece) % bytes) {
    std::memcpy(to.get() + at, from.get() + at, piece);
    from[at] = static_cast<char>(to[at] + 1);
  }
}

void Load::write() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  const std::string megabyte(std::size_t{1} << 20, 'x');
  while (!stop_.load(std::memory_order_relaxed)) {
    if (!file || std::fwrite(megabyte.data(), 1, megabyte.size(), file.get()) != megabyte.size()) {
      usleep(10000);  // no disk, or a full one: the others are load enough
      if (file) std::clearerr(file.get());
    } else if (std::fflush(file.get()) == 0) {
      fsync(fileno(file.get()));
    }
    if (file && std::ftell(file.get()) >= 32 * static_cast<long>(megabyte.size())) std::rewind(file.get());
  }
}

std::string text(const LoadSettings& settings) {
  return std::to_string(settings.computing) + " threads that compute, " + std::to_string(settings.moving_memory) +
         " that moves memory, " + std::to_string(settings.writing) + " that writes a file";
}

}  // namespace tauforge::executive
