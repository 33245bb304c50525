// Runs the program as a user would and keeps what it says.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace tauforge::tests {

struct Answer {
  int exit_code = -1;
  std::string text;  // standard output and error together
};

inline Answer run_program(const std::string& arguments) {
  const std::string command =
      "TAUFORGE_CACHE=${TAUFORGE_CACHE:-off} '" TAUFORGE_BINARY_DIR "/tauforge' " + arguments + " 2>&1 </dev/null";
  Answer answer;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return answer;
  std::array<char, 4096> block;
  for (std::size_t n; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;) answer.text.append(block.data(), n);
  const int status = pclose(pipe);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return answer;
}

// A file that lives as long as this object, in a folder whose name has a blank.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("tauforge test " + std::to_string(getpid()) + " " + std::to_string(count++));
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string path() const { return path_.string(); }
  std::string quoted() const { return "'" + path() + "'"; }
  std::filesystem::path folder() const { return folder_; }

 private:
  std::filesystem::path folder_, path_;
};

}  // namespace tauforge::tests
