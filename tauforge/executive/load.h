// Makes the machine busy while something else is measured: processes of normal priority that compute, that move memory
// through the caches, and that write a file and wait for the disk. Processes, not threads, so that they share nothing
// with a loop that is measured here: another program beside it suffers the same.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace tauforge::executive {

struct LoadSettings {
  int computing = 2;      // processes
  int moving_memory = 1;  // 64 MB each
  int writing = 1;        // 1 MB at a time into a file without a name, where temporary files are
};

class Load {
 public:
  explicit Load(const LoadSettings& settings);
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load();  // ends them

  std::size_t processes() const { return processes_.size(); }

 private:
  std::vector<pid_t> processes_;
};

// As a person would say it: "2 processes that compute, 1 that moves memory, 1 that writes a file".
std::string text(const LoadSettings& settings);

}  // namespace tauforge::executive
