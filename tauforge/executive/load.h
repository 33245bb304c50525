// Makes the machine busy while something else is measured: threads of normal priority that compute, that move memory
// through the caches, and that write a file and wait for the disk.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace tauforge::executive {

struct LoadSettings {
  int computing = 2;      // threads
  int moving_memory = 1;  // 64 MB each
  int writing = 1;        // 1 MB at a time into a file without a name, where temporary files are
};

class Load {
 public:
  explicit Load(const LoadSettings& settings);
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load();  // ends it

 private:
  void compute();
  void move_memory();
  void write();

  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

// As a person would say it: "2 threads that compute, 1 that moves memory, 1 that writes a file".
std::string text(const LoadSettings& settings);

}  // namespace tauforge::executive
